// Upstream: cmd/kube-proxy/app/server.go (serveHealthz, serveMetrics)
import type { RequestListener, ServerResponse } from 'node:http'
import { type HealthcheckState, sliMetrics } from '../../component-base/metrics/component-metrics.ts'
import { formatMetrics } from '../../component-base/metrics/metrics-text.ts'
import type { ProxyHealth } from './proxy-health.ts'
import type { SyncMetrics } from './sync-metrics.ts'

function send(response: ServerResponse, code: number, type: string, body: string): void {
  response.writeHead(code, {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

const text = 'text/plain; charset=utf-8'
const pathOf = (url: string | undefined): string => (url ?? '/').split('?')[0]!
const notFound = (response: ServerResponse): void => send(response, 404, text, '404 page not found\n')

/** Answers /healthz, and in releases that have it /livez, at the health port. */
export function healthHandler(health: ProxyHealth, metrics: SyncMetrics): RequestListener {
  const paths = health.hasLivez() ? ['/healthz', '/livez'] : ['/healthz']
  return (request, response) => {
    const path = pathOf(request.url)
    if (!paths.includes(path)) return notFound(response)
    const answer = path === '/healthz' ? health.healthz() : health.livez()
    metrics.asked(path === '/healthz' ? 'healthz' : 'livez', answer.code)
    send(response, answer.code, 'application/json', answer.body)
  }
}

/** What is shown at the metrics port. */
export interface MetricsPages {
  readonly mode: string
  /** The JSON of the configuration. */
  readonly configz: string
  readonly metrics: SyncMetrics
  /** When the proxy started, in milliseconds since the epoch; undefined in releases that show no SLIs. */
  readonly slisSince?: number | undefined
}

const checks: readonly HealthcheckState[] = [{ name: 'ping', type: 'healthz', ok: true }]

/** Answers /metrics, /metrics/slis, /proxyMode, /configz and a /healthz of its own. */
export function metricsHandler({ mode, configz, metrics, slisSince }: MetricsPages): RequestListener {
  const routes: Readonly<Record<string, (response: ServerResponse) => void>> = Object.assign(
    Object.create(null),
    {
      '/proxyMode': (r: ServerResponse) => send(r, 200, text, mode),
      '/configz': (r: ServerResponse) => send(r, 200, 'application/json', configz),
      '/healthz': (r: ServerResponse) => send(r, 200, text, 'ok'),
      '/healthz/ping': (r: ServerResponse) => send(r, 200, text, 'ok'),
      '/metrics': (r: ServerResponse) => send(r, 200, metrics.contentType, metrics.text()),
    },
    slisSince !== undefined && {
      '/metrics/slis': (r: ServerResponse) =>
        send(r, 200, metrics.contentType, formatMetrics(sliMetrics(checks, slisSince))),
    },
  )
  return (request, response) => {
    const route = routes[pathOf(request.url)]
    if (route === undefined) notFound(response)
    else route(response)
  }
}
