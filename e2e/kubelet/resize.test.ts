import { afterEach, expect, it } from 'vitest'
import type { Pod } from '../../kubelet-sim/pods/pod.ts'
import { startKubelet, startServer, type TestKubelet, type TestServer } from './start.ts'

const pods = '/api/v1/namespaces/default/pods'
let server: TestServer
let kubelet: TestKubelet

afterEach(async () => {
  await kubelet.stop()
  await server.close()
})

const get = (): Promise<Pod> => server.client.get<Pod>(`${pods}/p`)

async function run(name: string, cpu: string): Promise<void> {
  const containers = [
    { name: 'c', image: 'busybox', command: ['sleep', '3600'], resources: { requests: { cpu } } },
  ]
  const metadata = { name }
  await server.client.create(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { nodeName: 'n1', containers },
  })
  await kubelet.until(
    async () => (await server.client.get<Pod>(`${pods}/${name}`)).status.phase === 'Running',
  )
}

async function start(release: string): Promise<void> {
  server = await startServer(release)
  await server.client.create('/api/v1/namespaces/default/serviceaccounts', {
    ...{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } },
  })
  kubelet = startKubelet(server, { release })
  await kubelet.pass(2000)
  await run('q', '5')
  await run('p', '1')
}

const resize = (cpu: string): Promise<unknown> =>
  server.client.patch(`${pods}/p/resize`, {
    spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] },
  })

/** The conditions on the pod's resize. */
const told = ({ status }: Pod) =>
  (status.conditions ?? [])
    .filter(({ type }) => type.startsWith('PodResize'))
    .map(({ type, reason, message, observedGeneration }) => [type, reason, message, observedGeneration])
const inForce = ({ status }: Pod): string | undefined =>
  status.containerStatuses?.[0]?.resources?.requests?.['cpu']

async function events(): Promise<string[]> {
  const { items } = await server.client.get<{ items: { reason: string; message: string }[] }>(
    '/api/v1/namespaces/default/events',
  )
  return items
    .filter(({ reason }) => reason.startsWith('Resize'))
    .map(({ reason, message }) => `${reason} ${message}`)
}

const short = "Node didn't have enough resource: cpu, requested: 4000, used: 5000, capacity: 8000"
const containers = '{"containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]'

it.each([
  ['1.33', undefined, []],
  ['1.34', 2, [`ResizeCompleted Pod resize completed: ${containers}}`]],
  [
    '1.36',
    2,
    [
      `ResizeCompleted Pod resize completed: ${containers},"generation":2}`,
      `ResizeDeferred Pod resize Deferred: ${containers},"generation":2,"error":"${short}"}`,
      `ResizeStarted Pod resize started: ${containers},"generation":2}`,
    ],
  ],
])('a pod of %s is resized as soon as another has gone', async (release, generation, expected) => {
  await start(release)
  await resize('4')
  await kubelet.until(async () => told(await get()).length > 0)
  expect(told(await get())).toEqual([['PodResizePending', 'Deferred', short, generation]])
  expect(inForce(await get())).toBe('1')
  await server.client.delete(`${pods}/q`, { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 })
  await kubelet.until(async () => inForce(await get()) === '4')
  expect(told(await get())).toEqual([])
  const patches = kubelet.client.sent.map(({ body }) => JSON.stringify(body))
  expect(patches.some((text) => text?.includes('PodResizeInProgress'))).toBe(true)
  await kubelet.pass(1000)
  expect((await events()).sort()).toEqual(expected)
})

it('a resize that is taken back waits no more', async () => {
  await start('1.36')
  await resize('4')
  await kubelet.until(async () => told(await get()).length > 0)
  await resize('1')
  await kubelet.until(async () => told(await get()).length === 0)
  expect(inForce(await get())).toBe('1')
})

it('a status that tells of a new generation tells of its resize too', async () => {
  await start('1.36')
  await resize('2')
  await kubelet.until(async () => inForce(await get()) === '2')
  const statuses = kubelet.client.sent.flatMap(({ body }) => (body as Partial<Pod>)?.status ?? [])
  const seen = statuses.find(({ observedGeneration }) => observedGeneration === 2)
  expect(seen?.conditions).toContainEqual(expect.objectContaining({ type: 'PodResizeInProgress' }))
})
