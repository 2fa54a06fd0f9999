// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (MonitorRequest), endpoints/handlers/metrics/metrics.go
import type { MetricFamily, MetricSeries } from '../../../component-base/metrics/metric-registry.ts'
import type { Labels } from '../../../component-base/metrics/metrics-text.ts'
import type { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'
import { endpointsDialect } from '../dialect.ts'

/** The labels by which metrics count a request. */
export type RequestLabels = Readonly<
  Record<'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'scope' | 'component', string>
>

const names = {
  requests: 'apiserver_request_total',
  durations: 'apiserver_request_duration_seconds',
  sli: 'apiserver_request_sli_duration_seconds',
  slo: 'apiserver_request_slo_duration_seconds',
  sizes: 'apiserver_response_sizes',
  bodies: 'apiserver_request_body_size_bytes',
  fieldValidation: 'field_validation_request_duration_seconds',
  inFlight: 'apiserver_current_inflight_requests',
  inQueue: 'apiserver_current_inqueue_requests',
  longRunning: 'apiserver_longrunning_requests',
  terminations: 'apiserver_request_terminations_total',
  deprecated: 'apiserver_requested_deprecated_apis',
  watchLists: 'apiserver_watch_list_duration_seconds',
} as const

type Families = Readonly<Record<keyof typeof names, MetricFamily>>

const familiesOf = (registry: RecordedRegistry): Families =>
  Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, registry.family(name)]),
  ) as unknown as Families

/** The values that metrics count of an answer besides its labels. Times are in seconds, sizes in bytes. */
export interface AnsweredRequest {
  readonly code: number
  readonly seconds: number
  /** The part of `seconds` that webhooks took. */
  readonly elsewhere: number
  readonly size: number
  readonly dryRun: string
  readonly fieldValidation: string
}

/** The traits of a kind of request that decide which metrics count it. */
export interface RequestTraits {
  /** Reads an object or a list; so do watches that the query asks for, and not those of a path. */
  readonly tellsSize: boolean
  /** Takes as long as the client likes, which says nothing of the server. */
  readonly longRunning: boolean
  /** The release tells how long dry runs take with the others. */
  readonly timesDryRuns: boolean
}

/** The series of all requests that have the same labels: found once, so that counting a request looks nothing up. */
export class RequestSeries {
  private readonly labels: RequestLabels
  private readonly families: Families
  private readonly traits: RequestTraits
  private readonly validations: Set<string>
  private readonly codes = new Map<number, MetricSeries>()
  private durations: MetricSeries | undefined
  private sli: MetricSeries | undefined
  private slo: MetricSeries | undefined
  private sizes: MetricSeries | undefined

  /** @param validations the values of fieldValidation that were seen */
  constructor(labels: RequestLabels, families: Families, traits: RequestTraits, validations: Set<string>) {
    this.labels = labels
    this.families = families
    this.traits = traits
    this.validations = validations
  }

  answered(request: AnsweredRequest): void {
    const { code, seconds, dryRun, fieldValidation, elsewhere, size } = request
    const { families, labels, traits } = this
    if (!this.validations.has(fieldValidation)) {
      // As upstream: the series is there, and nothing is observed.
      families.fieldValidation.with({ field_validation: fieldValidation })
      this.validations.add(fieldValidation)
    }
    if (dryRun === '') {
      this.ofCode(code).add()
      this.durations ??= families.durations.with({ ...labels, dry_run: '' })
      this.durations.observe(seconds)
      if (!traits.longRunning) this.observeSli(seconds - elsewhere)
    } else {
      const dry = { ...labels, dry_run: dryRun }
      families.requests.add({ ...dry, code: String(code) })
      families.durations.observe(dry, seconds)
      if (traits.timesDryRuns && !traits.longRunning) this.observeSli(seconds - elsewhere)
    }
    if (!traits.tellsSize) return
    this.sizes ??= families.sizes.with(labels)
    this.sizes.observe(size)
  }

  private observeSli(seconds: number): void {
    this.sli ??= this.families.sli.with(this.labels)
    this.sli.observe(seconds)
    this.slo ??= this.families.slo.with(this.labels)
    this.slo.observe(seconds)
  }

  private ofCode(code: number): MetricSeries {
    const there = this.codes.get(code)
    if (there !== undefined) return there
    const made = this.families.requests.with({ ...this.labels, dry_run: '', code: String(code) })
    this.codes.set(code, made)
    return made
  }
}

/** The metrics of the requests of one server. */
export class RequestMetrics {
  private readonly families: Families
  private readonly places: Readonly<Record<'readOnly' | 'mutating', MetricSeries>>
  private readonly validations = new Set<string>()
  private readonly timesDryRuns: boolean

  /** @param minor of the release */
  constructor(registry: RecordedRegistry, minor: number) {
    this.families = familiesOf(registry)
    this.timesDryRuns = endpointsDialect(minor).timesDryRuns
    const { inFlight, inQueue } = this.families
    this.places = {
      readOnly: inFlight.with({ request_kind: 'readOnly' }),
      mutating: inFlight.with({ request_kind: 'mutating' }),
    }
    // Nothing waits here: who finds no place is refused.
    for (const request_kind of ['readOnly', 'mutating']) inQueue.set({ request_kind }, 0)
  }

  series(labels: RequestLabels, traits: Omit<RequestTraits, 'timesDryRuns'>): RequestSeries {
    const { timesDryRuns } = this
    return new RequestSeries(labels, this.families, { ...traits, timesDryRuns }, this.validations)
  }
  /** A body was read. @param verb as `delete_collection` */
  bodies(group: string, resource: string, verb: string): MetricSeries {
    return this.families.bodies.with({ group, resource, verb })
  }
  /** A request found no place: it is counted with those that were answered too. */
  dropped(labels: RequestLabels, path: string, code: number, dryRun: string): void {
    this.families.requests.add({ ...labels, dry_run: dryRun, code: String(code) })
    const subresource = labels.resource === '' ? path : labels.subresource
    this.families.terminations.add({ ...labels, subresource, code: String(code) })
  }
  /** The initial events of a watch have gone out. @param seconds since the request came */
  watchListed(labels: Labels, seconds: number): void {
    this.families.watchLists.observe(labels, seconds)
  }
  /** A request of an API that a later release removes. @param labels with removed_release */
  deprecatedRequest(labels: Labels): void {
    this.families.deprecated.set(labels, 1)
  }
  longRunning(labels: RequestLabels): MetricSeries {
    return this.families.longRunning.with(labels)
  }
  entered(mutating: boolean, by: 1 | -1): void {
    this.places[mutating ? 'mutating' : 'readOnly'].add(by)
  }
}
