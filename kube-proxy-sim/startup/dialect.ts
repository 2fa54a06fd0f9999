// What differs between releases in how kube-proxy starts: what it checks, waits for and logs.
import { dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in what kube-proxy checks, waits for and logs when it starts. */
export const startupDialect = dialect('kube-proxy start', {
  lowerCaseKeys: since(
    26,
    "kube-proxy's start-up log calls the values localMode and podCIDRs, not LocalMode and PodCIDRs",
  ),
  /** The setting is made for each family. */
  hintsLocalhost: since(
    26,
    'kube-proxy names localhostNodePorts where it says that it sets route_localnet=1, and says so for IPv4 only',
  ),
  camelCaseKeys: since(27, "kube-proxy's start-up log calls a value detectLocalMode, not detect-local-mode"),
  /** Order and words: the mode is chosen after the node's address is known. */
  earlyStart: until(
    28,
    'kube-proxy chooses its mode before it looks for its node, checks its CIDRs by family, and no longer warns of flags without --config',
  ),
  plainNodeIP: until(
    29,
    'kube-proxy takes addresses of both families from its Node, and logs them as values',
  ),
  checksNodePorts: since(
    31,
    'kube-proxy logs an error where nodePortAddresses is unset, or leaves out an address family of the cluster',
  ),
  /** Whether only the primary family's missing CIDR is logged; the line then stands before `Using … Proxier`. */
  detectorsOfPrimary: since(
    31,
    'kube-proxy logs a missing CIDR for local traffic only where that of the primary address family is missing',
  ),
  awaitNamesNode: since(33, 'kube-proxy logs that it awaits a pod CIDR with the key node, not hostname'),
  longestSyncPeriod: since(34, 'kube-proxy logs maxSyncPeriod with its sync params, not burstSyncs'),
  timeoutNamesNode: since(
    36,
    'kube-proxy names its Node as a value when it timed out waiting for it, without a stray %q',
  ),
})
