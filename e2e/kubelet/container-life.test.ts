import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Container, Pod } from '../../containers/pod.ts'
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

const sleeps: Omit<Container, 'name'> = { image: 'busybox:1.36', command: ['sleep', '3600'] }
const create = (name: string, container: object = {}, spec: object = {}) =>
  server.client.create(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { nodeName: 'n1', containers: [{ name: 'c', ...sleeps, ...container }], ...spec },
  })
const get = (name: string): Promise<Pod> => server.client.get<Pod>(`${pods}/${name}`)
const status = async (name: string) => (await get(name)).status.containerStatuses?.[0]
const phase = async (name: string) => (await get(name)).status.phase
const waiting = async (name: string) => (await status(name))?.state.waiting
const remove = (name: string) =>
  server.client.delete(`${pods}/${name}`, { kind: 'DeleteOptions', apiVersion: 'v1' })
const isGone = (name: string) =>
  get(name).then(
    () => false,
    () => true,
  )
async function eventsOf(pod: string): Promise<string[]> {
  const { items } = await server.client.get<{
    items: { involvedObject: { name: string }; reason: string; message: string }[]
  }>('/api/v1/namespaces/default/events')
  return items
    .filter(({ involvedObject }) => involvedObject.name === pod)
    .map(({ reason, message }) => `${reason}: ${message}`)
}
const log = async (name: string, container = 'c'): Promise<string> => {
  const output = kubelet.kubelet.containers.output('default', name, container, false)!
  await output.settled()
  return output.lines.map(({ text }) => text).join('')
}

describe('a hook', () => {
  it('after the start keeps the pod waiting until it has ended', async () => {
    const postStart = { exec: { command: ['sh', '-c', 'sleep 4; echo begun > /tmp/hook'] } }
    await create('hooked', { lifecycle: { postStart } })
    await kubelet.pass(2000)
    expect(await phase('hooked')).toBe('Pending')
    await kubelet.until(async () => (await phase('hooked')) === 'Running')
    expect(await eventsOf('hooked')).toContain('Started: Container started')
  })

  it('after the start that fails ends the container, which says so while it waits', async () => {
    const postStart = { exec: { command: ['sh', '-c', 'echo no >&2; exit 3'] } }
    await create('unhooked', { lifecycle: { postStart } }, { terminationGracePeriodSeconds: 1 })
    await kubelet.until(async () => (await waiting('unhooked'))?.reason === 'PostStartHookError')
    const { uid } = (await get('unhooked')).metadata
    expect((await waiting('unhooked'))?.message).toBe(
      `Exec lifecycle hook ([sh -c echo no >&2; exit 3]) for Container "c" in Pod "unhooked_default(${uid})" failed - error: command 'sh -c echo no >&2; exit 3' exited with 3: no\n, message: "no\\n"`,
    )
    expect((await status('unhooked'))?.lastState.terminated?.exitCode).toBe(137)
    expect(await eventsOf('unhooked')).toEqual(
      expect.arrayContaining(['FailedPostStartHook: PostStartHook failed', 'Killing: FailedPostStartHook']),
    )
  })

  it('before the end asks others, and delays SIGTERM; a failure is told', async () => {
    await create('asked', { image: 'agnhost', command: undefined, args: ['netexec'] })
    await kubelet.until(async () => (await phase('asked')) === 'Running')
    const host = (await get('asked')).status.podIP
    // Without a cluster a node has no network beyond the pod: it asks its own server.
    const preStop = { httpGet: { host: '', port: 8080, path: '/echo?msg=bye' } }
    await create('asks', { image: 'agnhost', command: undefined, args: ['netexec'], lifecycle: { preStop } })
    await create('fails', { lifecycle: { preStop: { exec: { command: ['false'] } } } })
    await kubelet.until(
      async () => (await phase('asks')) === 'Running' && (await phase('fails')) === 'Running',
    )
    expect(host).toMatch(/^10\./)
    const written = kubelet.kubelet.containers.output('default', 'asks', 'c', false)!
    await remove('asks')
    await remove('fails')
    await kubelet.until(async () => (await isGone('asks')) && (await isGone('fails')))
    expect(written.lines.map(({ text }) => text).join('')).toMatch(/GET \/echo\?msg=bye/)
    expect(await eventsOf('fails')).toContain('FailedPreStopHook: PreStopHook failed')
    expect(await eventsOf('asks')).not.toContain('FailedPreStopHook: PreStopHook failed')
  })
})

describe('a container that cannot be started', () => {
  it.each<[string, object, string, RegExp]>([
    [
      'capitals',
      { image: 'Web:1' },
      'InvalidImageName',
      /^Failed to apply default image tag "Web:1": couldn't parse image name "Web:1": invalid reference format: repository name \(library\/Web\) must be lowercase$/,
    ],
    [
      'never',
      { image: 'none:1', imagePullPolicy: 'Never' },
      'ErrImageNeverPull',
      /^Container image "none:1" is not present with pull policy of Never$/,
    ],
    [
      'nowhere',
      { image: 'r.invalid/a:1' },
      'ImagePullBackOff',
      /^Back-off pulling image "r\.invalid\/a:1": ErrImagePull: rpc error: code = Unknown desc = failed to pull and unpack image "r\.invalid\/a:1": /,
    ],
    [
      'map',
      { envFrom: [{ configMapRef: { name: 'none' } }] },
      'CreateContainerConfigError',
      /^configmap "none" not found$/,
    ],
    [
      'root',
      { securityContext: { runAsNonRoot: true } },
      'CreateContainerConfigError',
      /^container has runAsNonRoot and image will run as root \(pod: "root_default\(.*\)", container: c\)$/,
    ],
    [
      'program',
      { command: ['nosuch'] },
      'RunContainerError',
      /runc create failed: unable to start container process: error during container init: exec: "nosuch": executable file not found in \$PATH: unknown$/,
    ],
  ])('waits: %s', async (name, container, reason, message) => {
    await create(name, container)
    await kubelet.until(async () => (await waiting(name))?.reason === reason)
    expect((await waiting(name))?.message).toMatch(message)
    const failure = reason === 'ImagePullBackOff' ? 'ErrImagePull' : reason
    const told = /^(?:CreateContainerConfig|RunContainer)Error$/.test(reason)
      ? (await waiting(name))?.message
      : failure
    expect(await eventsOf(name)).toContain(`Failed: Error: ${told}`)
  })

  it('starts when what it lacked is there, and does not keep others from their start', async () => {
    const second = { name: 'second', ...sleeps }
    const first = { name: 'c', ...sleeps, envFrom: [{ configMapRef: { name: 'late' } }] }
    await create('both', {}, { containers: [first, second] })
    await kubelet.until(
      async () => (await get('both')).status.containerStatuses?.[1]?.state.running !== undefined,
    )
    expect((await waiting('both'))?.reason).toBe('CreateContainerConfigError')
    await server.client.create('/api/v1/namespaces/default/configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'late' },
    })
    await kubelet.until(async () => (await phase('both')) === 'Running')
  })

  it('has failed where the pod does not restart it', async () => {
    await create('once', { command: ['/nosuch'] }, { restartPolicy: 'Never' })
    await kubelet.until(async () => (await phase('once')) === 'Failed')
    expect((await status('once'))?.state.terminated).toMatchObject({
      exitCode: 128,
      reason: 'StartError',
      startedAt: '1970-01-01T00:00:00Z',
      message: expect.stringMatching(/exec: "\/nosuch": stat \/nosuch: no such file or directory: unknown$/),
    })
  })
})

it('leaves last words: in its file, or at the end of its log', async () => {
  const containers = [
    { ...sleeps, name: 'file', command: ['sh', '-c', 'echo -n DONE > /dev/termination-log'] },
    {
      ...sleeps,
      name: 'log',
      command: ['sh', '-c', 'echo bye; exit 2'],
      terminationMessagePolicy: 'FallbackToLogsOnError',
    },
    {
      ...sleeps,
      name: 'well',
      command: ['sh', '-c', 'echo bye'],
      terminationMessagePolicy: 'FallbackToLogsOnError',
    },
  ]
  await create('words', {}, { restartPolicy: 'Never', containers })
  await kubelet.until(async () => (await phase('words')) === 'Failed')
  const { containerStatuses } = (await get('words')).status
  expect(containerStatuses?.map(({ state }) => state.terminated?.message)).toEqual([
    'DONE',
    'bye\n',
    undefined,
  ])
})

it('waits for the startup probe of a sidecar', async () => {
  const command = ['sh', '-c', 'sleep 6; touch /tmp/ready; sleep 3600']
  const startupProbe = { exec: { command: ['cat', '/tmp/ready'] }, periodSeconds: 1, failureThreshold: 20 }
  const sidecar = { ...sleeps, name: 's', command, restartPolicy: 'Always', startupProbe }
  await create('side', {}, { initContainers: [sidecar] })
  await kubelet.pass(3000)
  expect((await waiting('side'))?.reason).toBe('PodInitializing')
  await kubelet.until(async () => (await phase('side')) === 'Running')
})

it('runs ephemeral containers, which others see no end of', async () => {
  await create('debugged')
  await kubelet.until(async () => (await phase('debugged')) === 'Running')
  const command = ['sh', '-c', 'ps; sleep 2; exit 4']
  const one = { name: 'd', image: 'busybox', command, targetContainerName: 'c' }
  await server.client.patch(`${pods}/debugged/ephemeralcontainers`, { spec: { ephemeralContainers: [one] } })
  const state = async () => (await get('debugged')).status.ephemeralContainerStatuses?.[0]
  await kubelet.until(async () => (await state())?.state.running !== undefined)
  expect(await state()).toMatchObject({ name: 'd', ready: false, restartCount: 0 })
  expect(await log('debugged', 'd')).toMatch(/sleep 3600\n.*sh -c ps; sleep 2; exit 4\n/)
  await kubelet.until(async () => (await state())?.state.terminated !== undefined)
  expect((await state())?.state.terminated?.exitCode).toBe(4)
  expect(await phase('debugged')).toBe('Running')
})

it('starts again when its image changes, and is not seen otherwise than ready', async () => {
  await create('changed', {}, { terminationGracePeriodSeconds: 1 })
  await kubelet.until(async () => (await phase('changed')) === 'Running')
  const readySince = async () => {
    const { conditions } = (await get('changed')).status
    return conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime
  }
  const before = await readySince()
  await server.client.patch(`${pods}/changed`, {
    spec: { containers: [{ name: 'c', image: 'busybox:1.37' }] },
  })
  await kubelet.until(async () => (await status('changed'))?.restartCount === 1)
  expect(await status('changed')).toMatchObject({ image: 'busybox:1.37', ready: true })
  expect([before, await readySince()]).toEqual([expect.any(String), before])
  expect(await eventsOf('changed')).toContain('Killing: Container c definition changed, will be restarted')
})
