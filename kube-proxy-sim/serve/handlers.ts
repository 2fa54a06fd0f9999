// Upstream: cmd/kube-proxy/app/server.go (serveHealthz, serveMetrics)
import type { RequestListener, ServerResponse } from 'node:http'
import { isLoopback } from '../../component-base/ip-family.ts'
import { type HealthcheckState, sliMetrics } from '../../component-base/metrics/component-metrics.ts'
import { formatMetrics } from '../../component-base/metrics/metrics-text.ts'
import { parseHostPort } from '../rules/model/ip-range.ts'
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

/** The listener of a health server at a port of its node; undefined of other ports, and of one that listens on the loopback address only. */
export function healthListener(
  bindAddress: string,
  port: number,
  listener: () => RequestListener,
): RequestListener | undefined {
  const { ip, port: own } = parseHostPort(bindAddress) ?? {}
  return own !== port || ip === undefined || isLoopback(ip) ? undefined : listener()
}

/** The state that pages of the metrics port show. */
export interface MetricsPages {
  readonly mode: string
  /** The JSON of the configuration. */
  readonly configz: string
  readonly metrics: SyncMetrics
  /** When the proxy started, in milliseconds since the epoch; undefined in releases that show no SLIs. */
  readonly slisSince?: number | undefined
}

const checks: readonly HealthcheckState[] = [{ name: 'ping', type: 'healthz', ok: true }]

interface Page {
  contentType: string
  body: string
}
/** The pages of the metrics port that are also answered without a connection. */
const pagesOf = ({
  mode,
  metrics,
}: Pick<MetricsPages, 'mode' | 'metrics'>): Readonly<Record<string, () => Page>> =>
  Object.assign(Object.create(null), {
    '/proxyMode': () => ({ contentType: text, body: mode }),
    '/healthz': () => ({ contentType: text, body: 'ok' }),
    '/metrics': () => ({ contentType: metrics.contentType, body: metrics.text() }),
  })

/** Answers /metrics, /metrics/slis, /proxyMode, /configz and a /healthz of its own. */
export function metricsHandler({ mode, configz, metrics, slisSince }: MetricsPages): RequestListener {
  const pages: Readonly<Record<string, () => Page>> = Object.assign(
    pagesOf({ mode, metrics }),
    {
      '/configz': () => ({ contentType: 'application/json', body: configz }),
      '/healthz/ping': () => ({ contentType: text, body: 'ok' }),
    },
    slisSince !== undefined && {
      '/metrics/slis': () => ({
        contentType: metrics.contentType,
        body: formatMetrics(sliMetrics(checks, slisSince)),
      }),
    },
  )
  return (request, response) => {
    const page = pages[pathOf(request.url)]?.()
    if (page === undefined) notFound(response)
    else send(response, 200, page.contentType, page.body)
  }
}

/** The answer to what is asked of the metrics port without a connection. @param path without query */
export function metricsAnswer(
  pages: Pick<MetricsPages, 'mode' | 'metrics'>,
  path: string,
): { status: number; contentType: string; body: string } {
  const page = pagesOf(pages)[path]?.()
  return page === undefined
    ? { status: 404, contentType: text, body: '404 page not found\n' }
    : { status: 200, ...page }
}
