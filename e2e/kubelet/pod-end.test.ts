import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Pod } from '../../kubelet-sim/pods/pod.ts'
import { startKubelet, startServer, type TestKubelet, type TestServer } from './start.ts'

const pods = '/api/v1/namespaces/default/pods'
let server: TestServer
let kubelet: TestKubelet

async function start(release: string, gates: Record<string, boolean> = {}): Promise<void> {
  server = await startServer(release)
  await server.client.create('/api/v1/namespaces/default/serviceaccounts', {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default' },
  })
  kubelet = startKubelet(server, { release, gates })
  await kubelet.pass(2000)
}
afterEach(async () => {
  await kubelet.stop()
  await server.close()
})

const get = (): Promise<Pod> => server.client.get<Pod>(`${pods}/p`)
const phase = (): Promise<string> =>
  get().then(
    ({ status }) => String(status.phase),
    () => 'Gone',
  )
/** Runs a pod until it runs. @param spec laid over that of one that sleeps */
async function run(spec: object = {}): Promise<void> {
  const containers = [{ name: 'main', image: 'busybox:1.36', command: ['sleep', '3600'] }]
  await server.client.create(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { nodeName: 'n1', containers, ...spec },
  })
  await kubelet.until(async () => (await phase()) === 'Running')
}
const remove = (gracePeriodSeconds?: number): Promise<unknown> =>
  server.client.delete(`${pods}/p`, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
  })
/** Seconds of the kubelet's clock until the pod is gone. */
async function secondsToEnd(): Promise<number> {
  const begun = kubelet.clock.now()
  await kubelet.until(async () => (await phase()) === 'Gone')
  return Math.floor((kubelet.clock.now() - begun) / 1000)
}
/** The last status before the pod went. */
async function lastStatus(): Promise<Pod['status']> {
  const lines: Pod[] = []
  await kubelet.until(async () => {
    const pod = await get().catch(() => undefined)
    if (pod !== undefined) lines.push(pod)
    return pod === undefined
  })
  return lines.at(-1)!.status
}
const events = async (): Promise<string[]> => {
  const { items } = await server.client.get<{ items: KubeObject[] }>('/api/v1/namespaces/default/events')
  return items
    .filter((e) => (e['involvedObject'] as { kind: string }).kind === 'Pod')
    .map((e) => `${e['reason']}: ${e['message']}`)
}

describe('a pod that is deleted', () => {
  beforeEach(() => start('1.36'))

  it('terminates through its grace period where its program does not hear SIGTERM', async () => {
    await run()
    await remove()
    await kubelet.pass(20_000)
    const { metadata, status } = await get()
    expect(metadata.deletionGracePeriodSeconds).toBe(30)
    expect([status.phase, status.containerStatuses![0]!.ready]).toEqual(['Running', true])
    await kubelet.pass(8000)
    expect(await phase()).toBe('Running')
    expect(await secondsToEnd()).toBeLessThanOrEqual(4)
    expect(await events()).toContain('Killing: Stopping container main')
  })

  it('is gone at once where its program ends', async () => {
    await run({ containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.9' }] })
    await remove()
    expect(await secondsToEnd()).toBeLessThanOrEqual(2)
  })

  it('has two seconds with a grace period of one, and a shorter grace period counts from when it is asked for', async () => {
    await run()
    await remove()
    await kubelet.pass(5000)
    expect(await phase()).toBe('Running')
    await remove(1)
    expect(await secondsToEnd()).toBeLessThanOrEqual(4)
  })

  it('has failed when it goes, with the exit code of what killed it, or succeeded', async () => {
    await run({ terminationGracePeriodSeconds: 3 })
    await server.client.patch(`${pods}/p`, { metadata: { finalizers: ['example.com/keep'] } })
    await remove()
    await kubelet.until(async () => (await phase()) === 'Failed')
    const { status } = await get()
    expect(status.containerStatuses![0]!.state.terminated).toMatchObject({ exitCode: 137, reason: 'Error' })
    expect(status.conditions!.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['PodReadyToStartContainers', 'False', undefined],
      ['Initialized', 'True', undefined],
      ['Ready', 'False', 'PodFailed'],
      ['ContainersReady', 'False', 'PodFailed'],
      ['PodScheduled', 'True', undefined],
    ])
    expect(status.podIP).toBeDefined()
    await server.client.patch(`${pods}/p`, { metadata: { finalizers: null } }, 'application/merge-patch+json')
  })

  it('runs its preStop hook first', async () => {
    const lifecycle = { preStop: { sleep: { seconds: 6 } } }
    await run({ containers: [{ name: 'main', image: 'nginx', lifecycle }] })
    await remove()
    await kubelet.pass(4000)
    expect(await phase()).toBe('Running')
    expect(await secondsToEnd()).toBeLessThanOrEqual(4)
  })
})

describe('the containers of a pod', () => {
  it('start again after they have ended, later each time', async () => {
    await start('1.36')
    await run({ containers: [{ name: 'main', image: 'busybox', command: ['sh', '-c', 'sleep 1; exit 1'] }] })
    const restarts = async () => (await get()).status.containerStatuses![0]!
    await kubelet.until(async () => (await restarts()).restartCount === 1)
    await kubelet.until(async () => (await restarts()).state.waiting !== undefined)
    const { uid } = (await get()).metadata
    expect((await restarts()).state.waiting).toEqual({
      reason: 'CrashLoopBackOff',
      message: `back-off 10s restarting failed container=main pod=p_default(${uid})`,
    })
    expect((await restarts()).lastState.terminated!.exitCode).toBe(1)
    expect((await get()).status.conditions!.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [main]',
    })
    await kubelet.until(async () => (await restarts()).restartCount === 2)
    expect(await events()).toContain(
      `BackOff: Back-off restarting failed container main in pod p_default(${uid})`,
    )
  })

  it.each([
    ['1.31', ['Created: Created container: main', 'Started: Started container main']],
    ['1.36', ['Created: Container created', 'Started: Container started']],
  ])('are told of in the words of %s', async (release, texts) => {
    await start(release)
    await run()
    await kubelet.pass(1000)
    const told = await events()
    expect(told[0]).toBe('Pulling: Pulling image "busybox:1.36"')
    expect(told[1]).toMatch(
      /^Pulled: Successfully pulled image "busybox:1.36" in \d+ms \(\d+ms including waiting\)\. Image size: \d+ bytes\.$/,
    )
    expect(told.slice(2)).toEqual(texts)
  })

  it('wait for the init containers, and sidecars end after them', async () => {
    await start('1.36')
    await run({
      restartPolicy: 'Never',
      initContainers: [
        { name: 'proxy', image: 'envoy', restartPolicy: 'Always' },
        { name: 'setup', image: 'busybox', command: ['sleep', '2'] },
      ],
      containers: [{ name: 'main', image: 'busybox', command: ['sleep', '3'] }],
    })
    const { status } = await get()
    expect(status.initContainerStatuses!.map(({ name, ready, started }) => [name, ready, started])).toEqual([
      ['proxy', true, true],
      ['setup', true, false],
    ])
    await kubelet.until(async () => (await phase()) === 'Succeeded')
    const ends = (await get()).status.initContainerStatuses!.map(({ state }) => state.terminated!.exitCode)
    expect(ends).toEqual([0, 0])
  })
})

it('tells pods no network condition where the gate is off', async () => {
  await start('1.31', { PodReadyToStartContainersCondition: false })
  await run()
  expect((await get()).status.conditions!.map(({ type }) => type)).not.toContain('PodReadyToStartContainers')
  await remove(0)
  expect(await lastStatus().catch(() => 'gone')).toBe('gone')
})
