// What kube-proxy before 1.28 logs when it starts. Upstream: cmd/kube-proxy/app/server_others.go (newProxyServer, getProxyMode,
// getDualStackLocalDetectorTuple), until 1.27

import { familyOf, type IPFamily } from '../../component-base/ip-family.ts'
import type { Logger } from '../../component-base/klog.ts'
import { proxyConfigDialect } from '../config/dialect.ts'
import type { InternalConfiguration } from '../config/types.ts'
import { startupDialect } from './dialect.ts'
import { plainLine } from './plain-line.ts'
import { logProxier, type ProxierLogState } from './proxier-log.ts'
import { KubeProxyRunError } from './run-error.ts'

interface EarlyStart {
  config: InternalConfiguration
  minor: number
  logger: Logger
}

/** Sets the mode that is used where none is configured, and logs it. */
export function takeMode({ config, minor, logger }: EarlyStart): void {
  if (config.mode !== '') return
  config.mode = 'iptables'
  if (proxyConfigDialect(minor).userspaceMode)
    logger.logS('I', 'Unknown proxy mode, assuming iptables proxy', { proxyMode: '' })
  else logger.logS('I', 'Using iptables proxy')
}

const localModes = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix']

/** Takes the mode by which local traffic is told where none is set. Throws KubeProxyRunError for one that there is not. */
export function takeLocalMode({ config }: EarlyStart): void {
  config.detectLocalMode ||= 'ClusterCIDR'
  if (!localModes.includes(config.detectLocalMode))
    throw new KubeProxyRunError(
      `cannot determine detect-local-mode: unknown detect-local-mode: ${config.detectLocalMode}`,
    )
}

/** Makes the proxiers, as far as the log shows it. Throws KubeProxyRunError where the mode's proxier cannot be made. */
export function createEarlyProxier(state: ProxierLogState): void {
  if (state.verbosity >= 2) logLocalMode(state)
  logEarlyProxier(state, state.primary)
  logEarlyDetectors(state, state.podCIDRs)
  logProxier(state)
}

/** Logs the mode by which local traffic is told. */
function logLocalMode({ config, minor, logger }: EarlyStart): void {
  const key = startupDialect(minor).lowerCaseKeys ? 'localMode' : 'LocalMode'
  logger.logS('I', 'DetectLocalMode', { [key]: config.detectLocalMode })
}

/** Logs which proxier is made. Throws KubeProxyRunError for userspace, which needs a network that a simulated node lacks. */
function logEarlyProxier({ config, logger }: EarlyStart, primary: IPFamily): void {
  logger.logS('I', `Using ${config.mode} Proxier`)
  if (config.mode === 'userspace') {
    logger.logS(
      'I',
      "The userspace proxier is now deprecated and will be removed in a future release, please use 'iptables' or 'ipvs' instead",
    )
    throw new KubeProxyRunError(
      'unable to create proxier: failed to select a host interface: no default routes found in "/proc/net/route" or "/proc/net/ipv6_route"',
    )
  }
  logger.log('I', plainLine('kube-proxy running in dual-stack mode', { ipFamily: primary }))
  logger.logS('I', `Creating dualStackProxier for ${config.mode}`)
}

const withoutCIDRs: Readonly<Record<string, string>> = {
  ClusterCIDR: 'Detect-local-mode set to ClusterCIDR, but no cluster CIDR defined',
  NodeCIDR: 'No node info available to configure detect-local-mode NodeCIDR',
}

/** Logs how local traffic is told from other traffic. */
function logEarlyDetectors(start: EarlyStart, podCIDRs: readonly string[]): void {
  const { config, minor, logger } = start
  const mode = config.detectLocalMode
  const cidrs = (mode === 'ClusterCIDR' ? config.detectLocal.clusterCIDRs : podCIDRs) ?? []
  if (mode === 'ClusterCIDR' && cidrs.length > 0) logMissingFamilies(start, cidrs)
  const why = withoutCIDRs[mode]
  if (cidrs.length > 0 || why === undefined) return
  logger.logS('I', why)
  const key = startupDialect(minor).camelCaseKeys ? 'detectLocalMode' : 'detect-local-mode'
  logger.logS('I', 'Defaulting to no-op detect-local', { [key]: mode })
}

function logMissingFamilies({ minor, logger }: EarlyStart, cidrs: readonly string[]): void {
  // @note a second comma for IPv6 came with the line.
  const comma = startupDialect(minor).camelCaseKeys ? ',' : ', ,'
  const missing = (family: IPFamily, joint: string): void => {
    if (cidrs.some((cidr) => familyOf(cidr) === family)) return
    const what = `Detect-local-mode set to ClusterCIDR, but no ${family} cluster CIDR defined`
    logger.logS('I', `${what}${joint} defaulting to no-op detect-local for ${family}`)
  }
  missing('IPv4', ',')
  missing('IPv6', comma)
}
