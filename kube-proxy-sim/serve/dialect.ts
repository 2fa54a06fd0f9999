// What differs between releases in what kube-proxy serves: metrics and health.
import { dialect, since } from '../../component-base/dialect.ts'

/** Differences between releases in the metrics and health endpoints of kube-proxy. */
export const serveDialect = dialect('kube-proxy metrics and health', {
  gateMetrics: since(26, "kube-proxy's metrics tell which feature gates are on"),
  serviceProxyHealthy: since(
    27,
    'a healthCheckNodePort answers 503 while kube-proxy is not healthy, and says serviceProxyHealthy',
  ),
  endpointWeight: since(28, 'a healthCheckNodePort answers with the header X-Load-Balancing-Endpoint-Weight'),
  livez: since(28, 'kube-proxy serves /livez, and tells nodeEligible on /healthz (KEP-3836)'),
  rulesOwned: since(
    28,
    'sync_proxy_rules_iptables_total counts all rules that kube-proxy owns, and sync_proxy_rules_iptables_last those of the last sync',
  ),
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
