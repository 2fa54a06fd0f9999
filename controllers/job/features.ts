import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import type { JobFeatures } from './types.ts'

export function jobFeatures({ gates, minor }: ControllerContext): JobFeatures {
  const on = (gate: string): boolean => gateEnabled(gates, gate)
  const podReplacementPolicy = on('JobPodReplacementPolicy')
  const managedBy = on('JobManagedBy')
  const successPolicy = on('JobSuccessPolicy')
  return {
    podIndexLabel: on('PodIndexLabel'),
    podReplacementPolicy,
    managedBy,
    backoffLimitPerIndex: on('JobBackoffLimitPerIndex'),
    podFailurePolicy: on('JobPodFailurePolicy'),
    successPolicy,
    delaysTerminalCondition: minor >= 31 && (managedBy || podReplacementPolicy),
    saysWhyComplete: minor >= 31 && successPolicy,
    suspendResetsStartTime: on('MutableSchedulingDirectivesForSuspendedJobs'),
  }
}
