import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import type { JobFeatures } from './types.ts'

/** Gates that a release no longer has are on for good. */
export function jobFeatures({ gates, minor }: ControllerContext): JobFeatures {
  const on = (gate: string): boolean => gateEnabled(gates, gate, true)
  const [podReplacementPolicy, managedBy] = [on('JobPodReplacementPolicy'), on('JobManagedBy')]
  const successPolicy = on('JobSuccessPolicy')
  return {
    podIndexLabel: on('PodIndexLabel'),
    podReplacementPolicy,
    managedBy,
    backoffLimitPerIndex: on('JobBackoffLimitPerIndex'),
    successPolicy,
    delaysTerminalCondition: minor >= 31 && (managedBy || podReplacementPolicy),
    saysWhyComplete: minor >= 31 && successPolicy,
    suspendResetsStartTime: gateEnabled(gates, 'MutableSchedulingDirectivesForSuspendedJobs'),
  }
}
