// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/{metrics/metrics.go (InstrumentRouteFunc, MonitorRequest),installer.go}
import type { Clock } from '../../../component-base/clock.ts'
import type { MetricSeries } from '../../../component-base/metrics/metric-registry.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import type { ApiCall } from '../api-call.ts'
import type { AppExtension } from '../app.ts'
import type { ResourceSet, ServedResource } from '../discovery/resource-set.ts'
import { isLongRunning } from '../flowcontrol/max-in-flight.ts'
import type { RequestInfo } from '../request-info.ts'
import {
  dryRunLabel,
  fieldValidationLabel,
  reportedVerb,
  scopeOfInfo,
  scopeOfRoute,
} from './request-labels.ts'
import type { RequestMetrics, RequestSeries } from './request-metrics.ts'

/** What of a request is counted, and where; the same for all requests of its kind. */
interface CountedKind {
  readonly series: RequestSeries
  /** The sizes of bodies; undefined where requests have none. */
  readonly bodies: MetricSeries | undefined
  /** The open requests; undefined for requests that end by themselves. */
  readonly open: MetricSeries | undefined
}

/** The deprecation and the kinds of requests of a resource, found at its first request. */
interface CountedResource {
  readonly deprecated: boolean
  readonly removed: string | undefined
  /** By subresource, verb and scope: nothing has to be put together to find one. */
  readonly kinds: Map<string, Map<string, Map<string, CountedKind>>>
}

const bodyVerbs: Readonly<Record<string, string>> = {
  create: 'create',
  update: 'update',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'delete_collection',
}

/** Counts what passes; answers nothing itself. @param facts as `1.36` */
export function metricsExtension(
  metrics: RequestMetrics,
  clock: Clock,
  set: ResourceSet,
  facts: string,
): AppExtension {
  const counting = new Counting(metrics, set, facts)
  return (call) => {
    const { info, audit } = call
    const found = info.isResourceRequest ? counting.ofResource(call) : counting.ofPath(call)
    if (found === undefined) return false
    const { resource, kind } = found
    const started = clock.now()
    kind.open?.add(1)
    if (resource?.deprecated === true) audit?.annotate('k8s.io/deprecated', 'true')
    if (resource?.removed !== undefined) audit?.annotate('k8s.io/removed-release', resource.removed)
    if (info.verb === 'watch') timeWatchList(call, metrics, clock, started)
    countAnswer(call, kind, clock, started)
    return false
  }
}

function timeWatchList(call: ApiCall, metrics: RequestMetrics, clock: Clock, started: number): void {
  const { info } = call
  call.onInitialEventsEnd = () => {
    const labels = { group: info.apiGroup, version: info.apiVersion, resource: info.resource }
    metrics.watchListed({ ...labels, scope: scopeOfInfo(info) }, (clock.now() - started) / 1000)
  }
}

/** Counts a call when it has been answered. Of one that stays open for long, it keeps what is counted only. */
function countAnswer(
  { res, query, sizes, elsewhere }: ApiCall,
  kind: CountedKind,
  clock: Clock,
  started: number,
): void {
  const dryRun = dryRunLabel(query)
  const fieldValidation = fieldValidationLabel(query)
  res.on('close', () => {
    kind.open?.add(-1)
    if (sizes.body !== undefined) kind.bodies?.observe(sizes.body)
    kind.series.answered({
      code: res.statusCode,
      seconds: (clock.now() - started) / 1000,
      elsewhere: elsewhere.admit + elsewhere.validate,
      size: sizes.answer,
      dryRun,
      fieldValidation,
    })
  })
}

class Counting {
  private readonly metrics: RequestMetrics
  private readonly set: ResourceSet
  private readonly facts: string
  private readonly resources = new WeakMap<ServedResource, CountedResource>()
  private readonly paths = new Map<string, Map<string, CountedKind>>()

  constructor(metrics: RequestMetrics, set: ResourceSet, facts: string) {
    this.metrics = metrics
    this.set = set
    this.facts = facts
  }

  /** Undefined of what no route is about. */
  ofResource(call: ApiCall): { resource: CountedResource; kind: CountedKind } | undefined {
    const { info } = call
    const served = this.set.resource(info.apiGroup, info.apiVersion, info.resource)
    if (served === undefined || !isRouted(served, info)) return undefined
    let resource = this.resources.get(served)
    if (resource === undefined) {
      resource = this.known(served, info)
      this.resources.set(served, resource)
    }
    const verb = reportedVerb(call, info)
    const scope = scopeOfRoute(info)
    const kinds = placeFor(placeFor(resource.kinds, info.subresource), verb)
    let kind = kinds.get(scope)
    if (kind === undefined) {
      kind = this.kindOf(call, verb, scope)
      kinds.set(scope, kind)
      if (resource.deprecated)
        this.metrics.deprecatedRequest({
          group: info.apiGroup,
          version: info.apiVersion,
          resource: info.resource,
          subresource: info.subresource,
          removed_release: resource.removed ?? '',
        })
    }
    return { resource, kind }
  }

  /** Of the paths that are no resources, upstream counts probes and documents. */
  ofPath({ info: { path, verb } }: ApiCall): { resource: undefined; kind: CountedKind } | undefined {
    const subresource = countedPath(path)
    if (subresource === undefined) return undefined
    const ofPath = placeFor(this.paths, subresource)
    let kind = ofPath.get(verb)
    if (kind === undefined) {
      const method = verb === 'head' ? 'GET' : verb.toUpperCase()
      const labels = { ...noResource, subresource, verb: method, scope: '', component: '' }
      const series = this.metrics.series(labels, { tellsSize: true, longRunning: false })
      kind = { series, bodies: undefined, open: undefined }
      ofPath.set(verb, kind)
    }
    return { resource: undefined, kind }
  }

  private known({ kind }: ServedResource, { apiGroup, apiVersion }: RequestInfo): CountedResource {
    const life = releaseFacts(this.facts, 'api-lifecycle')[`${apiGroup}/${apiVersion}/${kind}`]
    const deprecated = life?.deprecated !== undefined
    return { deprecated, removed: deprecated ? life.removed : undefined, kinds: new Map() }
  }

  private kindOf({ info, req }: ApiCall, verb: string, scope: string): CountedKind {
    const { apiGroup: group, apiVersion: version, resource, subresource } = info
    const labels = { group, version, resource, subresource, verb, component: 'apiserver' }
    const reads = ['GET', 'HEAD'].includes(req.method)
    const custom = this.set.isCustom?.(group) === true && info.verb === 'watch'
    const tellsSize = reads && !info.verbFromPath && !custom && (verb !== 'CONNECT' || subresource === 'log')
    const longRunning = isLongRunning(info)
    const body = bodyVerbs[info.verb]
    return {
      series: this.metrics.series({ ...labels, scope }, { tellsSize, longRunning }),
      bodies: body === undefined ? undefined : this.metrics.bodies(group, resource, body),
      open: longRunning ? this.metrics.longRunning({ ...labels, scope: scopeOfInfo(info) }) : undefined,
    }
  }
}

function placeFor<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const there = map.get(key)
  if (there !== undefined) return there
  const made = new Map<string, V>()
  map.set(key, made)
  return made
}

const noResource = { group: '', version: '', resource: '' }

function countedPath(path: string): string | undefined {
  if (path === '/healthz' || path === '/livez' || path === '/readyz') return path
  if (path === '/openapi/v3') return 'openapi/v3'
  return path.startsWith('/openapi/v3/') ? 'openapi/v3/' : undefined
}

/** What the router refuses, 404 or 405, reaches nothing that counts. */
function isRouted({ verbs, subresources }: ServedResource, info: RequestInfo): boolean {
  if (info.subresource === '') return verbs.includes(info.verb) || info.verb === 'proxy'
  const sub = subresources?.find(({ name }) => name === info.subresource)
  return sub?.verbs.includes(info.verb) === true
}
