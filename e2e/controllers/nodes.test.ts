import { describe, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, startControlPlane, type TestControlPlane } from './control-plane.ts'

const pods = `${defaultNamespace}/pods`
const node = (name: string, taints: object[] = []) => ({
  metadata: { name },
  spec: { taints },
  status: {
    allocatable: { pods: '110' },
    conditions: [{ type: 'Ready', status: 'True', reason: 'x', message: 'x' }],
  },
})
const pod = (name: string, port?: object, spec = {}) => ({
  metadata: { name },
  spec: { ...spec, containers: [{ name: 'c', image: 'c', ports: port === undefined ? [] : [port] }] },
})
const placeOf = (plane: TestControlPlane, name: string) => async () => {
  const found = await plane.client.get<
    KubeObject & { spec: { nodeName?: string }; status: { conditions?: { message?: string }[] } }
  >(`${pods}/${name}`)
  return found.spec.nodeName ?? found.status.conditions?.[0]?.message
}

// The messages are those of a real kube-scheduler 1.36.3.
describe('the scheduler', () => {
  it.each([
    ['1.36', '. no new claims to deallocate, preemption: '],
    ['1.33', '. preemption: '],
  ])('gives a host port to one pod of a node (%s)', async (release, between) => {
    const plane = await startControlPlane(release)
    const { client } = plane
    await client.create('/api/v1/nodes', { ...node('n1'), spec: { unschedulable: true } })
    await client.create('/api/v1/nodes', node('n2'))
    await client.create(pods, pod('first', { containerPort: 80, hostPort: 8080 }))
    await plane.until(placeOf(plane, 'first'), 'n2')
    await client.create(pods, pod('udp', { containerPort: 80, hostPort: 8080, protocol: 'UDP' }))
    await client.create(pods, pod('second', { containerPort: 81, hostPort: 8080, hostIP: '10.0.0.1' }))
    await plane.until(placeOf(plane, 'udp'), 'n2')
    await plane.until(
      placeOf(plane, 'second'),
      `0/2 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 1 node(s) were unschedulable${between}0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.`,
    )
    await client.delete(`${pods}/first`, { gracePeriodSeconds: 0 })
    await plane.until(placeOf(plane, 'second'), 'n2')
  })
})

describe('a node', () => {
  it('tells its kubelet for how long it may believe what it has read', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create('/api/v1/nodes', node('n1'))
    await plane.until(async () => (await plane.client.get('/api/v1/nodes/n1')).metadata.annotations, {
      'node.alpha.kubernetes.io/ttl': '0',
    })
  })

  it.each([
    ['1.36', []],
    ['1.24', ['p']],
  ])('that is out of service keeps no deleted pods (%s)', async (release, left) => {
    const plane = await startControlPlane(release)
    const { client } = plane
    await client.create('/api/v1/nodes', node('n1'))
    await client.create(pods, pod('p', undefined, { nodeName: 'n1' }))
    await client.delete(`${pods}/p`)
    const conditions = [{ type: 'Ready', status: 'False', reason: 'x', message: 'x' }]
    await client.patch('/api/v1/nodes/n1/status', { status: { conditions } })
    await client.patch('/api/v1/nodes/n1', {
      spec: { taints: [{ key: 'node.kubernetes.io/out-of-service', value: 'x', effect: 'NoExecute' }] },
    })
    // Two rounds of the collector.
    for (let i = 0; i < 40; i++) {
      plane.clock.advance(1000)
      await plane.names(pods)
    }
    await plane.until(() => plane.names(pods), left)
  })
})
