// Upstream: staging/src/k8s.io/apiserver/pkg/storage/{cacher/metrics,etcd3/metrics}/metrics.go

import type { GroupResource } from '../../../apimachinery/status-error.ts'
import type { MetricSeries } from '../../../component-base/metrics/metric-registry.ts'
import type { Labels } from '../../../component-base/metrics/metrics-text.ts'
import type { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'

/** A list as metrics tell of it: from the server's own memory, or from the store. */
export interface ListCounts {
  readonly fromCache: boolean
  /** The newest was asked for, and memory had it. */
  readonly consistent: boolean
  readonly fetched: number
  readonly evaluated: number
  readonly returned: number
}

/** A resource as the metrics of stores name it, which changed with the releases. @param keyPrefix as `/registry/pods` */
export const storeLabels = (
  { group, resource }: GroupResource,
  keyPrefix: string,
  hasGroup: boolean,
): Labels => ({
  group,
  resource: hasGroup || group === '' ? resource : `${resource}.${group}`,
  resource_prefix: keyPrefix.replace('/registry', ''),
  index: '',
})

type Lists = Readonly<Record<'total' | 'fetched' | 'evaluated' | 'returned', MetricSeries>>

/** Counts the reads of one resource's store. Series are made when they are first counted, as upstream's are. */
export class StoreMetrics {
  private readonly registry: RecordedRegistry
  private readonly labels: Labels
  private readonly prefixLabels: Labels
  private cache: Lists | undefined
  private storage: Lists | undefined
  private consistent: MetricSeries | undefined
  private waited: MetricSeries | undefined
  private initial: MetricSeries | undefined

  constructor(registry: RecordedRegistry, resource: GroupResource, keyPrefix: string) {
    this.registry = registry
    const hasGroup = (name: string) => registry.family(name).definition.labels?.includes('group') === true
    this.labels = storeLabels(resource, keyPrefix, hasGroup('apiserver_storage_list_total'))
    const { resource_prefix: prefix = '' } = this.labels
    const grouped = hasGroup('apiserver_watch_cache_consistent_read_total')
    this.prefixLabels = grouped ? this.labels : { ...this.labels, resource: prefix }
  }

  listed({ fromCache, consistent, fetched, evaluated, returned }: ListCounts): void {
    if (fromCache) this.cache ??= this.lists('apiserver_cache_list')
    else this.storage ??= this.lists('apiserver_storage_list')
    const own = (fromCache ? this.cache : this.storage)!
    own.total.add()
    own.fetched.add(fetched)
    own.evaluated.add(evaluated)
    own.returned.add(returned)
    if (!consistent) return
    this.consistent ??= this.registry
      .family('apiserver_watch_cache_consistent_read_total')
      .with({ ...this.prefixLabels, fallback: 'false', success: 'true' })
    this.consistent.add()
    // What is asked for is there.
    this.waited ??= this.registry.family('apiserver_watch_cache_read_wait_seconds').with(this.labels)
    this.waited.observe(0)
  }

  /** The initial events of a watch. */
  initialEvents(count: number): void {
    if (count === 0) return
    this.initial ??= this.registry.family('apiserver_init_events_total').with(this.labels)
    this.initial.add(count)
  }

  private lists(prefix: string): Lists {
    const of = (name: string) => this.registry.family(`${prefix}_${name}`).with(this.labels)
    return {
      total: of('total'),
      fetched: of('fetched_objects_total'),
      evaluated: of('evaluated_objects_total'),
      returned: of('returned_objects_total'),
    }
  }
}
