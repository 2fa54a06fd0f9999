// What differs between releases in the nftables rules of kube-proxy.
import { dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in the nftables rules of kube-proxy. */
export const nftDialect = dialect('kube-proxy nftables rules', {
  /** And firewalls are sets of addresses and sources, all checked after DNAT. */
  earlyChains: until(
    30,
    "kube-proxy's nftables firewalls are a chain for each Service, checked before DNAT, and endpoints-check has become two chains",
  ),
  dropsInvalid: until(30, 'kube-proxy in nftables mode no longer drops invalid packets'),
  clusterIPsCheck: since(
    30,
    'kube-proxy in nftables mode rejects traffic to ports that a cluster IP does not have',
  ),
  /** On table, sets and chains. */
  comments: since(31, 'kube-proxy in nftables mode comments its tables, sets and chains'),
  firewallElementComments: until(
    31,
    'kube-proxy in nftables mode no longer comments the elements of the set firewall-ips',
  ),
  separateFirewallHooks: since(
    33,
    "kube-proxy's nftables filter chains run at filter priority, with firewall checks in chains of their own before",
  ),
  /** nft refuses an index for an interface that is not there, and for every prefix. */
  interfaceByIndex: until(
    33,
    "kube-proxy's nftables rules match the interface of local pods by name (iifname), not by index (iif)",
  ),
  masqueradeNamesPort: until(
    34,
    "kube-proxy's nftables masquerade rule of a cluster IP no longer matches protocol and port",
  ),
  /** With it, rules set marks themselves, without a jump to the chain mark-for-masquerade. */
  inlineDNAT: since(
    36,
    "kube-proxy's nftables service chains translate addresses themselves, without a chain for each endpoint",
  ),
})
