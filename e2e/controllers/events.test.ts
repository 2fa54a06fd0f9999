import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, reportPod, startControlPlane, type TestControlPlane } from './control-plane.ts'

const labels = { app: 'web' }
const deployment = (spec: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web' }] } },
    ...spec,
  },
})
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const sets = '/apis/apps/v1/namespaces/default/replicasets'
const list = async ({ client }: TestControlPlane, path: string): Promise<KubeObject[]> =>
  (await client.get<{ items?: KubeObject[] | null }>(path)).items ?? []
/** `component: reason: message` of the events about a kind of object, without the random ends of names. */
const told = (plane: TestControlPlane, kind: string) => async (): Promise<string[]> =>
  (await list(plane, `${defaultNamespace}/events`))
    .filter((e) => (e['involvedObject'] as { kind: string }).kind === kind)
    .map((e) => {
      const { component } = e['source'] as { component?: string }
      const message = String(e['message']).replace(/web-[a-z0-9]{6,}(-[a-z0-9]{5})?/g, 'SET')
      return `${component ?? e['reportingComponent']}: ${e['reason']}: ${message}`
    })

describe('what controllers do', () => {
  it.each([
    ['1.30', 'Scaled up replica set SET to 2', 'Scaled down replica set SET to 1 from 2'],
    ['1.36', 'Scaled up replica set SET from 0 to 2', 'Scaled down replica set SET from 2 to 1'],
  ])('is told by events in the words of %s', async (release, up, down) => {
    const plane = await startControlPlane(release)
    await plane.client.create(deployments, deployment())
    await plane.until(told(plane, 'ReplicaSet'), [
      'replicaset-controller: SuccessfulCreate: Created pod: SET',
      'replicaset-controller: SuccessfulCreate: Created pod: SET',
    ])
    await plane.client.patch(`${deployments}/web`, { spec: { replicas: 1 } })
    await plane.until(told(plane, 'Deployment'), [
      `deployment-controller: ScalingReplicaSet: ${up}`,
      `deployment-controller: ScalingReplicaSet: ${down}`,
    ])
    await plane.until(
      async () => (await told(plane, 'ReplicaSet')()).at(-1),
      'replicaset-controller: SuccessfulDelete: Deleted pod: SET',
    )
    await plane.until(told(plane, 'Pod'), [
      'default-scheduler: FailedScheduling: no nodes available to schedule pods',
      'default-scheduler: FailedScheduling: no nodes available to schedule pods',
    ])
  })

  it('is told where it fails, and in the status of the set', async () => {
    const plane = await startControlPlane('1.36')
    const template = {
      metadata: { labels },
      spec: { priorityClassName: 'none', containers: [{ name: 'main', image: 'web' }] },
    }
    await plane.client.create(deployments, deployment({ template }))
    const conditions = async () =>
      (await list(plane, sets)).flatMap(
        ({ status }) =>
          (status as { conditions?: { type: string; reason: string }[] }).conditions?.map(
            ({ type, reason }) => `${type} ${reason}`,
          ) ?? [],
      )
    await plane.until(conditions, ['ReplicaFailure FailedCreate'])
    expect((await told(plane, 'ReplicaSet')())[0]).toMatch(
      /^replicaset-controller: FailedCreate: Error creating: pods "\S+" is forbidden: no PriorityClass with name none/,
    )
    await plane.client.create('/apis/scheduling.k8s.io/v1/priorityclasses', {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'none' },
      value: 1,
    })
    await plane.until(conditions, [])
  })
})

it('counts the pods of a set that terminate, and a Recreate waits for them', async () => {
  const plane = await startControlPlane('1.36')
  await plane.client.create('/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1' },
    status: { allocatable: { pods: '110' }, conditions: [{ type: 'Ready', status: 'True' }] },
  })
  await plane.client.create(deployments, deployment({ replicas: 1, strategy: { type: 'Recreate' } }))
  const pods = () => list(plane, `${defaultNamespace}/pods`)
  await plane.until(
    async () => (await pods()).map(({ spec }) => (spec as { nodeName?: string }).nodeName),
    ['n1'],
  )
  const [old] = await pods()
  await reportPod(plane.client, old!.metadata.name!)
  await plane.client.patch(`${deployments}/web`, {
    spec: { template: { spec: { containers: [{ name: 'main', image: 'web:2' }] } } },
  })
  const status = async () => (await plane.client.get<KubeObject>(`${deployments}/web`))['status']
  await plane.until(async () => ((await status()) as { terminatingReplicas?: number }).terminatingReplicas, 1)
  expect(await list(plane, sets)).toHaveLength(1)
  await plane.client.delete(`${defaultNamespace}/pods/${old!.metadata.name}`, { gracePeriodSeconds: 0 })
  await plane.until(async () => (await list(plane, sets)).length, 2)
  await plane.until(async () => (await pods()).length, 1)
})
