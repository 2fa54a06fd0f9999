import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Container, Pod } from '../../containers/pod.ts'
import { overConnection } from '../../containers/programs/http.ts'
import { startKubelet, startServer, type TestKubelet, type TestServer } from './start.ts'

const pods = '/api/v1/namespaces/default/pods'
let server: TestServer
let kubelet: TestKubelet

beforeAll(async () => {
  server = await startServer('1.36')
  await server.client.create('/api/v1/namespaces/default/serviceaccounts', {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default' },
  })
  kubelet = startKubelet(server, { release: '1.36' })
  await kubelet.pass(2000)
})
afterAll(async () => {
  await kubelet.stop()
  await server.close()
})

const create = (name: string, container: Omit<Container, 'name'>, spec: object = {}) =>
  server.client.create(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { nodeName: 'n1', containers: [{ name: 'c', ...container }], ...spec },
  })
const get = (name: string): Promise<Pod> => server.client.get<Pod>(`${pods}/${name}`)
const status = async (name: string) => (await get(name)).status.containerStatuses?.[0]
const log = async (name: string, previous = false): Promise<string> => {
  const output = kubelet.kubelet.containers.output('default', name, 'c', previous)!
  await output.settled()
  return output.lines.map(({ text }) => text).join('')
}

it('a server is ready when its probe says so, and answers', async () => {
  await create('web', {
    image: 'registry.k8s.io/e2e-test-images/agnhost:2.40',
    args: ['netexec'],
    readinessProbe: { httpGet: { path: '/healthz', port: 8080 } },
  })
  await create('unready', {
    image: 'nginx',
    readinessProbe: { httpGet: { path: '/none', port: 80 } },
  })
  await kubelet.until(async () => (await status('web'))?.ready === true)
  expect((await status('web'))?.ready).toBe(true)
  const connection = await kubelet.kubelet.containers.sandbox('default', 'web')!.dial(8080)
  const answer = await overConnection(
    connection,
    { url: 'http://web/hostname' },
    new URL('http://web/hostname'),
  )
  expect(answer.body.toString()).toBe('web')
  expect((await status('unready'))?.ready).toBe(false)
  const { conditions } = (await get('unready')).status
  expect(conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
    status: 'False',
    reason: 'ContainersNotReady',
  })
  expect(await log('unready')).toMatch(/"GET \/none HTTP\/1\.1" 404 153 "-" "kube-probe\/1\.36" "-"\n/)
})

it('a container that a probe finds unwell is killed and starts again', async () => {
  await create(
    'unwell',
    {
      image: 'busybox',
      command: ['sh', '-c', 'date +%s; touch /tmp/healthy; sleep 3; rm /tmp/healthy; sleep 600'],
      livenessProbe: { exec: { command: ['cat', '/tmp/healthy'] }, periodSeconds: 2, failureThreshold: 1 },
    },
    { terminationGracePeriodSeconds: 1 },
  )
  await kubelet.until(async () => ((await status('unwell'))?.restartCount ?? 0) > 0)
  expect(await status('unwell')).toMatchObject({
    restartCount: 1,
    lastState: { terminated: { exitCode: 137 } },
  })
  expect(Number(await log('unwell'))).toBeGreaterThan(Number(await log('unwell', true)))
  const { items } = await server.client.get<{ items: { reason: string; message: string }[] }>(
    '/api/v1/namespaces/default/events',
  )
  const told = items.map(({ reason, message }) => `${reason}: ${message}`)
  expect(told).toContain(
    "Unhealthy: Liveness probe failed: cat: can't open '/tmp/healthy': No such file or directory\n",
  )
  expect(told).toContain('Killing: Container c failed liveness probe, will be restarted')
})

it('a script ends as it does', async () => {
  await create(
    'script',
    { image: 'busybox', command: ['sh', '-c', 'echo a; grep -q b /etc/hostname'] },
    { restartPolicy: 'Never' },
  )
  await kubelet.until(async () => (await get('script')).status.phase === 'Failed')
  expect((await status('script'))?.state.terminated).toMatchObject({ exitCode: 1, reason: 'Error' })
  expect(await log('script')).toBe('a\n')
})

it('a program is run in a container that runs', async () => {
  await create('idle', { image: 'busybox', command: ['sleep', '3600'], env: [{ name: 'A', value: '1' }] })
  await kubelet.until(async () => (await get('idle')).status.phase === 'Running')
  const stdout = new PassThrough()
  const container = kubelet.kubelet.containers.container('default', 'idle', 'c')!
  expect(
    await container.exec(['sh', '-c', 'echo $A; hostname'], { stdout, stderr: stdout, tty: false }),
  ).toBe(0)
  expect(String(stdout.read())).toBe('1\nidle\n')
  expect(kubelet.kubelet.containers.container('default', 'script', 'c')).toBeUndefined()
})
