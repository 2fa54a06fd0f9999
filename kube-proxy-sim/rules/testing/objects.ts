// Small objects for the tests of rules.
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import type { FeatureGateReader } from '../../../featuregates/reader.ts'
import type { EndpointSlice, Service, SliceEndpoint } from '../model/objects.ts'
import type { ProxyConfig } from '../proxy-config.ts'

/** The gates of a release, with the values given. */
export const gatesWith = (
  answers: Readonly<Record<string, boolean>> = {},
  release = '1.36',
): FeatureGateReader => gatesOf(release, answers, 'kube-proxy')

/** The configuration of a kube-proxy of 1.36 on node n1, in dual stack and iptables mode. */
export const proxyConfig = (changes: Partial<ProxyConfig> = {}): ProxyConfig => ({
  mode: 'iptables',
  minor: 36,
  gates: gatesWith({}, `1.${changes.minor ?? 36}`),
  nodeName: 'n1',
  zone: 'z1',
  nodeIPs: { IPv4: '10.1.1.1', IPv6: 'fd00:1::1' },
  interfaceAddresses: ['127.0.0.1', '::1', '10.1.1.1', 'fd00:1::1'],
  podCIDRs: ['10.244.0.0/24', 'fd00:244::/80'],
  detectLocal: {
    mode: 'ClusterCIDR',
    clusterCIDRs: ['10.244.0.0/16', 'fd00:244::/64'],
    bridgeInterface: '',
    interfaceNamePrefix: '',
  },
  masqueradeAll: false,
  masqueradeBit: 14,
  localhostNodePorts: true,
  nodePortAddresses: [],
  conntrackTCPBeLiberal: false,
  serviceCIDRs: [],
  ipvs: { scheduler: 'rr' },
  ...changes,
})

/** A Service with one port, in namespace ns and with the cluster IP 10.0.0.10. */
export const service = (
  name: string,
  spec: Service['spec'] = {},
  more: Pick<Service, 'status'> & {
    annotations?: Record<string, string>
    labels?: Record<string, string>
  } = {},
): Service => ({
  metadata: {
    namespace: 'ns',
    name,
    ...(more.labels === undefined ? {} : { labels: more.labels }),
    ...(more.annotations === undefined ? {} : { annotations: more.annotations }),
  },
  spec: {
    clusterIP: '10.0.0.10',
    clusterIPs: ['10.0.0.10', 'fd00:10::a'],
    ipFamilies: ['IPv4', 'IPv6'],
    ports: [{ name: 'p', protocol: 'TCP', port: 80 }],
    ...spec,
  },
  ...(more.status === undefined ? {} : { status: more.status }),
})

/** An endpoint on node n1 (`local`) or n2. */
export const endpoint = (address: string, more: Partial<SliceEndpoint> = {}): SliceEndpoint => ({
  addresses: [address],
  nodeName: 'n2',
  ...more,
})
/** An endpoint on node n1. */
export const onNode = (address: string, more: Partial<SliceEndpoint> = {}): SliceEndpoint =>
  endpoint(address, { nodeName: 'n1', ...more })

/** An EndpointSlice of a Service of namespace ns. */
export const slice = (
  name: string,
  endpoints: SliceEndpoint[],
  more: Partial<Pick<EndpointSlice, 'addressType' | 'ports'>> = {},
): EndpointSlice => ({
  metadata: { namespace: 'ns', name: `${name}-1`, labels: { 'kubernetes.io/service-name': name } },
  addressType: 'IPv4',
  ports: [{ name: 'p', protocol: 'TCP', port: 8080 }],
  endpoints,
  ...more,
})
