// The kubelet's port as connections find it: whatever way a path is written, who asks for it is asked for first.
import { describe, expect, it } from 'vitest'
import { ApiError, RestClient } from '../../client/rest-client.ts'
import { FakeClock } from '../../component-base/clock.ts'
import { type Connection, inProcessConnection } from '../../component-base/in-process-connection.ts'
import { gatesOf } from '../../component-base/testing/gates-of.ts'
import { FakeContainers } from '../../containers/testing/fake-containers.ts'
import { withDefaults } from '../config/defaults.ts'
import { text } from './http-answer.ts'
import { KubeletAccess } from './kubelet-access.ts'
import { InnerKubeletServer } from './kubelet-server.ts'
import { requestTarget } from './request-target.ts'

const gates = gatesOf('1.36', {}, 'kubelet')
const config = withDefaults({}, 36, gates)

/** What the server of a kubelet sends, status and body, and for which subresources it asked. */
function portOf(client: Pick<RestClient, 'create'> | undefined, clock = new FakeClock(), debugging = true) {
  const logger = { log: () => {}, logS: () => {} }
  const access =
    client && new KubeletAccess({ config, minor: 36, gates, nodeName: 'n1', client, clock, logger })
  const server = new InnerKubeletServer({
    access,
    debugging,
    answer: (path) => text(`served ${path}`),
    host: {
      pods: () => [],
      containers: () => new FakeContainers(),
      gates,
      now: () => clock.now(),
      timeouts: { creation: 1000, idle: 1000 },
    },
  })
  return async (method: string, path: string, ...headers: string[]): Promise<string> => {
    const connection = server.connect(false)
    const lines = [`${method} ${path} HTTP/1.1`, 'Host: n1', 'Connection: close', ...headers]
    connection.write(`${lines.join('\r\n')}\r\n\r\n`)
    const chunks: Buffer[] = []
    for await (const chunk of connection as AsyncIterable<Buffer>) chunks.push(chunk)
    const [head, body] = Buffer.concat(chunks).toString().split('\r\n\r\n') as [string, string]
    const location = /^location: (.*)$/im.exec(head)?.[1]
    return `${/ (\d+)/.exec(head)![1]} ${location ?? body}`.trim()
  }
}

const subresources: string[] = []
const allowing = {
  create: async <T>(_path: string, body: unknown): Promise<T> => {
    const { spec } = body as { spec: { token?: string; resourceAttributes?: { subresource: string } } }
    if (spec.resourceAttributes) subresources.push(spec.resourceAttributes.subresource)
    return { status: { authenticated: true, allowed: true, user: { username: 'jane' } } } as T
  },
}
const token = 'Authorization: Bearer jane'
const upgrade = ['Connection: Upgrade', 'Upgrade: SPDY/3.1']
const noPod = '404 pod does not exist'

describe('a path', () => {
  it.each([
    ['POST', '/exec/ns/p/c', noPod],
    ['POST', '/%65xec/ns/p/c', noPod],
    ['POST', '/%65%78%65%63/ns/p/c', noPod],
    ['POST', '/exec%2fns/p/c', '404 404 page not found'],
    ['POST', '/exec/ns%2Fp/c', noPod],
    ['POST', '/exec/ns/p/c/', noPod],
    ['POST', '/EXEC/ns/p/c', '404 404 page not found'],
    ['POST', '/%45xec/ns/p/c', '404 404 page not found'],
    ['POST', '/%2565xec/ns/p/c', '404 404 page not found'],
    ['POST', '//exec/ns/p/c', '307 /exec/ns/p/c'],
    ['POST', '/x/../exec/ns/p/c', '307 /exec/ns/p/c'],
    ['POST', '/x/..//%65xec/ns/p/c?command=ls', '307 /%65xec/ns/p/c?command=ls'],
    ['POST', '/x/%2e%2e/exec/ns/p/c', '404 404 page not found'],
    ['POST', 'http://n1/%65xec/ns/p/c', noPod],
    ['POST', 'http://n1', '307 /'],
    ['POST', '/at%74ach/ns/p/c', noPod],
    ['POST', '/port%46orward/ns/p', '500 Upgrade request required'],
    ['POST', '/%72un/ns/p/c?cmd=ls', noPod],
    ['GET', '/container%4Cogs/ns/p/c', '404 pod "p" does not exist'],
    ['GET', '/containerlogs/ns/p/c', '404 404 page not found'],
    ['GET', '/%70ods', '200 served /pods'],
    ['GET', '/pods/', '200 served /pods/'],
    ['GET', '//pods', '307 /pods'],
    ['GET', '/./pods', '307 /pods'],
    ['GET', '/pods/%2e%2e/exec', '200 served /pods/../exec'],
    ['GET', '/Pods', '404 404 page not found'],
    ['GET', '/pods%', '400 400 Bad Request'],
    ['GET', '/%6', '400 400 Bad Request'],
    ['GET', '/%zzexec', '400 400 Bad Request'],
    ['GET', '/%ffexec', '404 404 page not found'],
    ['GET', '//', '307 /'],
  ])('%s %s is %j to who may ask, and to nobody else', async (method, path, answer) => {
    const ask = portOf(allowing)
    expect(await ask(method, path, token)).toBe(answer)
    const open = /^(?:307|400)|page not found$/.test(answer)
    expect(await ask(method, path)).toBe(open ? answer : '401 Unauthorized')
    expect(await ask(method, path, ...upgrade)).toBe(open ? answer : '401 Unauthorized')
  })

  it('is asked about as it is unescaped', async () => {
    subresources.length = 0
    const ask = portOf({
      create: async <T>(path: string, body: unknown): Promise<T> => {
        const { status } = await allowing.create<{ status: object }>(path, body)
        return { status: { ...status, allowed: false } } as T
      },
    })
    await ask('GET', '/%70ods', token)
    await ask('GET', '/metric%73/cadvisor', token)
    expect(subresources).toEqual(['pods', 'proxy', 'metrics'])
  })
})

describe('a review', () => {
  /** A client whose server accepts and does not answer; `open` are its ends of the connections. */
  function silent() {
    const open = new Set<Connection>()
    const accepted: (() => void)[] = []
    const client = new RestClient({ server: 'http://silent' } as never, 'test', undefined, () => {
      const [own, other] = inProcessConnection()
      open.add(other)
      other.once('close', () => open.delete(other))
      other.resume()
      other.once('data', () => accepted.shift()?.())
      return own
    })
    const asked = (): Promise<void> => new Promise((resolve) => accepted.push(resolve))
    return { client, open, asked }
  }

  it.each([
    ['of a token', 30_000, '401 Unauthorized', token],
    ['of access', 10_000, '500 Authorization error', 'X-Nobody: 1'],
  ])('%s ends after %i ms, and its connection too', async (_what, deadline, answer, header) => {
    const clock = new FakeClock()
    const { client, open, asked } = silent()
    config.authentication!.anonymous!.enabled = true
    const begun = asked()
    let done = false
    const answered = portOf(client, clock)('GET', '/metrics', header).finally(() => {
      done = true
    })
    await begun
    clock.advance(deadline - 1)
    await new Promise(setImmediate)
    expect([open.size, done]).toEqual([1, false])
    const closed = new Promise((resolve) => [...open][0]!.once('close', resolve))
    clock.advance(1)
    expect(await answered).toContain(answer)
    await closed
    config.authentication!.anonymous!.enabled = false
  })

  it.each([
    ['it may do another time', [500, 429, 504], '200 served /metrics'],
    ['it never does', [500, 500, 500, 500, 500, 500], '401 Unauthorized'],
    ['it would not another time', [403], '401 Unauthorized'],
  ])('is asked for again where %s', async (_what, codes, answer) => {
    const clock = new FakeClock()
    const left = [...codes]
    const times: number[] = []
    const answered = portOf(
      {
        create: async <T>(path: string, body: unknown): Promise<T> => {
          times.push(clock.now())
          const code = left.shift()
          if (code !== undefined) throw new ApiError({ kind: 'Status', message: 'no', code } as never)
          return allowing.create<T>(path, body)
        },
      },
      clock,
    )('GET', '/metrics', token)
    for (let i = 0; i < 20 && times.length <= codes.length; i++) {
      await new Promise(setImmediate)
      clock.advance(500)
    }
    expect(await answered).toBe(answer)
    expect(times.length).toBe(answer.startsWith('200') ? codes.length + 2 : Math.min(codes.length, 5))
  })
})

const disabled = '405 Debug endpoints are disabled.'
const missing = '404 404 page not found'
const without = portOf(allowing, new FakeClock(), false)
const readOnly = portOf(undefined, new FakeClock(), false)

describe('without debugging handlers', () => {
  it.each([
    ['GET', '/containerLogs/ns/p/c', disabled, '401 Unauthorized'],
    ['POST', '/exec/ns/p/c', disabled, '401 Unauthorized'],
    ['POST', '/run/', disabled, '401 Unauthorized'],
    ['GET', '/run', '307 /run/', '307 /run/'],
    ['GET', '/debug/pprof/heap', disabled, '401 Unauthorized'],
    ['GET', '/logs/kubelet.log', disabled, '401 Unauthorized'],
    ['GET', '/configz', missing, missing],
    ['GET', '/debug/flags/v', missing, missing],
    ['GET', '/statusz', missing, missing],
    ['GET', '/pods', '200 served /pods', '401 Unauthorized'],
    ['GET', '/healthz', '200 served /healthz', '401 Unauthorized'],
  ])('%s %s is %s', async (method, path, answer, stranger) => {
    expect(await without(method, path, token)).toBe(answer)
    expect(await without(method, path)).toBe(stranger)
    expect(await readOnly(method, path)).toBe(answer)
  })

  it('streams of containers are refused', async () => {
    expect(await without('POST', '/exec/ns/p/c?command=ls', token, ...upgrade)).toBe(disabled)
  })
})

it('a query is read as Go reads it: without parts that are none', () => {
  const target = requestTarget('/run/ns/p/c?cmd=a;b&x=%zz&tail=1+2')
  expect('query' in target && [...target.query]).toEqual([['tail', '1 2']])
})
