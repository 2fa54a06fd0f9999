// Webhooks that never answer, answer garbage or are gone, while many others ask the server.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServerWith, type TestServer } from '../../testing/test-server.ts'
import { type HookServers, startHookServers } from './testing/hook-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const each = 8
let hooks: HookServers
let server: TestServer

beforeAll(async () => {
  hooks = await startHookServers()
  hooks.behaviours = { hangs: { hangs: 'head' }, stalls: { hangs: 'body' }, garbage: { body: 'garbage' } }
  server = await startTestServerWith({ mayReachWebhooks: true }, '1.36')
  const hook = (of: string, on = 'good'): object => ({
    name: `${of}.example.com`,
    clientConfig: { url: `https://127.0.0.1:${hooks.ports[on]}/${of}`, caBundle: hooks.ca },
    rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    objectSelector: { matchLabels: { of } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 30,
  })
  const made = await server.send(
    'POST',
    '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'bad' },
      webhooks: [hook('hangs'), hook('stalls'), hook('garbage'), hook('gone', 'gone')],
    },
  )
  expect(made.status).toBe(201)
})
afterAll(() => server.close())

const created = (of: string) =>
  Array.from({ length: each }, (_, i) =>
    server.send('POST', maps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `${of}-${i}`, labels: { of } },
    }),
  )

it('lets no request suffer from a webhook that it does not concern', { timeout: 60_000 }, async () => {
  let ended = 0
  const waiting = ['hangs', 'stalls'].flatMap(created).map((one) => one.finally(() => ended++))
  const [garbage, gone, free, read] = await Promise.all([
    Promise.all(created('garbage')),
    Promise.all(created('gone')),
    Promise.all(created('free')),
    Promise.all(Array.from({ length: each }, () => server.send('GET', maps))),
  ])
  // Those that wait for a webhook still do.
  expect(ended).toBe(0)
  expect([...free, ...read].map(({ status }) => status)).toEqual([
    ...free.map(() => 201),
    ...read.map(() => 200),
  ])
  const failure = (of: string): string =>
    `Internal error occurred: failed calling webhook "${of}.example.com": failed to call webhook: `
  for (const { status, body } of garbage)
    expect([status, body.message]).toEqual([500, expect.stringContaining(failure('garbage'))])
  for (const { status, body } of gone)
    expect([status, body.message]).toEqual([500, expect.stringContaining('connect: connection refused')])
  await hooks.close()
  const late = await Promise.all(waiting)
  expect(late.map(({ status }) => status)).toEqual(late.map(() => 500))
  for (const { body } of late) expect(body.message).toMatch(/failed to call webhook: .*EOF$/)
  expect(server.errors).toEqual([])
})
