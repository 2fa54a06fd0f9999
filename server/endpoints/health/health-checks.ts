// Upstream: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { HealthcheckState } from '../../../component-base/metrics/component-metrics.ts'
import { endpointsDialect } from '../dialect.ts'
import {
  type EndpointAnswer,
  type EndpointRequest,
  pageNotFound,
  textAnswer,
} from '../discovery/endpoint-answer.ts'

/** The order in which a kube-apiserver registers its checks. */
const first = [
  'ping',
  'log',
  'loopback-serving-certificate',
  'etcd',
  'etcd-readiness',
  'informer-sync',
  'poststarthook/start-apiserver-admission-initializer',
  'poststarthook/generic-apiserver-start-informers',
  'poststarthook/priority-and-fairness-config-consumer',
  'poststarthook/priority-and-fairness-filter',
  'poststarthook/storage-object-count-tracker-hook',
  'poststarthook/start-apiextensions-informers',
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/crd-informer-synced',
]
const ofRegistry = [
  'poststarthook/start-service-ip-repair-controllers',
  'poststarthook/rbac/bootstrap-roles',
  'poststarthook/scheduling/bootstrap-system-priority-classes',
  'poststarthook/priority-and-fairness-config-producer',
]
const ofControlPlane = [
  'poststarthook/start-kube-apiserver-coordinated-leader-election-controller',
  'poststarthook/peer-endpoint-reconciler-controller',
  'poststarthook/start-cluster-authentication-info-controller',
  'poststarthook/start-kube-apiserver-identity-lease-controller',
  'poststarthook/start-kube-apiserver-identity-lease-garbage-collector',
  'poststarthook/storage-readiness',
  'poststarthook/start-legacy-token-tracking-controller',
]
const ofAggregator = [
  'poststarthook/aggregator-reload-proxy-client-cert',
  'poststarthook/start-kube-aggregator-informers',
  'poststarthook/apiservice-status-local-available-controller',
  'poststarthook/apiservice-status-remote-available-controller',
  'poststarthook/apiservice-registration-controller',
  'poststarthook/apiservice-status-available-controller',
  'poststarthook/apiservice-discovery-controller',
  'poststarthook/built-in-resources-storage-version-updater',
  'poststarthook/kube-apiserver-autoregistration',
  'autoregister-completion',
  'poststarthook/apiservice-openapi-controller',
  'poststarthook/apiservice-openapiv3-controller',
]
const namespaces = 'poststarthook/start-system-namespaces-controller'
const ofServices = [
  'poststarthook/bootstrap-controller',
  'poststarthook/start-kubernetes-service-cidr-controller',
]

const orderOf = (minor: number): string[] =>
  endpointsDialect(minor).checksControlPlaneFirst
    ? [...first, namespaces, ...ofControlPlane, ...ofRegistry, ...ofServices, ...ofAggregator]
    : [...first, ...ofRegistry, namespaces, ...ofServices, ...ofControlPlane, ...ofAggregator]

/** A check of a root path, and how often it held where it was asked for with all others; no counts: it never was. */
interface Check {
  readonly name: string
  counts: { success: number; error: number } | undefined
}

/** The error of a health check, by the check's name; undefined: it passes. */
export type HealthState = (check: string) => string | undefined

/** Answers /healthz, /livez, /readyz and their single checks. @param paths the root paths of the release. */
export class HealthChecks {
  private readonly checks = new Map<string, Check[]>()
  private readonly state: HealthState
  constructor(paths: readonly string[], state: HealthState, minor: number) {
    this.state = state
    const order = orderOf(minor)
    const rank = (name: string): number =>
      name === 'shutdown' ? order.length + 1 : order.includes(name) ? order.indexOf(name) : order.length
    for (const root of ['healthz', 'livez', 'readyz']) {
      const names = paths.filter((p) => p.startsWith(`/${root}/`)).map((p) => p.slice(root.length + 2))
      names.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
      this.checks.set(
        root,
        names.map((name) => ({ name, counts: undefined })),
      )
    }
  }
  answer(request: EndpointRequest): EndpointAnswer | undefined {
    const [, root = '', ...rest] = request.path.split('/')
    const checks = this.checks.get(root)
    if (checks === undefined) return undefined
    if (rest.length === 0) return this.all(root, checks, request.query)
    const name = rest.join('/')
    if (!checks.some((check) => check.name === name)) return pageNotFound()
    const failure = this.state(name)
    return failure === undefined
      ? { ...textAnswer(200, 'ok'), sniffable: true }
      : textAnswer(500, `internal server error: ${failure}\n`)
  }
  /**
   * Every check of every root, whether it holds, and how often it did where it was asked for with all others.
   * @note Upstream shows a check once it was asked for; recorded is a server that probes asked, as those of clusters are.
   */
  states(): HealthcheckState[] {
    return [...this.checks].flatMap(([type, checks]) =>
      checks.map(({ name, counts }) => ({ name, type, ok: this.state(name) === undefined, counts })),
    )
  }
  private holds(check: Check): boolean {
    const ok = this.state(check.name) === undefined
    check.counts ??= { success: 0, error: 0 }
    check.counts[ok ? 'success' : 'error']++
    return ok
  }
  private all(root: string, checks: readonly Check[], query: URLSearchParams): EndpointAnswer {
    const excluded = new Set(
      query
        .getAll('exclude')
        .flatMap((e) => e.split(','))
        .filter((e) => e !== ''),
    )
    let lines = ''
    let failed = false
    for (const check of checks) {
      const { name } = check
      if (excluded.delete(name)) lines += `[+]${name} excluded: ok\n`
      else if (this.holds(check)) lines += `[+]${name} ok\n`
      else {
        lines += `[-]${name} failed: reason withheld\n`
        failed = true
      }
    }
    if (excluded.size > 0)
      lines += `warn: some health checks cannot be excluded: no matches for ${[...excluded].map((e) => goQuote(e)).join(',')}\n`
    if (failed) return textAnswer(500, `${lines}${root} check failed\n`)
    return textAnswer(200, query.has('verbose') ? `${lines}${root} check passed\n` : 'ok')
  }
}
