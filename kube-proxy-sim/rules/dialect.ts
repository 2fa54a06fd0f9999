// What differs between releases in the rules that kube-proxy makes of Services and EndpointSlices, in any mode.
import { dialect, since } from '../../component-base/dialect.ts'

/** Differences between releases in the rules of any proxy mode. */
export const rulesDialect = dialect('kube-proxy rules', {
  canonicalEndpointIPs: since(
    31,
    'kube-proxy writes addresses of endpoints in canonical form in rules and chain names, not as the EndpointSlice has them',
  ),
  nftNodeAddress: since(
    30,
    "kube-proxy in nftables mode serves node ports on the node's own address where no nodePortAddresses are given, not on all",
  ),
  packetCounters: since(
    31,
    'kube-proxy in iptables mode counts dropped invalid packets, and those accepted on localhost node ports, by nfacct',
  ),
  openSourceRange: since(
    34,
    'kube-proxy reads 0.0.0.0/0 or ::/0 in loadBalancerSourceRanges as no restriction of that address family',
  ),
  liveEndpointWins: since(
    36,
    'of endpoints with one address kube-proxy takes the last that is not terminating, not the one on its own node',
  ),
  labelsByKind: since(
    36,
    'kube-proxy passes over Services only for the label service.kubernetes.io/service-proxy-name, and over EndpointSlices only for service.kubernetes.io/headless',
  ),
})
