// The texts are those of pkg/scheduler/framework/plugins/noderesources/fit.go, and of the plugin for preemption.
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, startControlPlane, type TestControlPlane } from './control-plane.ts'

const pods = `${defaultNamespace}/pods`
const node = (name: string, allocatable: Record<string, string>) => ({
  metadata: { name },
  status: {
    conditions: [{ type: 'Ready', status: 'True', reason: 'x', message: 'x' }],
    capacity: allocatable,
    allocatable,
  },
})
const pod = (name: string, requests: Record<string, string>, spec: object = {}) => {
  const limits = Object.fromEntries(Object.entries(requests).filter(([resource]) => resource.includes('/')))
  return {
    metadata: { name },
    spec: { ...spec, containers: [{ name: 'c', image: 'c', resources: { requests, limits } }] },
  }
}
const placeOf = (plane: TestControlPlane, name: string) => async () => {
  const found = await plane.client.get<
    KubeObject & { spec: { nodeName?: string }; status: { conditions?: { message?: string }[] } }
  >(`${pods}/${name}`)
  return found.spec.nodeName ?? found.status.conditions?.[0]?.message
}

const hopeless = '1 Preemption is not helpful for scheduling.'
const noVictims = '1 No preemption victims found for incoming pod.'

describe('the scheduler', () => {
  it.each([
    ['1.36', '. no new claims to deallocate, preemption: ', hopeless],
    ['1.33', '. preemption: ', noVictims],
  ])('says what a node has too little of (%s)', async (release, between, preemption) => {
    const plane = await startControlPlane(release)
    const { client } = plane
    await client.create('/api/v1/nodes', node('n', { cpu: '2', memory: '4Gi', pods: '110' }))
    const refused = async (name: string, requests: Record<string, string>, why: string, end = preemption) => {
      await client.create(pods, pod(name, requests))
      await plane.until(
        placeOf(plane, name),
        `0/1 nodes are available: ${why}${between}0/1 nodes are available: ${end}`,
      )
    }
    await refused('much', { cpu: '1000', memory: '1Ti' }, '1 Insufficient cpu, 1 Insufficient memory')
    await refused('device', { 'example.com/gpu': '1' }, '1 Insufficient example.com/gpu')
    await client.create(pods, pod('half', { cpu: '1001m' }))
    await plane.until(placeOf(plane, 'half'), 'n')
    await refused('other', { cpu: '1' }, '1 Insufficient cpu', noVictims)
    await client.create(pods, pod('rest', { cpu: '999m', memory: '4Gi' }))
    await plane.until(placeOf(plane, 'rest'), 'n')
  })

  it('knows of scheduling gates by its own feature gate, and a server refuses what it does not know of', async () => {
    const plane = await startControlPlane('1.27')
    const { client } = plane
    await client.create('/api/v1/nodes', node('n', { cpu: '2', memory: '4Gi', pods: '110' }))
    await client.create(pods, pod('gated', {}, { schedulingGates: [{ name: 'example.com/wait' }] }))
    await client.create(pods, pod('other', {}))
    await plane.until(placeOf(plane, 'other'), 'n')
    const condition = async () => {
      const { status } = await client.get<KubeObject & { status: { conditions?: object[] } }>(`${pods}/gated`)
      return status.conditions?.[0]
    }
    expect(await condition()).toMatchObject({ reason: 'SchedulingGated' })
    await plane.restartControllers('--feature-gates=PodSchedulingReadiness=false')
    const failed = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'SchedulerError',
      message:
        'running Bind plugin "DefaultBinder": Operation cannot be fulfilled on pods/binding "gated": pod gated has non-empty .spec.schedulingGates',
    }
    await plane.until(condition, expect.objectContaining(failed))
    await client.patch(`${pods}/gated`, { spec: { schedulingGates: null } })
    await plane.until(placeOf(plane, 'gated'), 'n')
  })

  it('binds a pod when another one leaves what it asks for, or the node gets it', async () => {
    const plane = await startControlPlane('1.36')
    const { client } = plane
    await client.create('/api/v1/nodes', node('n', { cpu: '2', memory: '4Gi', pods: '1' }))
    await client.create(pods, pod('first', { cpu: '1' }))
    await plane.until(placeOf(plane, 'first'), 'n')
    await client.create(pods, pod('second', {}))
    await client.create(pods, pod('third', { cpu: '2' }))
    await plane.until(
      async () => (await placeOf(plane, 'second')())?.split('. ')[0],
      '0/1 nodes are available: 1 Too many pods',
    )
    await plane.until(
      async () => (await placeOf(plane, 'third')())?.split('. ')[0],
      '0/1 nodes are available: 1 Insufficient cpu, 1 Too many pods',
    )
    await client.patch('/api/v1/nodes/n/status', { status: { allocatable: { pods: '2' } } })
    await plane.until(placeOf(plane, 'second'), 'n')
    await client.patch('/api/v1/nodes/n/status', { status: { allocatable: { pods: '3' } } })
    await client.delete(`${pods}/first`, { gracePeriodSeconds: 0 })
    await plane.until(placeOf(plane, 'third'), 'n')
    expect(await placeOf(plane, 'second')()).toBe('n')
  })
})
