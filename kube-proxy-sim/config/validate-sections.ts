// Upstream: pkg/proxy/apis/config/validation/validation.go

import { type FieldError, type FieldPath, field } from '../../apimachinery/field-error.ts'
import { hiddenMetricsError } from '../../apimachinery/scheme/hidden-metrics.ts'
import { proxyConfigDialect } from './dialect.ts'
import type { CommonConfiguration, Conntrack, InternalConfiguration } from './types.ts'
import {
  isAddress,
  isCIDR,
  isDualStack,
  nonNegativeDuration,
  nonNegativeNumber,
  shownStrings,
  type ValidationContext,
  validateCIDRs,
  validateHostPort,
} from './validation-values.ts'

/** The range of iptables' masqueradeBit. */
export const bitRange = [0, 31] as const
/** The range of oomScoreAdj in the Linux kernel, both ends included. */
export const oomRange = [-1000, 1000] as const

/** The errors of the conntrack section: numbers and durations below 0. */
export function validateConntrack(
  path: FieldPath,
  conntrack: Conntrack,
  context: ValidationContext,
): FieldError[] {
  return [
    ...nonNegativeNumber(path.child('MaxPerCore'), conntrack.maxPerCore),
    ...nonNegativeNumber(path.child('Min'), conntrack.min),
    ...nonNegativeDuration(path.child('TCPEstablishedTimeout'), conntrack.tcpEstablishedTimeout, context),
    ...nonNegativeDuration(path.child('TCPCloseWaitTimeout'), conntrack.tcpCloseWaitTimeout, context),
    ...nonNegativeDuration(path.child('UDPTimeout'), conntrack.udpTimeout, context),
    ...nonNegativeDuration(path.child('UDPStreamTimeout'), conntrack.udpStreamTimeout, context),
  ]
}

/** The errors of the ipvs section beside its periods: timeouts below 0, and what is no CIDR in excludeCIDRs. */
export function validateIPVS(
  path: FieldPath,
  ipvs: Omit<InternalConfiguration['ipvs'], 'masqueradeBit'>,
  context: ValidationContext,
): FieldError[] {
  return [
    ...validateScheduler(path.child('Scheduler', 'Scheduler'), ipvs.scheduler, context),
    ...nonNegativeDuration(path.child('TCPTimeout'), ipvs.tcpTimeout, context),
    ...nonNegativeDuration(path.child('TCPFinTimeout'), ipvs.tcpFinTimeout, context),
    ...nonNegativeDuration(path.child('UDPTimeout'), ipvs.udpTimeout, context),
    ...validateCIDRs(path.child('ExcludeCidrs'), ipvs.excludeCIDRs),
  ]
}

const schedulers = ['rr', 'wrr', 'lc', 'wlc', 'lblc', 'lblcr', 'sh', 'dh', 'sed', 'nq', '']

/** @note mh, which came later, is not among those that were known. */
function validateScheduler(path: FieldPath, scheduler: string, { minor }: ValidationContext): FieldError[] {
  if (!proxyConfigDialect(minor).ipvsSchedulers || schedulers.includes(scheduler)) return []
  const valid = `must be in [${schedulers.join(' ')}], blank means the default algorithm method (currently rr)`
  return [field.invalid(path, scheduler, valid)]
}

/** The error of a proxy mode that the release does not have, or that a plan has ended. @param nftables whether its gate is on */
export function validateMode(
  path: FieldPath,
  mode: string,
  nftables: boolean,
  { minor, endedModes = [] }: ValidationContext,
): FieldError[] {
  const { userspaceMode, spacedModes } = proxyConfigDialect(minor)
  const known = [
    'iptables',
    'ipvs',
    ...(nftables ? ['nftables'] : []),
    ...(userspaceMode ? ['userspace'] : []),
  ]
  const modes = known.filter((m) => !endedModes.includes(m))
  if (mode === '' || modes.includes(mode)) return []
  const valid = `must be ${modes.join(spacedModes ? ', ' : ',')} or blank (blank means the best-available proxy [currently iptables])`
  const ended = `the ${mode} mode has ended: use "nftables", or "iptables" where the kernel is older than 5.13`
  return [
    field.invalid(path.child('ProxyMode'), mode, endedModes.includes(mode) ? `${valid}; ${ended}` : valid),
  ]
}

const localModes = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix', '']

/** The error of a detectLocalMode that does not exist. */
export function validateDetectLocalMode(path: FieldPath, mode: string): FieldError[] {
  return localModes.includes(mode) ? [] : [field.notSupported(path, mode, localModes)]
}

/** The error of an empty interface name or prefix. */
export function validateInterface(path: FieldPath, name: string): FieldError[] {
  return name === '' ? [field.invalid(path, name, 'must not be empty')] : []
}

/** The errors of the detectLocal section: the settings that its mode needs. */
export function validateDetectLocal(
  path: FieldPath,
  mode: string,
  detect: InternalConfiguration['detectLocal'],
  context: ValidationContext,
): FieldError[] {
  if (mode === 'BridgeInterface')
    return validateInterface(path.child('InterfaceName'), detect.bridgeInterface)
  if (mode === 'InterfaceNamePrefix')
    return validateInterface(path.child('InterfacePrefix'), detect.interfaceNamePrefix)
  const cidrs = detect.clusterCIDRs ?? []
  return mode === 'ClusterCIDR' && cidrs.length > 0
    ? validateClusterCIDRs(path.child('ClusterCIDRs'), cidrs, context)
    : []
}

function validateClusterCIDRs(
  path: FieldPath,
  cidrs: readonly string[],
  context: ValidationContext,
): FieldError[] {
  const pair =
    'must be a either a single CIDR or dual-stack pair of CIDRs (e.g. [10.100.0.0/16, fde4:8dba:82e1::/48]'
  const notPair = (): FieldError[] => [field.invalid(path, shownStrings(cidrs, context), pair)]
  if (cidrs.length > 2) return notPair()
  const bad = cidrs.flatMap((cidr, i) =>
    isCIDR(cidr)
      ? []
      : [
          field.invalid(
            path.index(i),
            cidr,
            'must be a valid CIDR block (e.g. 10.100.0.0/16 or fde4:8dba:82e1::/48)',
          ),
        ],
  )
  return bad.length === 0 && cidrs.length === 2 && !isDualStack(cidrs) ? notPair() : bad
}

/** The errors of nodePortAddresses: CIDRs, or from 1.31 on `primary` alone, for the node's own addresses. */
export function validateNodePortAddresses(
  path: FieldPath,
  addresses: readonly string[] | null,
  { minor }: ValidationContext,
): FieldError[] {
  const list = addresses ?? []
  const primary = proxyConfigDialect(minor).primaryNodePorts ? list.indexOf('primary') : -1
  if (primary < 0) return validateCIDRs(path, list)
  const before = validateCIDRs(path, list.slice(0, primary))
  if (list.length === 1) return before
  return [...before, field.invalid(path.index(primary), 'primary', "can't use both 'primary' and CIDRs")]
}

/** The error of a showHiddenMetricsForVersion that is not the minor release before. */
export function validateHiddenMetrics(
  path: FieldPath,
  version: string,
  { minor }: ValidationContext,
): FieldError[] {
  const detail = hiddenMetricsError(version, minor, 'file')
  return detail === undefined ? [] : [field.invalid(path, version, detail)]
}

/** The errors of bindAddress, healthzBindAddress and metricsBindAddress. */
export function validateAddresses(
  path: FieldPath,
  config: Pick<CommonConfiguration, 'healthzBindAddress' | 'metricsBindAddress'> & { bindAddress: string },
): FieldError[] {
  const { bindAddress, healthzBindAddress, metricsBindAddress } = config
  return [
    ...(isAddress(bindAddress)
      ? []
      : [
          field.invalid(
            path.child('BindAddress'),
            bindAddress,
            'not a valid textual representation of an IP address',
          ),
        ]),
    ...(healthzBindAddress === ''
      ? []
      : validateHostPort(path.child('HealthzBindAddress'), healthzBindAddress)),
    ...validateHostPort(path.child('MetricsBindAddress'), metricsBindAddress),
  ]
}
