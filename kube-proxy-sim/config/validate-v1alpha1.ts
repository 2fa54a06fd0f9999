// Upstream: pkg/proxy/apis/config/validation/validation.go, until 1.30: sections have their own periods, and other paths

import { type FieldError, type FieldPath, field } from '../../apimachinery/field-error.ts'
import { validateLogging } from '../../apimachinery/scheme/logging.ts'
import { parsePortRange } from '../../component-base/go/net.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { proxyConfigDialect } from './dialect.ts'
import type { V1alpha1Configuration } from './types.ts'
import { rootPath } from './validate.ts'
import {
  bitRange,
  oomRange,
  validateAddresses,
  validateConntrack,
  validateDetectLocalMode,
  validateHiddenMetrics,
  validateInterface,
  validateIPVS,
  validateMode,
  validateNodePortAddresses,
} from './validate-sections.ts'
import {
  inRange,
  isCIDR,
  isDualStack,
  nonNegativeNumber,
  positiveDuration,
  type ValidationContext,
  validatePeriods,
} from './validation-values.ts'

/** The errors of a configuration that is kept as v1alpha1 has it, in upstream's order. */
export function validateV1alpha1(
  config: V1alpha1Configuration,
  gates: FeatureGateReader,
  context: ValidationContext,
): FieldError[] {
  const root = rootPath
  const { minor } = context
  const { checksDetectLocalMode, loggingSection } = proxyConfigDialect(minor)
  return [
    ...validateSection(root.child('KubeProxyIPTablesConfiguration'), config.iptables, context),
    ...validateModeSection(config, context),
    ...validateConntrack(root.child('KubeProxyConntrackConfiguration'), config.conntrack, context),
    ...validateMode(root.child('Mode'), config.mode, gateEnabled(gates, 'NFTablesProxyMode'), context),
    ...nonNegativeNumber(root.child('ClientConnection', 'Burst'), config.clientConnection.burst),
    ...inRange(root.child('OOMScoreAdj'), config.oomScoreAdj, oomRange),
    ...(config.udpIdleTimeout === undefined
      ? []
      : positiveDuration(root.child('UDPIdleTimeout'), config.udpIdleTimeout, context)),
    ...positiveDuration(root.child('ConfigSyncPeriod'), config.configSyncPeriod, context),
    ...validateAddresses(root, config),
    ...validateClusterCIDR(root.child('ClusterCIDR'), config.clusterCIDR),
    ...validatePortRange(root.child('PortRange'), config.portRange),
    ...validateNodePortAddresses(root.child('NodePortAddresses'), config.nodePortAddresses, context),
    ...validateHiddenMetrics(
      root.child('ShowHiddenMetricsForVersion'),
      config.showHiddenMetricsForVersion,
      context,
    ),
    ...(checksDetectLocalMode
      ? validateDetectLocalMode(root.child('DetectLocalMode'), config.detectLocalMode)
      : []),
    ...validateDetectLocal(config),
    ...(loggingSection ? validateLogging(config.logging, root.child('logging'), { gates, minor }) : []),
  ]
}

function validateSection(
  path: FieldPath,
  section: { masqueradeBit: number | null; syncPeriod: string; minSyncPeriod: string },
  context: ValidationContext,
): FieldError[] {
  return [
    ...inRange(path.child('MasqueradeBit'), section.masqueradeBit, bitRange),
    ...validatePeriods(path, section, context),
  ]
}

function validateModeSection(config: V1alpha1Configuration, context: ValidationContext): FieldError[] {
  if (config.mode === 'ipvs') {
    const path = rootPath.child('KubeProxyIPVSConfiguration')
    return [...validatePeriods(path, config.ipvs, context), ...validateIPVS(path, config.ipvs, context)]
  }
  if (config.mode !== 'nftables') return []
  return validateSection(rootPath.child('KubeProxyNFTablesConfiguration'), config.nftables, context)
}

function validateClusterCIDR(path: FieldPath, text: string): FieldError[] {
  if (text === '') return []
  const cidrs = text.split(',')
  if (cidrs.length > 2)
    return [
      field.invalid(
        path,
        text,
        'only one CIDR allowed or a valid DualStack CIDR (e.g. 10.100.0.0/16,fde4:8dba:82e1::/48)',
      ),
    ]
  const valid = cidrs.every(isCIDR)
  if (cidrs.length === 2)
    return valid && isDualStack(cidrs)
      ? []
      : [field.invalid(path, text, 'must be a valid DualStack CIDR (e.g. 10.100.0.0/16,fde4:8dba:82e1::/48)')]
  if (valid) return []
  return [field.invalid(path, text, 'must be a valid CIDR block (e.g. 10.100.0.0/16 or fde4:8dba:82e1::/48)')]
}

function validatePortRange(path: FieldPath, text: string): FieldError[] {
  try {
    parsePortRange(text)
    return []
  } catch {
    return [field.invalid(path, text, 'must be a valid port range (e.g. 300-2000)')]
  }
}

function validateDetectLocal({ detectLocalMode, detectLocal }: V1alpha1Configuration): FieldError[] {
  if (detectLocalMode === 'BridgeInterface')
    return validateInterface(rootPath.child('InterfaceName'), detectLocal.bridgeInterface)
  if (detectLocalMode === 'InterfaceNamePrefix')
    return validateInterface(rootPath.child('InterfacePrefix'), detectLocal.interfaceNamePrefix)
  return []
}
