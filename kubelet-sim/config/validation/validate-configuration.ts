// Upstream: pkg/kubelet/apis/config/validation/validation.go (ValidateKubeletConfiguration)

import { aggregate } from '../../../featuregates/aggregate.ts'
import type { FeatureGate } from '../../../featuregates/feature-gate.ts'
import { kubeletConfigDialect } from '../dialect.ts'
import type { KubeletConfiguration } from '../kubelet-configuration.ts'
import type { Check } from './check.ts'
import { hairpin, imageCredentials } from './images.ts'
import { limits } from './limits.ts'
import { loggingErrors } from './logging.ts'
import { memoryQuality, runtimeEndpoint } from './memory.ts'
import { nodeAllocatable } from './node-allocatable.ts'
import { nodePolicies } from './node-policies.ts'
import { containerLogs, hiddenMetrics, podLogs, systemLogs, tracing } from './observability.ts'
import { reservedCPUs, reservedMemory, userNamespaces } from './reservations.ts'

const checks: readonly Check[] = [
  ...limits,
  ...nodePolicies,
  nodeAllocatable,
  hairpin,
  imageCredentials,
  reservedCPUs,
  reservedMemory,
  userNamespaces,
  hiddenMetrics,
  ({ logging = {} }, context) => loggingErrors(logging, context),
  tracing,
  memoryQuality,
  runtimeEndpoint,
  systemLogs,
  containerLogs,
  podLogs,
]

/**
 * The errors of a configuration after defaulting, as one text; undefined where there are none. The gates of the
 * configuration are set on a copy, which warns once more about deprecated gates.
 */
export function configurationError(
  config: KubeletConfiguration,
  minor: number,
  gates: FeatureGate,
): string | undefined {
  const local = gates.deepCopy()
  const unset = local.setFromMap(new Map(Object.entries(config.featureGates ?? {})))
  if (unset.length > 0) return aggregate(unset)
  const context = { minor, gates: local }
  const errors = [
    ...(kubeletConfigDialect(minor).checksGateDependencies ? local.validate() : []),
    ...checks.flatMap((check) => check(config, context)),
  ]
  return errors.length === 0 ? undefined : aggregate(errors)
}
