import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RestClient } from '../../client/rest-client.ts'
import { realClock } from '../../component-base/clock.ts'
import { newComponentGates } from '../../component-base/component-gates.ts'
import { realRandom } from '../../component-base/random.ts'
import { loadRelease } from '../../component-base/release.ts'
import {
  EndpointsClient,
  type EndpointsClientOptions,
} from '../../kube-proxy-sim/node-api/client/endpoints-client.ts'
import type { ServiceEndpoints } from '../../kube-proxy-sim/node-api/messages.ts'
import { type RunningNodeApi, startNodeApi } from '../../kube-proxy-sim/node-api/server.ts'
import {
  annotate,
  createServices,
  deleteService,
  podIP,
  type ServiceWorld,
  serviceName,
  setPods,
  startServiceWorld,
} from './node-services.ts'

const services = 1000
const pods = 10
let world: ServiceWorld
const closers: (() => Promise<void> | void)[] = []

async function serve(listen: string | string[] = 'tcp://127.0.0.1:0'): Promise<RunningNodeApi> {
  const release = loadRelease('1.36')
  const client = new RestClient(world.config, 'kube-proxy')
  const api = await startNodeApi({
    client,
    clock: realClock,
    random: realRandom,
    minor: release.minor,
    gates: newComponentGates(release, 'kube-proxy'),
    nodeName: 'n1',
    listen,
  })
  closers.push(() => api.close())
  closers.push(() => client.close())
  return api
}

function connect(target: string, options: EndpointsClientOptions = {}): EndpointsClient {
  const client = new EndpointsClient({ target, errorDelay: 20, ...options })
  closers.push(() => client.cancel())
  return client
}

const ipsOf = (items: readonly ServiceEndpoints[] | undefined, i: number): string[] | undefined =>
  items?.find(({ Name }) => Name === serviceName(i))?.Endpoints.flatMap(({ IPsV4 }) => IPsV4)
const podIPs = (i: number, count: number): string[] =>
  Array.from({ length: count }, (_, j) => podIP(i, j)).sort()

/** The first state in which a service has that many endpoints: changes that come fast make one state. */
async function nextWith(
  client: EndpointsClient,
  i: number,
  count: number,
): Promise<readonly ServiceEndpoints[]> {
  for (;;) {
    const items = await client.next()
    if (items === undefined) throw new Error('cancelled')
    if (ipsOf(items, i)?.length === count) return items
  }
}

/** A way to a server that breaks as when the server is killed: without a word. */
async function wayTo(target: string, port = 0): Promise<{ port: number; kill(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const way = createServer((near) => {
    const far = dial(Number(target.split(':')[1]), '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((done) => way.listen(port, '127.0.0.1', done))
  const kill = (): Promise<void> =>
    new Promise((done) => {
      way.close(() => done())
      for (const socket of sockets) socket.destroy()
    })
  closers.push(() => (way.listening ? kill() : undefined))
  return { port: (way.address() as AddressInfo).port, kill }
}

beforeAll(async () => {
  world = await startServiceWorld()
  await createServices(world.client, services, pods)
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await world.close()
})

describe('the node-local API', () => {
  it('gives a new client everything, then a whole state after each change', async () => {
    const api = await serve()
    const client = connect(api.target)
    const all = await client.next()
    // The service kubernetes is one more.
    expect(all).toHaveLength(services + 1)
    expect(all?.every(({ Name, Endpoints }) => Name === 'kubernetes' || Endpoints.length === pods)).toBe(true)
    expect([client.instanceID, client.rev]).toEqual([api.state.instanceID, 1n])
    const local = all
      ?.find(({ Name }) => Name === serviceName(1))
      ?.Endpoints.filter((e) => e.Conditions.Local)
    expect(local?.map(({ IPsV4 }) => IPsV4[0])).toEqual([podIP(1, 0), podIP(1, 5)])

    const waiting = client.next()
    await setPods(world.client, 7, 3)
    const changed = await waiting
    expect(changed).toHaveLength(services + 1)
    expect(ipsOf(changed, 7)).toEqual(podIPs(7, 3))
    expect(client.rev).toBe(2n)
  })

  it('makes no revision of what changes nothing for the node', async () => {
    const api = await serve()
    const client = connect(api.target)
    await client.next()
    await annotate(world.client, 1, 'nothing that a proxy reads')
    await setPods(world.client, 8, 4)
    expect(ipsOf(await client.next(), 8)).toEqual(podIPs(8, 4))
    expect([client.rev, api.state.rev]).toEqual([2n, 2n])
  })

  it('lets a slow client skip to the newest state, and a restarted one go on where it was', async () => {
    const api = await serve()
    const fast = connect(api.target)
    const slow = connect(api.target)
    await Promise.all([fast.next(), slow.next()])
    // While the slow one works on its state, the other sees change after change.
    for (const count of [1, 2, 5]) {
      await setPods(world.client, 9, count)
      expect(ipsOf(await nextWith(fast, 9, count), 9)).toEqual(podIPs(9, count))
    }
    const late = await slow.next()
    expect(ipsOf(late, 9)).toEqual(podIPs(9, 5))
    expect(slow.rev).toBe(fast.rev)

    fast.cancel()
    const restarted = connect(api.target, { instanceID: fast.instanceID, rev: fast.rev })
    const resumed = restarted.next()
    await setPods(world.client, 9, 6)
    expect(ipsOf(await resumed, 9)).toEqual(podIPs(9, 6))
    expect(restarted.rev).toBe(fast.rev + 1n)
    const fresh = connect(api.target)
    expect(await fresh.next()).toEqual(await slow.next())
  })

  it('is found again by its clients after it was killed, with nothing stale', async () => {
    const api = await serve()
    const way = await wayTo(api.target)
    const target = `127.0.0.1:${way.port}`
    const failures: string[] = []
    const client = connect(target, { onError: ({ message }) => failures.push(message) })
    const fast = connect(target)
    const before = await client.next()
    await fast.next()
    expect(ipsOf(before, 500)).toHaveLength(pods)
    const { instanceID } = client
    const waiting = Promise.all([client.next(), fast.next()])
    await way.kill()
    await api.close()
    await deleteService(world.client, 500)
    await setPods(world.client, 501, 2)
    const again = await serve()
    await wayTo(again.target, way.port)
    const [after, alike] = await waiting
    expect(client.instanceID).toBe(again.state.instanceID)
    expect(client.instanceID).not.toBe(instanceID)
    expect(after).toHaveLength(services)
    expect([ipsOf(after, 500), ipsOf(after, 501)]).toEqual([undefined, podIPs(501, 2)])
    expect(alike).toEqual(after)
    expect(failures.length).toBeGreaterThan(0)
  })

  it('tells its clients that it stops, and a client that knew it gets the state of the next one', async () => {
    const api = await serve()
    const failures: string[] = []
    const client = connect(api.target, { onError: ({ message }) => failures.push(message) })
    const before = await client.next()
    const waiting = client.next()
    while (api.state.waiters === 0) await new Promise(setImmediate)
    await api.close()
    const again = await serve(`tcp://${api.target}`)
    expect(await waiting).toEqual(before)
    expect([client.instanceID, client.rev]).toEqual([again.state.instanceID, 1n])
    expect(failures[0]).toContain('the server is shutting down')
  })

  it('serves on a socket of the file system and on an address at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kepsim-node-api-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const socket = `unix://${join(folder, 'proxy.sock')}`
    const api = await serve([socket, 'tcp://127.0.0.1:0'])
    expect(api.targets).toEqual([socket.replace('//', ''), expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
    const [near, far] = [connect(socket), connect(api.targets[1]!)]
    const [items, same] = await Promise.all([near.next(), far.next()])
    expect(items?.length).toBeGreaterThan(services - 2)
    expect(same).toEqual(items)
    expect([near.instanceID, near.rev]).toEqual([far.instanceID, far.rev])
  })

  it('ends calls that wait when their client is cancelled', async () => {
    const api = await serve()
    const client = connect(api.target)
    await client.next()
    const waiting = client.next()
    client.cancel()
    expect(await waiting).toBeUndefined()
    expect(await client.next()).toBeUndefined()
  })
})
