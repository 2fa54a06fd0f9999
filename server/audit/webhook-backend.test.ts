// The flags of the audit webhook, from the command line to what the webhook is sent.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Clock } from '../../component-base/clock.ts'
import { startTestServerWith, type TestServer } from '../testing/test-server.ts'
import type { AuditEvent } from './event.ts'
import { webhookBackend } from './webhook-backend.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-audit-webhook-'))
/** Lists that were sent, as the paths that their events tell of. */
let received: string[][] = []
let status = 200
let sink: Server

beforeAll(async () => {
  sink = createServer(async (request, answer) => {
    const list = JSON.parse((await request.setEncoding('utf8').toArray()).join(''))
    expect([request.headers.authorization, list.apiVersion, list.kind]).toEqual([
      'Bearer secret',
      'audit.k8s.io/v1',
      'EventList',
    ])
    received.push(list.items.map((one: { requestURI: string }) => one.requestURI))
    answer.writeHead(status).end()
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  const { port } = sink.address() as AddressInfo
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster: { server: `http://127.0.0.1:${port}/audit` } }],
    users: [{ name: 'a', user: { token: 'secret' } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    'current-context': 'a',
  }
  writeFileSync(join(dir, 'webhook.json'), JSON.stringify(kubeconfig))
  const rules = [{ level: 'Metadata', nonResourceURLs: ['/version*'] }, { level: 'None' }]
  const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', omitStages: ['ResponseStarted'], rules }
  writeFileSync(join(dir, 'policy.json'), JSON.stringify(policy))
})
beforeEach(() => {
  received = []
  status = 200
})
afterAll(async () => {
  await new Promise((resolve) => sink.close(resolve))
  rmSync(dir, { recursive: true })
})

async function withServer(flags: string[], use: (server: TestServer) => Promise<unknown>): Promise<void> {
  const files = [
    `--audit-policy-file=${join(dir, 'policy.json')}`,
    `--audit-webhook-config-file=${join(dir, 'webhook.json')}`,
  ]
  const server = await startTestServerWith({ mayAudit: true }, '1.36', ...files, ...flags)
  try {
    await use(server)
  } finally {
    status = 200
    await server.close()
  }
}

const arrived = (lists: number): Promise<void> =>
  expect.poll(() => received).toHaveLength(lists) as Promise<void>

it('sends batches that are full, and the rest at the end', async () => {
  await withServer(['--audit-webhook-batch-max-size=3'], async (server) => {
    for (const path of ['/version', '/version?b', '/version?c']) await server.send('GET', path)
    await arrived(2)
  })
  expect(received.map((list) => list.length)).toEqual([3, 3])
  await withServer([], (server) => server.send('GET', '/version'))
  expect(received.at(-1)).toEqual(['/version', '/version'])
})

it('sends events before requests go on, where it blocks', async () => {
  await withServer(['--audit-webhook-mode=blocking'], async (server) => {
    expect((await server.send('GET', '/version')).status).toBe(200)
    await arrived(2)
  })
})

it('tries five times, and waits longer each time', async () => {
  status = 503
  const waits: number[] = []
  const clock: Clock = {
    now: () => 0,
    setTimeout(work, ms) {
      waits.push(ms)
      setImmediate(work)
      return () => {}
    },
  }
  const errors: string[] = []
  const { port } = sink.address() as AddressInfo
  const target = { url: `http://127.0.0.1:${port}/`, headers: { authorization: 'Bearer secret' }, tls: {} }
  const backend = webhookBackend(target, { initialBackoff: 10_000, clock, log: (text) => errors.push(text) })
  expect(await backend.process([{ requestURI: '/a' } as AuditEvent])).toBe(false)
  expect(received).toHaveLength(5)
  expect(waits).toEqual([10_000, 15_000, 22_500, 33_750])
  expect(errors.join()).toContain("Error in audit plugin 'webhook' affecting 1 audit events")
})

it.each([
  ['blocking', 200, expect.stringContaining('"gitVersion"')],
  // As 1.36.3 answers.
  ['blocking-strict', 500, 'Internal Server Error: "/version": failed to store audit event\n'],
])('where the webhook fails, requests of the mode %s are answered %d', async (mode, code, shown) => {
  status = 503
  await withServer(
    [`--audit-webhook-mode=${mode}`, '--audit-webhook-initial-backoff=1ms'],
    async (server) => {
      const answer = await server.send('GET', '/version')
      expect([answer.status, answer.text]).toEqual([code, shown])
    },
  )
})
