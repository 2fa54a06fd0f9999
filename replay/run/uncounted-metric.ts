// Metrics that a release has and the simulation does not count: that they are not found says nothing.

const readsMetrics = /(?<=[\s='"/])\/?metrics(?:\/\w+)?(?=['"\s|?]|$)/
const search = /\|\s*(?:e|f|z)?grep\s+((?:-\S+\s+)*)('[^']*'|"[^"]*"|\S+)/g
/** What histograms and summaries add to a metric's name. */
const parts = /_(?:bucket|count|sum)$/

/** What the simulated components count; kube-proxy all of its own. */
const counted =
  /^(?:kubernetes_(?:feature_enabled|build_info|healthcheck)|version_info|apiserver_(?:request_total|request_duration_seconds|current_inflight_requests|longrunning_requests|requested_deprecated_apis|watch_list_duration_seconds|storage_objects)|kubeproxy_\w+)$/
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
