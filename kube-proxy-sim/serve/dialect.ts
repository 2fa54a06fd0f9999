// What differs between releases in what kube-proxy serves: metrics and health.
import { dialect, since } from '../../component-base/dialect.ts'

/** Differences between releases in the metrics and health endpoints of kube-proxy. */
export const serveDialect = dialect('kube-proxy metrics and health', {
  metricsOfMode: since(31, 'kube-proxy registers only the metrics of its proxy mode'),
  metricsByFamily: since(33, "kube-proxy's sync metrics have the label ip_family"),
  healthByFamily: since(
    33,
    "kube-proxy's /healthz and /livez tell of each address family, with times as in RFC 3339",
  ),
  eligibleWhenSeen: since(
    34,
    'kube-proxy that has not seen its Node is not nodeEligible, and answers /healthz with 503',
  ),
})
