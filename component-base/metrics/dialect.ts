// How releases differ in the metrics that every component has.
import { changing, dialect, since } from '../../featuregates/release-changes.ts'

/** Which metrics of versions a release serves, and with which Content-Type. */
export const metricsDialect = dialect('metrics', {
  servesFeatureGates: since(26, 'the metric kubernetes_feature_enabled tells the state of each gate'),
  featureGateStage: changing('ALPHA', [28, 'BETA', 'the metric kubernetes_feature_enabled is BETA']),
  escaping: changing(
    '',
    [31, '; escaping=values', 'the Content-Type of /metrics names how names of metrics are escaped'],
    [33, '; escaping=underscores', 'the Content-Type of /metrics names escaping=underscores'],
  ),
  buildInfoStage: changing('ALPHA', [36, 'BETA', 'kubernetes_build_info is a beta metric']),
  showsVersionInfo: since(
    34,
    '/metrics has version_info with the binary, emulation and min compatibility versions (KEP-4330)',
  ),
})
