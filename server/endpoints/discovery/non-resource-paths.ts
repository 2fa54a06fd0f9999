// Upstream: staging/src/k8s.io/apiserver/pkg/server/{mux,routes}, pkg/controlplane/apiserver
import type { Clock } from '../../../component-base/clock.ts'
import type { GateState } from '../../../component-base/metrics/component-metrics.ts'
import type { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'
import type { Release } from '../../../component-base/release.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { type OpenIDOptions, openIDAnswer, requireAccepted } from '../authentication/openid-metadata.ts'
import { flagzAnswer, statuszAnswer } from '../health/debug-pages.ts'
import { HealthChecks, type HealthState } from '../health/health-checks.ts'
import { metricsAnswer, type ServerMetricsOptions, slisAnswer } from '../metrics/server-metrics.ts'
import { type DiscoveryOptions, DiscoveryPaths } from './discovery-paths.ts'
import {
  type EndpointAnswer,
  type EndpointRequest,
  noSuchRoute,
  pageNotFound,
  textAnswer,
  wrongMethod,
} from './endpoint-answer.ts'
import { pathsBesideGroups } from './gated-paths.ts'
import type { ResourceSet } from './resource-set.ts'
import { versionInfo } from './version.ts'

/** The state of a server that its paths beside resources show. */
export interface NonResourceOptions {
  readonly set: ResourceSet
  readonly release: Release
  readonly emulation: number
  readonly minCompatibility: number
  readonly gates: FeatureGateReader
  readonly allGates: () => readonly GateState[]
  readonly clock: Clock
  /** The `host:port` under which clients reach the server. */
  readonly serverAddress: string
  readonly withPeers?: DiscoveryOptions['withPeers']
  readonly openID: OpenIDOptions
  readonly metrics: RecordedRegistry
  /** The metrics of the authorizers. */
  readonly authorization: ServerMetricsOptions['authorization']
  readonly planned: ServerMetricsOptions['planned']
  /** The error of a health check, by the check's name; undefined: it passes. */
  readonly health: HealthState
  /** Flags and their values, for /flagz. */
  readonly flags: ReadonlyMap<string, string>
  readonly profiling?: boolean
  /** Answers /openapi/v2 and /openapi/v3…; the paths are served whatever the method. */
  readonly openapi?: (request: EndpointRequest) => EndpointAnswer | undefined
}

/** Everything that a kube-apiserver serves and that is no resource. Unknown paths get the real server's 404. */
export class NonResourcePaths {
  private readonly options: NonResourceOptions
  private readonly discovery: DiscoveryPaths
  private readonly health: HealthChecks
  private readonly startedAt: number
  private index: { readonly revision: number | undefined; readonly paths: readonly string[] } | undefined
  constructor(options: NonResourceOptions) {
    this.options = options
    this.startedAt = options.clock.now()
    this.discovery = new DiscoveryPaths({
      set: options.set,
      minor: options.release.minor,
      gates: options.gates,
      serverAddress: options.serverAddress,
      withPeers: options.withPeers,
    })
    this.health = new HealthChecks(
      pathsBesideGroups(options.release.facts, options.gates),
      options.health,
      options.release.minor,
    )
  }
  /** Throws StatusErrors (404, 405, 406) for what upstream's router refuses. */
  answer(request: EndpointRequest): EndpointAnswer {
    return (
      this.discovery.answer(request) ??
      this.health.answer(request) ??
      openIDAnswer(this.options.openID, request, this.options.release.minor) ??
      this.page(request) ??
      pageNotFound()
    )
  }
  private page(request: EndpointRequest): EndpointAnswer | undefined {
    const { path, method } = request
    const { gates, release } = this.options
    if (path === '/' || path === '/index.html')
      return {
        status: 200,
        chunked: true,
        contentType: 'application/json',
        body: JSON.stringify({ paths: this.paths() }, null, 2),
      }
    if (path === '/version' || path === '/version/') {
      if (method !== 'GET') throw wrongMethod()
      requireAccepted(request, 'application/json', release.minor)
      return {
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify(versionInfo(this.options), null, 2),
      }
    }
    if (path.startsWith('/version/')) throw noSuchRoute()
    if (path === '/metrics')
      return method === 'DELETE'
        ? { ...textAnswer(200, 'metrics reset\n'), sniffable: true }
        : metricsAnswer(this.metricsOptions())
    if (path === '/metrics/slis' && gateEnabled(gates, 'ComponentSLIs'))
      return slisAnswer(this.metricsOptions(), this.health.states())
    if (path === '/flagz' && gateEnabled(gates, 'ComponentFlagz'))
      return flagzAnswer(request, release, this.options.flags, this.writesCbor())
    if (path === '/statusz' && gateEnabled(gates, 'ComponentStatusz')) return this.statusz(request)
    if (path.startsWith('/openapi/')) return this.options.openapi?.(request)
    if (path === '/debug/pprof' && this.options.profiling !== false)
      return {
        status: 302,
        headers: { Location: '/debug/pprof/' },
        body: method === 'GET' ? '<a href="/debug/pprof/">Found</a>.\n\n' : '',
        // Go tells the type of a redirection to those who read it.
        contentType: method === 'GET' || method === 'HEAD' ? 'text/html; charset=utf-8' : '',
      }
    if (path === '/debug/pprof/' && this.options.profiling !== false)
      return {
        ...textAnswer(
          200,
          '<html><head><title>/debug/pprof/</title></head><body></body></html>\n',
          'text/html; charset=utf-8',
        ),
        headers: { 'X-Content-Type-Options': 'nosniff' },
      }
    if (path.startsWith('/debug/pprof/') && this.options.profiling !== false)
      return { ...pageNotFound(), body: 'Unknown profile\n' }
    return undefined
  }
  private statusz(request: EndpointRequest): EndpointAnswer {
    const { emulation, clock, gates, release } = this.options
    const flagz = gateEnabled(gates, 'ComponentFlagz') ? ['/flagz'] : []
    const paths = [...flagz, '/healthz', '/livez', '/metrics', '/readyz', '/statusz', '/version']
    const { startedAt } = this
    const cbor = this.writesCbor()
    return statuszAnswer(request, { release, emulation, startedAt, now: clock.now(), paths, cbor })
  }
  private writesCbor(): boolean {
    return gateEnabled(this.options.gates, 'CBORServingAndStorage')
  }
  private metricsOptions(): ServerMetricsOptions {
    const { release, emulation, minCompatibility, allGates, metrics, authorization, planned } = this.options
    return {
      release,
      emulation,
      minCompatibility,
      gates: allGates,
      metrics,
      authorization,
      planned,
      startedAt: this.startedAt,
    }
  }
  /** The index of /: the release's paths, with the groups that are served. */
  private paths(): readonly string[] {
    const { set, release, gates } = this.options
    const { revision } = set
    if (this.index !== undefined && this.index.revision === revision) return this.index.paths
    const other = pathsBesideGroups(release.facts, gates)
    const served = set.groupVersions.map((gv) =>
      gv.group === '' ? `/api/${gv.version}` : `/apis/${gv.group}/${gv.version}`,
    )
    const groups = set.groups.filter((g) => g !== '').map((g) => `/apis/${g}`)
    const paths = [...new Set(['/api', '/apis', '/apis/', ...groups, ...served, ...other])].sort()
    this.index = { revision, paths }
    return paths
  }
}
