// What differs between releases in the rules that kube-proxy makes of Services and EndpointSlices, in any mode.
import { dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in the rules of any proxy mode. */
export const rulesDialect = dialect('kube-proxy rules', {
  canonicalEndpointIPs: since(
    31,
    'kube-proxy writes addresses of endpoints in canonical form in rules and chain names, not as the EndpointSlice has them',
  ),
  /** And in the nat table only: kubelet's rules for the mark are not kube-proxy's. */
  marksDrops: until(
    25,
    'kube-proxy in iptables mode drops traffic in filter chains (KUBE-PROXY-FIREWALL), not by the mark of KUBE-MARK-DROP',
  ),
  skipsIPv6Loopback: since(26, 'kube-proxy in iptables mode keeps node ports from ::1'),
  ownFirewall: since(
    27,
    'kube-proxy in iptables mode blocks outside traffic to 127.0.0.0/8 itself (KUBE-FIREWALL), and does not leave it to kubelet (KEP-3178)',
  ),
  notesDrops: since(27, 'a KUBE-FW chain ends with a comment that says where other traffic is dropped'),
  nodePortsAnywhere: since(
    27,
    "kube-proxy in iptables mode writes node ports' rules also where the machine has no address of nodePortAddresses",
  ),
  topologyModeAnnotation: since(
    27,
    'kube-proxy reads the annotation service.kubernetes.io/topology-mode too, and any value but Disabled as wanting hints (KEP-2433)',
  ),
  externalIPPolicy: since(
    29,
    'externalTrafficPolicy counts for Services of type ClusterIP with externalIPs, not only for NodePort and LoadBalancer',
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
