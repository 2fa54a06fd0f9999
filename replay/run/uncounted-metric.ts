// Metrics that a release has and the simulation does not count: that they are not found says nothing.

const readsMetrics = /(?<=[\s='"/])\/?metrics(?:\/\w+)?(?=['"\s|?]|$)/
const search = /\|\s*(?:e|f|z)?grep\s+((?:-\S+\s+)*)('[^']*'|"[^"]*"|\S+)/g
/** What histograms and summaries add to a metric's name. */
const parts = /_(?:bucket|count|sum)$/

/** What the simulated components count; kube-proxy all of its own. */
const counted = new RegExp(
  `^(?:${[
    'kubernetes_(?:feature_enabled|build_info|healthcheck)',
    'version_info|process_\\w+|kubeproxy_\\w+',
    'apiserver_(?:request_(?:total|duration_seconds|sli_duration_seconds|body_size_bytes|filter_duration_seconds|terminations_total))',
    'apiserver_(?:response_sizes|current_in(?:flight|queue)_requests|longrunning_requests|requested_deprecated_apis)',
    'apiserver_(?:storage|resource)_objects|apiserver_storage_events_received_total|apiserver_storage_list_\\w+',
    'apiserver_(?:cache_list|watch_cache|watch_events|admission|audit)_\\w+',
    'apiserver_(?:validating|mutating)_admission_policy_\\w+',
    'apiserver_(?:watch_list_duration_seconds|init_events_total|tls_handshake_errors_total|client_certificate_expiration_seconds)',
    'apiserver_flowcontrol_(?:dispatched_requests_total|current_(?:executing|inqueue)_requests)',
    'apiserver_flowcontrol_(?:request_execution_seconds|request_wait_duration_seconds|\\w+_limit_seats|request_concurrency_limit)',
    'authenticat(?:ed_user_requests|ion_attempts|ion_duration_seconds)|authorization_(?:attempts_total|duration_seconds)',
    'apiserver_authorization_\\w+|field_validation_request_duration_seconds|pod_security_(?:evaluations|exemptions)_total',
    'serviceaccount_\\w+|kube_apiserver_(?:clusterip|nodeport)_allocator_\\w+',
    'aggregator_unavailable_apiservice|apiextensions_openapi_v[23]_regeneration_count',
  ].join('|')})$`,
)
/** Whether the simulation counts a metric. */
export const isCounted = (name: string): boolean => counted.test(name)

/** The first one of a search in the metrics of a component. @param names that the release's components have */
export function uncountedMetric(command: string, names: () => readonly string[]): string | undefined {
  if (!readsMetrics.test(command)) return undefined
  const words = [...command.matchAll(search)].flatMap(
    ([, , pattern]) => pattern!.match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g) ?? [],
  )
  if (words.length === 0) return undefined
  const known = names()
  return words
    .map((word) => known.find((name) => !isCounted(name) && name.includes(word.replace(parts, ''))))
    .find((name) => name !== undefined)
}
