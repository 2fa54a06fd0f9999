import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { type HookServers, startHookServers } from '../admission/webhook/testing/hook-server.ts'
import { parseWebhookServices, type WebhookReach } from './reach.ts'
import { WebhookClient } from './webhook-client.ts'

let hooks: HookServers
beforeAll(async () => {
  hooks = await startHookServers()
  hooks.behaviours = {
    ok: { body: '{}' },
    long: { body: 'x'.repeat(2000) },
    hang: { hangs: 'head' },
    moved: { status: 307, headers: { location: 'https://192.0.2.1/x' }, body: '' },
    round: { status: 302, headers: { location: '/round' }, body: 'x'.repeat(1_000_000) },
    away: { status: 307, headers: { location: 'file:///etc/passwd' }, body: '' },
    chatty: { headers: { 'x-a': 'x'.repeat(500_000) }, body: '{}' },
    endless: { headers: { 'x-a': 'x'.repeat(1_100_000) }, body: '{}' },
    switched: { status: 101, headers: { upgrade: 'other', connection: 'Upgrade' }, body: '' },
  }
})
afterAll(() => hooks.close())

function clientOf(reach: WebhookReach | undefined, clock = new FakeClock(Date.now())): WebhookClient {
  const resolveService = (): never => {
    throw new Error('service "hooks" not found')
  }
  return new WebhookClient({ clock, reach, resolveService: async () => resolveService() })
}
const fetching = { ca: '', timeout: 1000, maxBytes: 1000 }
const loopback: WebhookReach = { services: new Map(), addresses: 'loopback' }
const urlOf = (path: string) => ({
  url: `https://127.0.0.1:${hooks.ports['good']}/${path}`,
  caBundle: hooks.ca,
})

it('gives up when the time is over, while other calls to the same server are answered', async () => {
  const clock = new FakeClock(Date.now())
  const client = clientOf(loopback, clock)
  const waiting = client.post(urlOf('hang'), '{}', 1000)
  expect((await client.post(urlOf('chatty'), '{}', 1000)).status).toBe(200)
  clock.advance(1000)
  await expect(waiting).rejects.toThrow(/\/hang\?timeout=1s": context deadline exceeded$/)
  client.close()
})

it.each([
  [2000, '/?timeout=2s": context deadline exceeded'],
  [13_000, '/?timeout=13s": net/http: TLS handshake timeout'],
])('ends a call of %d ms to a server that never answers the handshake', async (timeout, message) => {
  const clock = new FakeClock(Date.now())
  const client = clientOf(loopback, clock)
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const failed = expect(client.post({ url: `https://127.0.0.1:${port}` }, '{}', timeout)).rejects.toThrow(
    message,
  )
  const [socket] = (await once(silent, 'connection')) as [Socket]
  // The beginning of the handshake has come.
  await once(socket, 'data')
  clock.advance(10_000)
  await failed
  socket.destroy()
  silent.close()
})

it('takes a certificate that names nothing but the address', async () => {
  const client = clientOf(loopback)
  const url = `https://127.0.0.1:${hooks.ports['address']}/ok`
  expect((await client.post({ url, caBundle: hooks.ca }, '{}', 1000)).status).toBe(200)
  client.close()
})

it('reaches nothing without a reach, and loopback addresses only with a plain one', async () => {
  const client = clientOf(undefined)
  await expect(client.post(urlOf('ok'), '{}', 1000)).rejects.toThrow(
    'webhooks of this simulated cluster reach no network',
  )
  await expect(client.get(urlOf('ok').url, fetching)).rejects.toThrow(
    /^Get "https:.*webhooks of this simulated cluster reach no network$/,
  )
  client.close()
  const near = clientOf(loopback)
  const refused = /webhooks reach loopback addresses only/
  await expect(near.post({ url: 'https://192.0.2.1/x' }, '{}', 1000)).rejects.toThrow(refused)
  await expect(near.post({ url: 'https://hooks.example.com/x' }, '{}', 1000)).rejects.toThrow(refused)
  await expect(near.get('https://192.0.2.1/x', fetching)).rejects.toThrow(refused)
  await expect(near.get('file:///etc/passwd', fetching)).rejects.toThrow('unsupported protocol scheme')
  // Nor does a redirection lead further.
  await expect(near.post(urlOf('moved'), '{}', 1000)).rejects.toThrow(refused)
  near.close()
})

it('reads no more of what it fetches than it was told', async () => {
  const client = clientOf(loopback)
  const ca = Buffer.from(hooks.ca, 'base64').toString()
  const get = (maxBytes: number) => client.get(urlOf('long').url, { ...fetching, ca, maxBytes })
  expect((await get(2000)).body).toHaveLength(2000)
  await expect(get(1999)).rejects.toThrow('http: response is larger than 1999 bytes')
  client.close()
})

it.each([
  ['round', 'Post "/round": stopped after 10 redirects'],
  ['away', 'Post "file:///etc/passwd": unsupported protocol scheme "file"'],
  ['endless', '/endless?timeout=1s": net/http: server response headers exceeded 1048576 bytes; aborted'],
  ['switched', '/switched?timeout=1s": unexpected HTTP status 101 Switching Protocols'],
])('ends a call that is led %s', async (path, message) => {
  const client = clientOf(loopback)
  await expect(client.post(urlOf(path), '{}', 1000)).rejects.toThrow(message)
  client.close()
})

it('asks a Service where the user says it is answered', async () => {
  const services = parseWebhookServices([`webhooks/hooks=https://127.0.0.1:${hooks.ports['good']}`])
  const client = clientOf({ services, addresses: 'loopback' })
  const service = { namespace: 'webhooks', name: 'hooks', path: 'ok' }
  expect((await client.post({ service, caBundle: hooks.ca }, '{}', 1000)).status).toBe(200)
  const other = { ...service, name: 'others' }
  await expect(client.post({ service: other, caBundle: hooks.ca }, '{}', 1000)).rejects.toThrow(
    'Post "https://others.webhooks.svc:443/ok?timeout=1s": service "hooks" not found',
  )
  client.close()
})

it.each(['hooks=https://a', 'a/b=nothing', 'a/b=https://c/path', 'a/b=ftp://c'])(
  'refuses --webhook %s',
  (option) => {
    expect(() => parseWebhookServices([option])).toThrow(/^--webhook /)
  },
)
