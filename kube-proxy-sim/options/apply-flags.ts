// Upstream: cmd/kube-proxy/app/options.go (AddFlags, processV1Alpha1Flags); until 1.30: server.go
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { durationText } from '../config/duration.ts'
import { applyLoggingFlags } from '../config/logging-flags.ts'
import type {
  CommonConfiguration,
  Conntrack,
  InternalConfiguration,
  V1alpha1Configuration,
} from '../config/types.ts'

/** Passes on the values of the flags that the command line sets. */
class FlagReader {
  private readonly parsed: ParsedFlags
  constructor(parsed: ParsedFlags) {
    this.parsed = parsed
  }
  has(flag: string): boolean {
    return this.parsed.set.has(flag)
  }
  text(flag: string, set: (value: string) => void): void {
    if (this.has(flag)) set(this.parsed.values.string(flag))
  }
  bool(flag: string, set: (value: boolean) => void): void {
    if (this.has(flag)) set(this.parsed.values.bool(flag))
  }
  number(flag: string, set: (value: number) => void): void {
    if (this.has(flag)) set(this.parsed.values.number(flag))
  }
  duration(flag: string, set: (value: string) => void): void {
    if (this.has(flag)) set(durationText(this.parsed.values.duration(flag)))
  }
  list(flag: string, set: (value: string[]) => void): void {
    if (this.has(flag)) set(this.parsed.values.strings(flag))
  }
  /** @note An empty text does not reset an address. */
  address(flag: string, set: (value: string) => void): void {
    const last = this.parsed.given
      .get(flag)
      ?.filter((text) => text !== '')
      .at(-1)
    if (last !== undefined) set(last)
  }
}

function applyCommon(
  config: CommonConfiguration & { bindAddress: string },
  parsed: ParsedFlags,
  minor: number,
): void {
  const flags = new FlagReader(parsed)
  const client = config.clientConnection
  if (flags.has('feature-gates'))
    config.featureGates = Object.fromEntries(parsed.values.boolMap('feature-gates'))
  flags.text('kubeconfig', (v) => (client.kubeconfig = v))
  flags.text('kube-api-content-type', (v) => (client.contentType = v))
  flags.number('kube-api-burst', (v) => (client.burst = v))
  flags.number('kube-api-qps', (v) => (client.qps = v))
  flags.address('bind-address', (v) => (config.bindAddress = v))
  flags.address('healthz-bind-address', (v) => (config.healthzBindAddress = v))
  flags.address('metrics-bind-address', (v) => (config.metricsBindAddress = v))
  flags.bool('bind-address-hard-fail', (v) => (config.bindAddressHardFail = v))
  flags.bool('profiling', (v) => (config.enableProfiling = v))
  flags.text('show-hidden-metrics-for-version', (v) => (config.showHiddenMetricsForVersion = v))
  flags.text('proxy-mode', (v) => (config.mode = v))
  flags.text('detect-local-mode', (v) => (config.detectLocalMode = v))
  flags.list('nodeport-addresses', (v) => (config.nodePortAddresses = v))
  flags.duration('config-sync-period', (v) => (config.configSyncPeriod = v))
  applyLoggingFlags(config.logging, parsed, minor)
}

/** The sections that are at the same place in both forms. */
type Sections = Pick<InternalConfiguration, 'iptables' | 'ipvs'> & {
  detectLocal: V1alpha1Configuration['detectLocal']
}

function applySections(config: Sections, parsed: ParsedFlags): void {
  const flags = new FlagReader(parsed)
  const { iptables, ipvs, detectLocal } = config
  flags.number('iptables-masquerade-bit', (v) => (iptables.masqueradeBit = v))
  flags.bool('iptables-localhost-nodeports', (v) => (iptables.localhostNodePorts = v))
  flags.text('ipvs-scheduler', (v) => (ipvs.scheduler = v))
  flags.list('ipvs-exclude-cidrs', (v) => (ipvs.excludeCIDRs = v))
  flags.bool('ipvs-strict-arp', (v) => (ipvs.strictARP = v))
  flags.duration('ipvs-tcp-timeout', (v) => (ipvs.tcpTimeout = v))
  flags.duration('ipvs-tcpfin-timeout', (v) => (ipvs.tcpFinTimeout = v))
  flags.duration('ipvs-udp-timeout', (v) => (ipvs.udpTimeout = v))
  flags.text('pod-bridge-interface', (v) => (detectLocal.bridgeInterface = v))
  flags.text('pod-interface-name-prefix', (v) => (detectLocal.interfaceNamePrefix = v))
}

function applyLinux(linux: { conntrack: Conntrack; oomScoreAdj: number | null }, parsed: ParsedFlags): void {
  const flags = new FlagReader(parsed)
  const { conntrack } = linux
  flags.number('oom-score-adj', (v) => (linux.oomScoreAdj = v))
  flags.number('conntrack-max-per-core', (v) => (conntrack.maxPerCore = v))
  flags.number('conntrack-min', (v) => (conntrack.min = v))
  flags.duration('conntrack-tcp-timeout-established', (v) => (conntrack.tcpEstablishedTimeout = v))
  flags.duration('conntrack-tcp-timeout-close-wait', (v) => (conntrack.tcpCloseWaitTimeout = v))
  flags.bool('conntrack-tcp-be-liberal', (v) => (conntrack.tcpBeLiberal = v))
  flags.duration('conntrack-udp-timeout', (v) => (conntrack.udpTimeout = v))
  flags.duration('conntrack-udp-timeout-stream', (v) => (conntrack.udpStreamTimeout = v))
}

/** Sets the flags of the command line in the configuration (1.31 on); periods are those of the mode that the flags select. */
export function applyFlags(config: InternalConfiguration, parsed: ParsedFlags, minor: number): void {
  const flags = new FlagReader(parsed)
  applyCommon(config, parsed, minor)
  applySections(config, parsed)
  applyLinux(config.linux, parsed)
  flags.bool('masquerade-all', (v) => (config.linux.masqueradeAll = v))
  const prefix = config.mode === 'ipvs' ? 'ipvs' : 'iptables'
  flags.duration(`${prefix}-sync-period`, (v) => (config.syncPeriod = v))
  flags.duration(`${prefix}-min-sync-period`, (v) => (config.minSyncPeriod = v))
  flags.text('cluster-cidr', (v) => (config.detectLocal.clusterCIDRs = v.split(',')))
}

/** Sets the flags of the command line in a v1alpha1 configuration (until 1.30). */
export function applyFlagsV1alpha1(config: V1alpha1Configuration, parsed: ParsedFlags, minor: number): void {
  const flags = new FlagReader(parsed)
  applyCommon(config, parsed, minor)
  applySections(config, parsed)
  applyLinux(config, parsed)
  flags.bool('masquerade-all', (v) => (config.iptables.masqueradeAll = v))
  flags.duration('iptables-sync-period', (v) => (config.iptables.syncPeriod = v))
  flags.duration('iptables-min-sync-period', (v) => (config.iptables.minSyncPeriod = v))
  flags.duration('ipvs-sync-period', (v) => (config.ipvs.syncPeriod = v))
  flags.duration('ipvs-min-sync-period', (v) => (config.ipvs.minSyncPeriod = v))
  flags.text('cluster-cidr', (v) => (config.clusterCIDR = v))
  flags.address('proxy-port-range', (v) => (config.portRange = v))
  flags.duration('udp-timeout', (v) => (config.udpIdleTimeout = v))
}
