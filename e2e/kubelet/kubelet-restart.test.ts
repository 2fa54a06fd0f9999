import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Container, Pod } from '../../containers/pod.ts'
import { NodeRuntime } from '../../kubelet-sim/pods/node-runtime.ts'
import { startKubelet, startServer, type TestKubelet, type TestServer } from './start.ts'

const namespace = '/api/v1/namespaces/default'
let server: TestServer
let kubelet: TestKubelet
const runtime = new NodeRuntime()

beforeAll(async () => {
  server = await startServer('1.31')
  await server.client.create(`${namespace}/serviceaccounts`, { metadata: { name: 'default' } })
  await server.client.create(`${namespace}/configmaps`, {
    metadata: { name: 'settings' },
    data: { COLOR: 'blue' },
  })
  kubelet = startKubelet(server, { release: '1.30', runtime })
  await kubelet.pass(2000)
  const settings = [{ configMapRef: { name: 'settings' } }]
  await create('kept', { command: ['sleep', '9000'], envFrom: settings })
  await create('ends', { command: ['sh', '-c', 'echo a; sleep 20; exit 3'] })
  await create('leaves', { command: ['sleep', '9000'] })
  const told = 'until [ -e /tmp/go ]; do sleep 1; done; echo -n word > /dev/termination-log; exit 2'
  await create('told', { command: ['sh', '-c', told] })
  await create('late', { command: ['sleep', '9000'] })
  for (const name of ['kept', 'ends', 'leaves', 'told', 'late'])
    await kubelet.until(async () => (await get(name)).status.phase === 'Running')
})
afterAll(async () => {
  await kubelet.stop()
  runtime.stop()
  await server.close()
})

const create = (name: string, container: Omit<Container, 'name'>) =>
  server.client.create(`${namespace}/pods`, {
    metadata: { name },
    spec: { nodeName: 'n1', containers: [{ name: 'c', image: 'busybox', ...container }] },
  })
const get = (name: string): Promise<Pod> => server.client.get<Pod>(`${namespace}/pods/${name}`)
const status = async (name: string) => (await get(name)).status.containerStatuses![0]!
async function exec(name: string, script: string): Promise<string> {
  const stdout = new PassThrough()
  const container = runtime.containers.container('default', name, 'c')!
  await container.exec(['sh', '-c', script], { stdout, stderr: stdout, tty: false })
  return String(stdout.read() ?? '')
}
async function restart(release: string, meanwhile: () => Promise<unknown> = async () => {}) {
  await kubelet.stop()
  await meanwhile()
  kubelet = startKubelet(server, { release, runtime, clock: kubelet.clock })
  await kubelet.pass(3000)
}

it('a kubelet finds the containers as the one before has left them', async () => {
  const before = { kept: await get('kept'), ends: await status('ends') }
  expect(await exec('kept', 'echo mine > /tmp/file; echo $COLOR')).toBe('blue\n')
  await restart('1.30', async () => {
    await server.client.patch(`${namespace}/configmaps/settings`, { data: { COLOR: 'red' } })
    await server.client.delete(`${namespace}/pods/leaves`, { gracePeriodSeconds: 0 })
    expect(await exec('kept', 'cat /tmp/file')).toBe('mine\n')
    expect(await exec('late', 'echo $KUBERNETES_SERVICE_PORT')).toBe('443\n')
    await exec('told', 'touch /tmp/go')
    kubelet.clock.advance(60_000)
  })
  const { podIP, containerStatuses } = (await get('kept')).status
  expect(podIP).toBe(before.kept.status.podIP)
  expect(containerStatuses![0]).toEqual(before.kept.status.containerStatuses![0])
  expect(await exec('kept', 'cat /tmp/file; echo $COLOR')).toBe('mine\nblue\n')
  expect(runtime.containers.container('default', 'leaves', 'c')).toBeUndefined()
  expect((await status('told')).lastState.terminated).toMatchObject({ exitCode: 2, message: 'word' })
  const ended = await status('ends')
  const startedAt = Date.parse(before.ends.state.running!.startedAt)
  expect(ended).toMatchObject({ restartCount: 1, lastState: { terminated: { exitCode: 3 } } })
  expect(Date.parse(ended.lastState.terminated!.finishedAt)).toBe(startedAt + 20_000)
})

it('one of 1.31 starts containers anew that one before it has started, as their hash is another', async () => {
  const { state, restartCount } = await status('kept')
  await restart('1.31')
  await kubelet.until(async () => (await status('kept')).restartCount > restartCount)
  expect((await status('kept')).state.running!.startedAt).not.toBe(state.running!.startedAt)
  expect(await exec('kept', 'cat /tmp/file 2>/dev/null; echo $COLOR')).toBe('red\n')
  const { items } = await server.client.get<{ items: { reason: string; message: string }[] }>(
    `${namespace}/events`,
  )
  expect(items.map(({ message }) => message)).toContain('Container c definition changed, will be restarted')
  const again = await status('kept')
  await restart('1.31')
  expect(await status('kept')).toEqual(again)
})
