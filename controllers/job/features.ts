import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'
import type { JobFeatures } from './types.ts'

/** The behavior of the Job controller in a release with its gates, read once at the start. */
export function jobFeatures({ gates, minor }: ControllerContext): JobFeatures {
  const on = (gate: string): boolean => gateEnabled(gates, gate)
  const podReplacementPolicy = on('JobPodReplacementPolicy')
  const managedBy = on('JobManagedBy')
  const successPolicy = on('JobSuccessPolicy')
  const { delaysJobEnd, saysWhyJobIsComplete } = controllersDialect(minor)
  return {
    readyPods: on('JobReadyPods'),
    podIndexLabel: on('PodIndexLabel'),
    podReplacementPolicy,
    managedBy,
    backoffLimitPerIndex: on('JobBackoffLimitPerIndex'),
    podFailurePolicy: on('JobPodFailurePolicy'),
    successPolicy,
    delaysTerminalCondition: delaysJobEnd && (managedBy || podReplacementPolicy),
    saysWhyComplete: saysWhyJobIsComplete && successPolicy,
    suspendResetsStartTime: on('MutableSchedulingDirectivesForSuspendedJobs'),
  }
}
