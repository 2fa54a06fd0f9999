// How releases differ in the flags of kube-apiserver and their checks.
import { dialect, since, until } from '../../component-base/dialect.ts'

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
  takesWideRangesWithDualWrite: until(
    31,
    'a --service-cluster-ip-range of more than 20 bits needs DisableAllocatorDualWrite too (KEP-1880)',
  ),
})
