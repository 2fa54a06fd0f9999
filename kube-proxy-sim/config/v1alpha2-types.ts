// The Go types that KEP-784 describes, in the form of releases/<release>/component-config-types.json.
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'

const duration = '~apimachinery.pkg.apis.meta.v1.Duration'
const v1alpha1 = '~kube-proxy.config.v1alpha1'

/** The types of kubeproxy.config.k8s.io/v1alpha2, which the decoder reads as it reads recorded ones. */
export const v1alpha2Types: GoTypes = {
  'io.k8s.kube-proxy.config.v1alpha2': {
    group: 'kubeproxy.config.k8s.io',
    version: 'v1alpha2',
    name: 'v1alpha2',
    kinds: ['KubeProxyConfiguration'],
    types: {
      ProxyMode: 'string',
      LocalMode: 'string',
      IPFamilyPolicy: 'string',
      KubeProxyLinuxConfiguration: [
        `conntrack Conntrack ${v1alpha1}.KubeProxyConntrackConfiguration`,
        'masqueradeAll MasqueradeAll bool',
        'oomScoreAdj OOMScoreAdj *int32',
      ],
      KubeProxyWindowsConfiguration: ['runAsService RunAsService bool'],
      KubeProxyIPTablesConfiguration: [
        'masqueradeBit MasqueradeBit *int32',
        'localhostNodePorts LocalhostNodePorts *bool',
      ],
      KubeProxyIPVSConfiguration: [
        'masqueradeBit MasqueradeBit *int32',
        'scheduler Scheduler string',
        'excludeCIDRs ExcludeCIDRs []string',
        'strictARP StrictARP bool',
        `tcpTimeout TCPTimeout ${duration}`,
        `tcpFinTimeout TCPFinTimeout ${duration}`,
        `udpTimeout UDPTimeout ${duration}`,
      ],
      KubeProxyNFTablesConfiguration: ['masqueradeBit MasqueradeBit *int32'],
      DetectLocalConfiguration: [
        'bridgeInterface BridgeInterface string',
        'clusterCIDRs ClusterCIDRs []string',
        'interfaceNamePrefix InterfaceNamePrefix string',
      ],
      KubeProxyConfiguration: [
        ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
        'linux Linux KubeProxyLinuxConfiguration',
        'windows Windows KubeProxyWindowsConfiguration',
        'featureGates FeatureGates map[string]bool o',
        'clientConnection ClientConnection ~component-base.config.v1alpha1.ClientConnectionConfiguration',
        'logging Logging ~component-base.logs.api.v1.LoggingConfiguration o',
        'hostnameOverride HostnameOverride string',
        'nodeIPOverride NodeIPOverride []string',
        'ipFamilyPolicy IPFamilyPolicy IPFamilyPolicy',
        'healthzBindAddress HealthzBindAddress string',
        'metricsBindAddress MetricsBindAddress string',
        'bindAddressHardFail BindAddressHardFail *bool',
        'configHardFail ConfigHardFail *bool',
        'enableProfiling EnableProfiling bool',
        'showHiddenMetricsForVersion ShowHiddenMetricsForVersion string',
        'mode Mode ProxyMode',
        'iptables IPTables KubeProxyIPTablesConfiguration',
        'ipvs IPVS KubeProxyIPVSConfiguration',
        'nftables NFTables KubeProxyNFTablesConfiguration',
        `winkernel Winkernel ${v1alpha1}.KubeProxyWinkernelConfiguration`,
        'detectLocalMode DetectLocalMode LocalMode',
        'detectLocal DetectLocal DetectLocalConfiguration',
        'nodePortAddresses NodePortAddresses []string',
        `syncPeriod SyncPeriod ${duration}`,
        // A pointer, so that 0s, which means at once, is told from unset.
        `minSyncPeriod MinSyncPeriod *${duration}`,
        `configSyncPeriod ConfigSyncPeriod ${duration}`,
      ],
    },
  },
}
