// What differs between releases in the rules of kube-proxy's ipvs mode.
import { dialect, since } from '../../../featuregates/release-changes.ts'

/** Differences between releases in the rules of ipvs mode. */
export const ipvsDialect = dialect('kube-proxy ipvs rules', {
  /** Before, in the nat table, with the mark of KUBE-MARK-DROP. */
  filtersSourceRanges: since(
    25,
    'kube-proxy in ipvs mode checks loadBalancerSourceRanges in filter chains (KUBE-PROXY-FIREWALL), not by a mark of the nat table (KUBE-FIREWALL)',
  ),
  guardsAddresses: since(
    26,
    "kube-proxy in ipvs mode rejects traffic to ports of kube-ipvs0's addresses that are no Service's (KUBE-IPVS-FILTER), and passes over what comes from loopback",
  ),
  passesLocalExternalIPs: since(
    28,
    'KUBE-IPVS-FILTER lets external IPs with externalTrafficPolicy Local pass',
  ),
  guardsLoadBalancers: since(
    29,
    'kube-proxy in ipvs mode keeps the node itself from load balancers whose source ranges leave it out (KUBE-IPVS-OUT-FILTER)',
  ),
})
