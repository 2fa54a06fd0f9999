// What differs between releases in how kube-proxy starts: what it checks, waits for and logs.
import { dialect, since } from '../../component-base/dialect.ts'

/** Differences between releases in what kube-proxy checks, waits for and logs when it starts. */
export const startupDialect = dialect('kube-proxy start', {
  checksNodePorts: since(
    31,
    'kube-proxy logs an error where nodePortAddresses is unset, or leaves out an address family of the cluster',
  ),
  /** Also told before the line `Using … Proxier`, not after it. */
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
