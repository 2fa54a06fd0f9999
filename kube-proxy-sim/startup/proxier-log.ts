// What the proxier of each mode logs when it is made. Upstream: pkg/proxy/{iptables,ipvs,nftables}/proxier.go,
// cmd/kube-proxy/app/server_linux.go (getLocalDetectors)

import { familyOf, type IPFamily } from '../../component-base/ip-family.ts'
import { formatStructured, type Logger } from '../../component-base/klog.ts'
import type { InternalConfiguration } from '../config/types.ts'
import { proxyDialect } from '../dialect.ts'
import { startupDialect } from './dialect.ts'
import type { NodeIPs } from './node-ips.ts'
import { plainLine } from './plain-line.ts'

/** The configuration and addresses that the proxiers are made with. */
export interface ProxierLogState {
  config: InternalConfiguration
  minor: number
  primary: IPFamily
  nodeIPs: NodeIPs
  podCIDRs: readonly string[]
  logger: Logger
  verbosity: number
  initOnly: boolean
}

const families: readonly IPFamily[] = ['IPv4', 'IPv6']
const longestSync = '1h0m0s'

/** Logs how local traffic is told from other traffic. */
export function logLocalDetectors({ config, minor, primary, podCIDRs, logger }: ProxierLogState): void {
  const mode = config.detectLocalMode
  if (mode !== 'ClusterCIDR' && mode !== 'NodeCIDR') {
    if (mode !== 'BridgeInterface' && mode !== 'InterfaceNamePrefix')
      logger.logS('I', 'Defaulting to no-op detect-local')
    return
  }
  const cidrs = mode === 'ClusterCIDR' ? (config.detectLocal.clusterCIDRs ?? []) : podCIDRs
  const { detectorsOfPrimary } = startupDialect(minor)
  if (!detectorsOfPrimary) logDetectorsByFamily(mode, cidrs, logger)
  if (!detectorsOfPrimary || cidrs.some((c) => familyOf(c) === primary)) return
  if (mode === 'ClusterCIDR')
    logger.logS(
      'I',
      'Detect-local-mode set to ClusterCIDR, but no cluster CIDR specified for primary IP family',
      {
        ipFamily: primary,
        clusterCIDRs: config.detectLocal.clusterCIDRs,
      },
    )
  else
    logger.logS(
      'I',
      'Detect-local-mode set to NodeCIDR, but no PodCIDR defined at node for primary IP family',
      {
        ipFamily: primary,
        podCIDRs,
      },
    )
}

function logDetectorsByFamily(
  mode: 'ClusterCIDR' | 'NodeCIDR',
  cidrs: readonly string[],
  logger: Logger,
): void {
  for (const ipFamily of families) {
    if (cidrs.some((c) => familyOf(c) === ipFamily)) continue
    if (mode === 'NodeCIDR')
      logger.logS('I', 'Detect-local-mode set to NodeCIDR, but no PodCIDR defined at node for family', {
        ipFamily,
      })
    else if (cidrs.length === 0)
      logger.logS('I', 'Detect-local-mode set to ClusterCIDR, but no cluster CIDR defined')
    else
      logger.logS('I', 'Detect-local-mode set to ClusterCIDR, but no cluster CIDR for family', { ipFamily })
    logger.logS('I', 'Defaulting to no-op detect-local')
  }
}

/** Logs a line about the proxier of one family. */
function logOf({ logger, minor }: ProxierLogState, message: string, ipFamily: IPFamily, rest: object): void {
  if (startupDialect(minor).earlyStart) logger.log('I', plainLine(message, { ipFamily }, { ...rest }))
  else logger.logS('I', message, { ipFamily, ...rest })
}

const familyOfLines = (minor: number, ipFamily: IPFamily): { ipFamily?: IPFamily } =>
  proxyDialect(minor).namesFamily ? { ipFamily } : {}

/** Logs the lines of the proxier of each family. */
export function logProxier(state: ProxierLogState): void {
  for (const family of families) {
    if (state.config.mode === 'iptables') logIptablesSystem(state, family)
    if (state.config.mode === 'ipvs') logIpvsSystem(state, family)
    if (state.initOnly) logInitialized(state, family)
    else if (state.config.mode === 'iptables') logIptables(state, family)
    else if (state.config.mode === 'nftables') logNftables(state, family)
    else logIpvs(state, family)
  }
}

/** What the system needs is set: a proxier with --init-only goes no further. */
function logInitialized({ logger, minor }: ProxierLogState, ipFamily: IPFamily): void {
  logger.logS('I', 'System initialized and --init-only specified', familyOfLines(minor, ipFamily))
}

/** `0x00004000` for bit 14. */
const mark = (bit: number | null): string => `0x${(2 ** (bit ?? 14)).toString(16).padStart(8, '0')}`

function syncParams(state: ProxierLogState): Record<string, unknown> {
  const { minSyncPeriod, syncPeriod } = state.config
  const rest = startupDialect(state.minor).longestSyncPeriod
    ? { maxSyncPeriod: state.config.mode === 'ipvs' ? syncPeriod : longestSync }
    : { burstSyncs: 2 }
  return { minSyncPeriod, syncPeriod, ...rest }
}

/** Logs the kernel settings that the iptables proxier changes. */
function logIptablesSystem({ config, logger, minor }: ProxierLogState, ipFamily: IPFamily): void {
  const family = familyOfLines(minor, ipFamily)
  const { hintsLocalhost } = startupDialect(minor)
  const addresses = (config.nodePortAddresses ?? []).filter((cidr) => familyOf(cidr) === ipFamily)
  // With node port addresses that leave out the loopback, the kernel setting is not needed.
  const loopback =
    addresses.length === 0 || addresses.some((a) => a.startsWith('127.') || a.startsWith('0.0.0.0'))
  if (!hintsLocalhost && loopback)
    logger.logS(
      'I',
      'Setting route_localnet=1, use nodePortAddresses to filter loopback addresses for NodePorts to skip it https://issues.k8s.io/90259',
    )
  if (hintsLocalhost && ipFamily === 'IPv4' && config.iptables.localhostNodePorts === true && loopback)
    logger.logS(
      'I',
      'Setting route_localnet=1 to allow node-ports on localhost; to change this either disable iptables.localhostNodePorts (--iptables-localhost-nodeports) or set nodePortAddresses (--nodeport-addresses) to filter loopback addresses',
      family,
    )
  if (config.linux.conntrack.tcpBeLiberal)
    logger.logS('I', 'nf_conntrack_tcp_be_liberal set, not installing DROP rules for INVALID packets', family)
}

/** The simulated kernel is newer than 5.9. */
function logIpvsSystem({ logger, minor, verbosity }: ProxierLogState, ipFamily: IPFamily): void {
  const family = familyOfLines(minor, ipFamily)
  if (verbosity >= 2) logger.logS('I', 'Left as-is', { ...family, sysctl: 'net/ipv4/vs/conn_reuse_mode' })
}

function logIptables(state: ProxierLogState, ipFamily: IPFamily): void {
  const { config, verbosity } = state
  if (verbosity < 2) return
  const log = (message: string, values: object): void => logOf(state, message, ipFamily, values)
  log('Using iptables mark for masquerade', { mark: mark(config.iptables.masqueradeBit) })
  log('Iptables sync params', syncParams(state))
  log('Iptables supports --random-fully', {})
}

function logNftables(state: ProxierLogState, ipFamily: IPFamily): void {
  const { logger, config } = state
  if (state.verbosity < 2) return
  logger.logS('I', 'Using nftables mark for masquerade', {
    ipFamily,
    mark: mark(config.nftables.masqueradeBit),
  })
  logger.logS('I', 'NFTables sync params', { ipFamily, ...syncParams(state) })
}

function logIpvs(state: ProxierLogState, ipFamily: IPFamily): void {
  const { config, logger, nodeIPs, verbosity, minor } = state
  const family = familyOfLines(minor, ipFamily)
  const recorded = { ...family, nodeIP: nodeIPs[ipFamily] }
  const what = 'Record nodeIP and family'
  if (verbosity >= 2 && startupDialect(minor).earlyStart)
    logger.log('I', `${formatStructured(what, recorded)} family=${ipFamily}`)
  else if (verbosity >= 2) logger.logS('I', what, { ...recorded, family: ipFamily })
  if (config.ipvs.scheduler === '')
    logger.logS('I', 'IPVS scheduler not specified, use rr by default', family)
  if (verbosity >= 2) logOf(state, 'ipvs sync params', ipFamily, syncParams(state))
}
