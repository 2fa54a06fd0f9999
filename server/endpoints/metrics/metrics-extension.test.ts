import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.36')
})
afterAll(() => server.close())

const path = '/api/v1/namespaces/default/configmaps'
const named = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

it('tells verb and scope of requests as 1.30.14 and 1.36.3 do', async () => {
  await server.send('POST', path, named('a'))
  await server.send('PUT', `${path}/a`, named('a'))
  await server.send('PATCH', `${path}/a`, { data: {} }, { 'content-type': 'application/merge-patch+json' })
  await server.send('PATCH', `${path}/b?fieldManager=x`, named('b'), {
    'content-type': 'application/apply-patch+yaml',
  })
  await server.send('GET', path)
  const { text } = await server.send('GET', '/metrics')
  const told = [
    ...text.matchAll(
      /^apiserver_request_total\{code="(\d+)".*resource="configmaps",scope="(\w+)".*verb="(\w+)"/gm,
    ),
  ].map(([, code, scope, verb]) => `${verb} ${scope} ${code}`)
  expect(told.sort()).toEqual([
    'APPLY resource 201',
    'LIST namespace 200',
    'PATCH resource 200',
    'POST resource 201',
    'PUT resource 200',
  ])
})

it('counts the health checks that are made, and tells when the server started', async () => {
  const before = await server.send('GET', '/metrics/slis')
  expect(before.text).not.toContain('kubernetes_healthchecks_total')
  for (const path of ['/livez', '/livez?exclude=ping', '/healthz/ping']) await server.send('GET', path)
  const { text } = await server.send('GET', '/metrics/slis')
  const kinds = [...text.matchAll(/^# TYPE (.*)/gm)].map(([, kind]) => kind)
  expect(kinds).toEqual([
    'kubernetes_healthcheck gauge',
    'kubernetes_healthchecks_total counter',
    'process_start_time_seconds gauge',
  ])
  const total = (name: string, count: number): string =>
    `kubernetes_healthchecks_total{name="${name}",status="success",type="livez"} ${count}`
  expect(text.match(/^.*name="(ping|etcd)".*type="livez".*$/gm)).toEqual([
    'kubernetes_healthcheck{name="etcd",type="livez"} 1',
    'kubernetes_healthcheck{name="ping",type="livez"} 1',
    total('etcd', 2),
    total('ping', 1),
  ])
})
