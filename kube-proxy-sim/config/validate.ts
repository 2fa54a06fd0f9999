// Upstream: pkg/proxy/apis/config/validation/validation.go, 1.31 on

import { type FieldError, FieldPath } from '../../apimachinery/field-error.ts'
import { validateLogging } from '../../apimachinery/scheme/logging.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import type { InternalConfiguration } from './types.ts'
import {
  bitRange,
  oomRange,
  validateAddresses,
  validateConntrack,
  validateDetectLocal,
  validateDetectLocalMode,
  validateHiddenMetrics,
  validateIPVS,
  validateMode,
  validateNodePortAddresses,
} from './validate-sections.ts'
import { validateNodeIPs } from './validate-v1alpha2.ts'
import {
  inRange,
  nonNegativeNumber,
  positiveDuration,
  type ValidationContext,
  validatePeriods,
} from './validation-values.ts'

/** The path that all errors of the configuration begin with. */
export const rootPath = FieldPath.of('KubeProxyConfiguration')

/** The errors of a configuration, in upstream's order. */
export function validateConfiguration(
  config: InternalConfiguration,
  gates: FeatureGateReader,
  context: ValidationContext,
): FieldError[] {
  const root = rootPath
  const linux = root.child('KubeProxyLinuxConfiguration')
  return [
    ...inRange(
      root.child('KubeProxyIPTablesConfiguration', 'MasqueradeBit'),
      config.iptables.masqueradeBit,
      bitRange,
    ),
    ...validateModeSection(config, context),
    ...validateConntrack(linux.child('KubeProxyConntrackConfiguration'), config.linux.conntrack, context),
    ...inRange(linux.child('OOMScoreAdj'), config.linux.oomScoreAdj, oomRange),
    ...validateMode(root.child('Mode'), config.mode, gateEnabled(gates, 'NFTablesProxyMode'), context),
    ...nonNegativeNumber(root.child('ClientConnection', 'Burst'), config.clientConnection.burst),
    ...positiveDuration(root.child('ConfigSyncPeriod'), config.configSyncPeriod, context),
    ...validatePeriods(root, config, context),
    ...validateAddresses(root, config),
    ...validateNodeIPs(root, config),
    ...validateNodePortAddresses(root.child('NodePortAddresses'), config.nodePortAddresses, context),
    ...validateHiddenMetrics(
      root.child('ShowHiddenMetricsForVersion'),
      config.showHiddenMetricsForVersion,
      context,
    ),
    ...validateDetectLocalMode(root.child('DetectLocalMode'), config.detectLocalMode),
    ...validateDetectLocal(
      root.child('DetectLocalConfiguration'),
      config.detectLocalMode,
      config.detectLocal,
      context,
    ),
    ...validateLogging(config.logging, root.child('logging'), { gates, minor: context.minor }),
  ]
}

/** Only the section of the selected mode is looked at. */
function validateModeSection(config: InternalConfiguration, context: ValidationContext): FieldError[] {
  if (config.mode === 'ipvs') {
    const path = rootPath.child('KubeProxyIPVSConfiguration')
    return [
      ...inRange(path.child('MasqueradeBit'), config.ipvs.masqueradeBit ?? null, bitRange),
      ...validateIPVS(path, config.ipvs, context),
    ]
  }
  if (config.mode !== 'nftables') return []
  const path = rootPath.child('KubeProxyNFTablesConfiguration')
  return inRange(path.child('MasqueradeBit'), config.nftables.masqueradeBit, bitRange)
}
