import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { formatStructured, type Logger } from '../../component-base/klog.ts'
import type { ProxyEvent } from '../events.ts'
import type { ProxyNode } from '../rules/model/objects.ts'
import { healthHandler, metricsHandler } from './handlers.ts'
import { closeServer } from './listen.ts'
import { ProxyHealth } from './proxy-health.ts'
import { ServiceHealthServer } from './service-health.ts'
import { SyncMetrics } from './sync-metrics.ts'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map(closeServer)))

async function open(handler: RequestListener): Promise<number> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

async function get(port: number, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

describe('the health server', () => {
  const leaving: ProxyNode = { metadata: {}, spec: { taints: [{ key: 'ToBeDeletedByClusterAutoscaler' }] } }

  it('answers with the health and counts its answers', async () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z')
    const metrics = new SyncMetrics(36, 'iptables')
    const health = new ProxyHealth({ clock, minor: 36, timeoutMs: 60_000, node: () => leaving })
    health.updated('IPv4')
    const port = await open(healthHandler(health, metrics))
    const healthz = await get(port, '/healthz?verbose')
    expect(healthz.status).toBe(503)
    expect(healthz.headers.get('content-type')).toBe('application/json')
    expect(healthz.headers.get('x-content-type-options')).toBe('nosniff')
    expect(healthz.body).toBe(
      '{"lastUpdated":"2026-01-01T00:00:00Z","currentTime":"2026-01-01T00:00:00Z","nodeEligible":false,"healthy":true,"status":{"IPv4":{"lastUpdated":"2026-01-01T00:00:00Z","healthy":true}}}',
    )
    const livez = await get(port, '/livez')
    expect(livez.status).toBe(200)
    expect(JSON.parse(livez.body)).not.toHaveProperty('nodeEligible')
    expect(await get(port, '/metrics')).toMatchObject({ status: 404, body: '404 page not found\n' })
    const text = metrics.text()
    expect(text).toContain('kubeproxy_proxy_healthz_total{code="503"} 1\n')
    expect(text).toContain('kubeproxy_proxy_livez_total{code="200"} 1\n')
  })
})

describe('the metrics server', () => {
  it.each([
    ['/proxyMode', 200, 'text/plain; charset=utf-8', 'ipvs'],
    ['/configz', 200, 'application/json', '{"a":1}'],
    ['/healthz', 200, 'text/plain; charset=utf-8', 'ok'],
    ['/healthz/ping', 200, 'text/plain; charset=utf-8', 'ok'],
    ['/livez', 404, 'text/plain; charset=utf-8', '404 page not found\n'],
    ['/constructor', 404, 'text/plain; charset=utf-8', '404 page not found\n'],
  ])('answers %s', async (path, status, type, body) => {
    const metrics = new SyncMetrics(36, 'ipvs')
    const port = await open(metricsHandler({ mode: 'ipvs', configz: '{"a":1}', metrics }))
    const answer = await get(port, path)
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([status, type, body])
  })

  it('shows its health as a metric where the release does', async () => {
    const metrics = new SyncMetrics(36, 'ipvs')
    const pages = { mode: 'ipvs', configz: '{}', metrics }
    const without = await open(metricsHandler(pages))
    expect((await get(without, '/metrics/slis')).status).toBe(404)
    const { body } = await get(await open(metricsHandler({ ...pages, slisSince: 2000 })), '/metrics/slis')
    expect(body.replace(/^#.*\n/gm, '')).toBe(
      'kubernetes_healthcheck{name="ping",type="healthz"} 1\nprocess_start_time_seconds 2\n',
    )
  })

  it('shows the metrics of the mode', async () => {
    const metrics = new SyncMetrics(36, 'ipvs')
    const port = await open(metricsHandler({ mode: 'ipvs', configz: '{}', metrics }))
    const { headers, body } = await get(port, '/metrics')
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/)
    expect(body).toContain('kubeproxy_sync_proxy_rules_service_changes_total 0\n')
  })
})

describe('the ports that services name for health checks', () => {
  function services() {
    const lines: string[] = []
    const events: ProxyEvent[] = []
    const logger: Logger = {
      log: () => {},
      logS: (_, message, values) => void lines.push(formatStructured(message, values)),
    }
    const recorder = { record: (event: ProxyEvent) => void events.push(event) }
    let healthy = true
    const server = new ServiceHealthServer({
      minor: 36,
      nodeName: 'n1',
      logger,
      verbosity: 2,
      recorder,
      listen: true,
      proxyHealthy: () => healthy,
    })
    return { server, lines, events, fail: () => (healthy = false) }
  }

  it('answer by the endpoints of the node and the health of the proxy', async () => {
    const { server, lines, fail } = services()
    const port = await open(() => {})
    await closeServer(servers.pop()!)
    const service = { namespace: 'ns', name: 'a', port, localEndpoints: 1 }
    await server.sync([service])
    const answer = await get(port, '/')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-load-balancing-endpoint-weight')).toBe('1')
    expect(answer.body).toBe(
      '{\n\t"service": {\n\t\t"namespace": "ns",\n\t\t"name": "a"\n\t},\n\t"localEndpoints": 1,\n\t"serviceProxyHealthy": true\n}',
    )
    await server.sync([{ ...service, localEndpoints: 0 }])
    expect((await get(port, '/')).status).toBe(503)
    await server.sync([{ ...service, localEndpoints: 2 }])
    fail()
    expect((await get(port, '/')).status).toBe(503)
    await server.sync([])
    expect(lines).toEqual([
      `"Opening healthcheck" service="ns/a" port=${port}`,
      `"Closing healthcheck" service="ns/a" port=${port}`,
    ])
    await expect(get(port, '/')).rejects.toThrow()
  })

  it('that are taken are told by an event', async () => {
    const { server, lines, events } = services()
    const port = await open(() => {})
    await server.sync([{ namespace: 'ns', name: 'a', port, localEndpoints: 1 }])
    expect(events).toMatchObject([{ reason: 'FailedToStartServiceHealthcheck', type: 'Warning' }])
    expect(lines.at(-1)).toMatch(/^"Failed to start healthcheck" err="listen tcp4? .*address already in use"/)
    await server.close()
  })
})
