// How releases differ in the flags of kube-apiserver and their checks.
import { changing, dialect, since, until } from '../../component-base/dialect.ts'

/** Differences between releases in the flags of kube-apiserver and their checks. */
export const optionsDialect = dialect('flags', {
  checksInFlightFirst: until(
    31,
    'limits of requests in flight that sum up to 0 are reported after files that cannot be read, not before',
  ),
  validatesRunOptions: since(
    31,
    'timeouts, limits and --cors-allowed-origins are validated with the other flags of kube-apiserver',
  ),
  /** In-tree providers that --cloud-provider may name; undefined: any name is taken. */
  cloudProviders: changing<readonly string[] | undefined>(
    undefined,
    [
      29,
      ['azure', 'gce', 'vsphere'],
      '--cloud-provider of kube-apiserver may be external or an in-tree provider, which needs two gates off (KEP-2395)',
    ],
    [30, ['gce'], '--cloud-provider of kube-apiserver no longer takes azure and vsphere (KEP-2395)'],
    [31, [], '--cloud-provider of kube-apiserver may be external only (KEP-2395)'],
  ),
  checksProxyGate: changing(
    false,
    [28, true, 'the gate UnknownVersionInteroperabilityProxy needs StorageVersionAPI (KEP-4020)'],
    [35, false, 'that UnknownVersionInteroperabilityProxy needs another gate, the gates say themselves'],
  ),
  takesWideRangesWithDualWrite: until(
    31,
    'a --service-cluster-ip-range of more than 20 bits needs DisableAllocatorDualWrite too (KEP-1880)',
  ),
})
