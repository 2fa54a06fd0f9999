import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import type { JobFeatures } from './types.ts'

/** Gates that a release no longer has are on for good; one that it does not have yet is off. */
export function jobFeatures({ gates, minor }: ControllerContext): JobFeatures {
  const on = (gate: string, since: number): boolean => gateEnabled(gates, gate, minor > since)
  const podReplacementPolicy = on('JobPodReplacementPolicy', 28)
  const managedBy = on('JobManagedBy', 30)
  const successPolicy = on('JobSuccessPolicy', 30)
  return {
    podIndexLabel: on('PodIndexLabel', 28),
    podReplacementPolicy,
    managedBy,
    backoffLimitPerIndex: on('JobBackoffLimitPerIndex', 28),
    podFailurePolicy: on('JobPodFailurePolicy', 25),
    successPolicy,
    delaysTerminalCondition: minor >= 31 && (managedBy || podReplacementPolicy),
    saysWhyComplete: minor >= 31 && successPolicy,
    suspendResetsStartTime: gateEnabled(gates, 'MutableSchedulingDirectivesForSuspendedJobs'),
  }
}
