import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Pod } from '../../kubelet-sim/pods/pod.ts'
import { startKubelet, startServer, type TestKubelet, type TestServer } from './start.ts'

const pods = '/api/v1/namespaces/default/pods'
let server: TestServer
let kubelet: TestKubelet

function pod(name: string, spec: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { nodeName: 'n1', containers: [{ name: 'c1', image: 'registry.k8s.io/pause:3.9' }], ...spec },
  }
}
/** The phase of a pod; Gone where it is not there. */
const phase = (name: string): Promise<string> =>
  get(name).then(
    (p) => String(p.status.phase),
    () => 'Gone',
  )
const withoutEvents = (lines: string[]): string[] => lines.filter((line) => !line.includes('/events'))
const get = (name: string): Promise<Pod> => server.client.get<Pod>(`${pods}/${name}`)

describe.each(['1.30', '1.36'])('pods on a kubelet of %s', (release) => {
  beforeEach(async () => {
    server = await startServer(release)
    await server.client.create('/api/v1/namespaces/default/serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default' },
    })
    kubelet = startKubelet(server, { release })
    await kubelet.pass(2000)
    kubelet.client.take()
  })
  afterEach(async () => {
    await kubelet.stop()
    await server.close()
  })

  it('run, and end when they are deleted', async () => {
    await server.client.create(pods, pod('p0'))
    await kubelet.until(async () => (await phase('p0')) === 'Running')
    const running = await get('p0')
    expect(running.status.phase).toBe('Running')
    expect(running.status.observedGeneration).toBe(release === '1.30' ? undefined : 1)
    expect(withoutEvents(kubelet.client.take())).toEqual([
      `GET ${pods}/p0 200`,
      `PATCH ${pods}/p0/status 200`,
      `GET ${pods}/p0 200`,
      `PATCH ${pods}/p0/status 200`,
    ])
    await server.client.delete(`${pods}/p0`, {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      gracePeriodSeconds: 5,
    })
    await kubelet.until(async () => (await phase('p0')) === 'Gone')
    const report = [`GET ${pods}/p0 200`, `PATCH ${pods}/p0/status 200`]
    expect(withoutEvents(kubelet.client.take())).toEqual([
      ...(release === '1.30' ? [] : report),
      ...report,
      `GET ${pods}/p0 200`,
      `DELETE ${pods}/p0 200`,
    ])
  })

  it('are refused where the node does not match', async () => {
    await server.client.create(pods, pod('p2', { nodeSelector: { disk: 'ssd' } }))
    await kubelet.until(async () => (await phase('p2')) === 'Failed')
    const { reason, message } = (await get('p2')).status
    expect(reason).toBe('NodeAffinity')
    expect(String(message)).toMatch(
      release === '1.30'
        ? /NodeAffinity failed$/
        : /failed: node\(s\) didn't match Pod's node affinity\/selector$/,
    )
  })

  it('come to an end by themselves when their commands do', async () => {
    await server.client.create(
      pods,
      pod('job', {
        restartPolicy: 'Never',
        containers: [{ name: 'c1', image: 'busybox', command: ['sh', '-c', 'sleep 2; exit 3'] }],
        initContainers: [{ name: 'i1', image: 'busybox', command: ['true'] }],
      }),
    )
    await kubelet.until(async () => (await phase('job')) === 'Failed')
    const { containerStatuses } = (await get('job')).status
    expect(containerStatuses![0]!.state.terminated!.exitCode).toBe(3)
  })
})
