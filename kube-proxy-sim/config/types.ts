// Upstream: pkg/proxy/apis/config/types.go and k8s.io/kube-proxy/config/v1alpha1/types.go
// Durations are Go's canonical texts (`1m30s`), as the files hold them; null stands for Go's nil.

import type { LoggingConfiguration } from '../../apimachinery/scheme/logging.ts'
import type { With } from '../../apimachinery/with.ts'

/** component-base's ClientConnectionConfiguration. */
export interface ClientConnection {
  kubeconfig: string
  acceptContentTypes: string
  contentType: string
  qps: number
  burst: number
}

/** component-base's LoggingConfiguration, after defaulting. */
export type Logging = With<LoggingConfiguration, 'flushFrequency' | 'verbosity'>

/** The conntrack section. Limits are numbers of connections; null leaves the machine's setting. */
export interface Conntrack {
  maxPerCore: number | null
  min: number | null
  tcpEstablishedTimeout: string | null
  tcpCloseWaitTimeout: string | null
  tcpBeLiberal: boolean
  udpTimeout: string
  udpStreamTimeout: string
}

/** The fields that have the same names in all versions of the configuration. */
export interface CommonConfiguration {
  featureGates?: Record<string, boolean>
  clientConnection: ClientConnection
  logging: Logging
  hostnameOverride: string
  healthzBindAddress: string
  metricsBindAddress: string
  bindAddressHardFail: boolean
  enableProfiling: boolean
  showHiddenMetricsForVersion: string
  /** `iptables`, `ipvs`, `nftables`, `userspace`; empty: the platform's default. */
  mode: string
  detectLocalMode: string
  nodePortAddresses: string[] | null
  configSyncPeriod: string
  winkernel: {
    networkName: string
    sourceVip: string
    enableDSR: boolean
    rootHnsEndpointName: string
    forwardHealthCheckVip: boolean
  }
}

/** The values of ipFamilyPolicy in v1alpha2. */
export const ipFamilyPolicies = ['SingleStack', 'PreferDualStack', 'RequireDualStack'] as const

interface IPVS {
  scheduler: string
  excludeCIDRs: string[] | null
  strictARP: boolean
  tcpTimeout: string
  tcpFinTimeout: string
  udpTimeout: string
}
interface Periods {
  syncPeriod: string
  minSyncPeriod: string
}

/** kubeproxy.config.k8s.io/v1alpha1. */
export interface V1alpha1Configuration extends CommonConfiguration {
  bindAddress: string
  iptables: Periods & {
    masqueradeBit: number | null
    masqueradeAll: boolean
    localhostNodePorts: boolean | null
  }
  ipvs: Periods & IPVS
  nftables: Periods & { masqueradeBit: number | null; masqueradeAll: boolean }
  detectLocal: { bridgeInterface: string; interfaceNamePrefix: string }
  clusterCIDR: string
  oomScoreAdj: number | null
  conntrack: Conntrack
  portRange: string
  /** The idle timeout of UDP in userspace mode; releases without that mode do not have the field. */
  udpIdleTimeout?: string
  windowsRunAsService?: boolean
}

/** The configuration that kube-proxy runs with from 1.31 on: the shape of v1alpha2, with v1alpha1's bindAddress. */
export interface InternalConfiguration extends CommonConfiguration, Periods {
  linux: { conntrack: Conntrack; masqueradeAll: boolean; oomScoreAdj: number | null }
  windows: { runAsService: boolean }
  bindAddress: string
  iptables: { masqueradeBit: number | null; localhostNodePorts: boolean | null }
  /** masqueradeBit: with v1alpha2 only; without it ipvs uses the one of iptables. */
  ipvs: IPVS & { masqueradeBit?: number | null }
  nftables: { masqueradeBit: number | null }
  detectLocal: { bridgeInterface: string; interfaceNamePrefix: string; clusterCIDRs: string[] | null }
  /** Whether errors of the configuration end kube-proxy; only with v1alpha2. */
  configHardFail?: boolean
  nodeIPOverride?: string[] | null
  /** One of `ipFamilyPolicies`; empty: no policy is set. */
  ipFamilyPolicy?: string
}
