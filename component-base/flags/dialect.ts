// What differs between releases in how flags are read.
import { dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in how components read their flags. */
export const flagDialect = dialect('command lines', {
  /** A level is a signed number, and may be below 0. */
  signedLevel: until(28, '--v of kube-proxy takes whole numbers from 0 only'),
  /** klog's flags were flags of Go's own, whose errors tell no details. */
  klogFlagsOfGo: until(
    28,
    'an error about --log-flush-frequency of kube-proxy says what is wrong with the duration',
  ),
  validatesRequestHeaders: since(
    27,
    'flags --requestheader-… may not hold empty values, and headers that no aggregated server knows are warned of',
  ),
  refusesEmptyIP: until(34, 'flags that hold an IP address may be empty'),
  klogFlagsDeprecated: until(26, 'flags of klog that are about files and headers are gone (KEP-2845)'),
  misspellsReservations: until(35, 'errors about --reserved-memory of the kubelet are spelled rightly'),
  tolerationsOfGo: until(
    34,
    'an error about --default-not-ready-toleration-seconds and its like of kube-apiserver says what is wrong with the number',
  ),
  splitsNoTopologyOptions: until(
    31,
    '--topology-manager-policy-options of the kubelet may hold several options, and may be empty',
  ),
  boolVersion: until(28, '--version=vX.Y.Z of all components prints that version'),
})
