// What differs between releases in what kube-proxy serves: metrics and health.
import { dialect, since } from '../../featuregates/release-changes.ts'

/** Differences between releases in the metrics and health endpoints of kube-proxy. */
export const serveDialect = dialect('kube-proxy metrics and health', {
  gateMetrics: since(26, "kube-proxy's metrics tell which feature gates are on"),
  partialRestoreMetric: since(26, 'kube-proxy counts partial restores of iptables that failed (KEP-3453)'),
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
  partialSyncMetrics: since(28, 'kube-proxy measures full and partial syncs apart'),
  nftablesMetrics: since(31, 'kube-proxy counts failed syncs and cleanups of nftables'),
  packetMetrics: since(
    31,
    'kube-proxy counts packets that it drops as invalid, and those to node ports of the loopback interface',
  ),
  metricsOfMode: since(31, 'kube-proxy registers only the metrics of its proxy mode'),
  metricsByFamily: since(33, "kube-proxy's sync metrics have the label ip_family"),
  conntrackMetrics: since(
    33,
    'kube-proxy measures its reconciler of conntrack and the entries that it deletes',
  ),
  healthByFamily: since(
    33,
    "kube-proxy's /healthz and /livez tell of each address family, with times as in RFC 3339",
  ),
  eligibleWhenSeen: since(
    34,
    'kube-proxy that has not seen its Node is not nodeEligible, and answers /healthz with 503',
  ),
})
