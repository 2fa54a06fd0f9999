import { expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { lookUntil } from './patience.ts'
import { ServerChanges } from './server-changes.ts'

class Server {
  private readonly told = new Set<(key: string) => void>()
  readonly onWrite = (told: (key: string) => void): (() => void) => {
    this.told.add(told)
    return () => void this.told.delete(told)
  }
  write(key: string): void {
    for (const told of this.told) told(key)
  }
  get followers(): number {
    return this.told.size
  }
}

const pod = '/registry/pods/default/p'
const lease = '/registry/leases/kube-node-lease/n'
const event = '/registry/events/default/e'

function world() {
  const server = new Server()
  const clock = new FakeClock(0)
  const cluster: { apiserver: { onWrite?: Server['onWrite'] } | undefined } = { apiserver: server }
  const changes = new ServerChanges({ cluster, options: { clock, runtime: {} } })
  return { server, clock, cluster, changes }
}

/** Lets what waits for promises go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('knows by its writes whether a list is still the same', async () => {
  const { server, cluster, changes } = world()
  const stamps = (): Promise<unknown> =>
    Promise.all(['pods', 'events', 'leases.coordination.k8s.io'].map((one) => changes.stamp(one)))
  const first = await stamps()
  expect(await stamps()).toEqual(first)
  server.write(lease)
  const [pods, events, leases] = (await stamps()) as string[]
  expect([pods, events]).toEqual((first as string[]).slice(0, 2))
  expect(leases).not.toBe((first as string[])[2])
  server.write(event)
  expect(await changes.stamp('pods')).toBe(pods)
  expect(await changes.stamp('events')).not.toBe(events)
  server.write(pod)
  expect(await changes.stamp('pods')).not.toBe(pods)
  const before = await changes.stamp('pods')
  cluster.apiserver = new Server()
  expect(await changes.stamp('pods')).not.toBe(before)
  expect(server.followers).toBe(0)
  cluster.apiserver = {}
  expect(await changes.stamp('pods')).toBeUndefined()
})

it('looks again when something was written, and once more when the time is over', async () => {
  const { server, clock, changes } = world()
  const looks: number[] = []
  const done = lookUntil(
    changes,
    [250, 500, 1000],
    async () => looks.push(clock.now()),
    () => false,
  )
  const advance = async (ms: number): Promise<void> => {
    await settle()
    clock.advance(ms)
    await settle()
  }
  await advance(250)
  await advance(350)
  expect(looks).toEqual([0])
  server.write(lease)
  await advance(10)
  expect(looks).toEqual([0])
  server.write(pod)
  await advance(500)
  expect(looks).toEqual([0, 610])
  await advance(640)
  expect(looks).toEqual([0, 610, 1750])
  await done
})

it('looks after each pause where a server cannot be followed', async () => {
  const { clock, cluster, changes } = world()
  cluster.apiserver = {}
  const looks: number[] = []
  const done = lookUntil(
    changes,
    [250, 250],
    async () => looks.push(clock.now()),
    (count) => count === 3,
  )
  for (let i = 0; i < 2; i++) {
    await settle()
    clock.advance(250)
  }
  await done
  expect(looks).toEqual([0, 250, 500])
})
