import { expect, it } from 'vitest'
import type { DeploymentStatus } from '../../api/apps-v1.ts'
import { conditionOfType } from '../../apimachinery/conditions.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, reportPod, startControlPlane, type TestControlPlane } from './control-plane.ts'

const apps = '/apis/apps/v1/namespaces/default'
const web = `${apps}/deployments/web`

const deployment = (image: string, more: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 4,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image }] },
    },
    ...more,
  },
})

/** Image → replicas of its set. */
async function sizes({ client }: TestControlPlane): Promise<object> {
  const { items } = await client.get<{ items: KubeObject[] }>(`${apps}/replicasets`)
  return Object.fromEntries(
    items.map(({ spec }) => {
      const { replicas, template } = spec as {
        replicas: number
        template: { spec: { containers: { image: string }[] } }
      }
      return [template.spec.containers[0]!.image, replicas]
    }),
  )
}

const setImage = ({ client }: TestControlPlane, image: string) =>
  client.patch(web, { spec: { template: { spec: { containers: [{ name: 'main', image }] } } } })

async function reportPods(plane: TestControlPlane): Promise<void> {
  const { items } = await plane.client.get<{ items: KubeObject[] }>(`${defaultNamespace}/pods`)
  for (const pod of items)
    if ((pod['status'] as { phase: string }).phase === 'Pending')
      await reportPod(plane.client, pod.metadata.name!)
}

it('rolls over to a newer template while the one before does not get on, and shares out what is wanted', async () => {
  const plane = await startControlPlane('1.36')
  const pods = async () => (await plane.names(`${defaultNamespace}/pods`)).length
  await plane.client.create(`${apps}/deployments`, deployment('one'))
  await plane.until(pods, 4)
  await reportPods(plane)
  // Sets of one second are in the order of their names.
  plane.clock.advance(1000)
  await setImage(plane, 'two')
  await plane.until(() => sizes(plane), { one: 3, two: 2 })
  await plane.client.patch(web, { spec: { replicas: 8 } })
  await plane.until(() => sizes(plane), { one: 6, two: 4 })
  await setImage(plane, 'three')
  await plane.until(() => sizes(plane), { one: 3, two: 3, three: 4 })
})

it('says when it does not get on, and again when it does', async () => {
  const plane = await startControlPlane('1.36')
  const progress = async () => {
    const { conditions } = (await plane.client.get(web))['status'] as DeploymentStatus
    return conditionOfType(conditions, 'Progressing')?.reason
  }
  await plane.client.create(`${apps}/deployments`, deployment('one', { progressDeadlineSeconds: 60 }))
  await plane.until(progress, 'ReplicaSetUpdated')
  plane.clock.advance(70_000)
  await plane.until(progress, 'ProgressDeadlineExceeded')
  await reportPods(plane)
  await plane.until(progress, 'NewReplicaSetAvailable')
  await plane.client.patch(web, { spec: { paused: true } })
  await plane.until(progress, 'DeploymentPaused')
})

it('keeps as many old sets as it is to, and adopts what it selects', async () => {
  const plane = await startControlPlane('1.36')
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'main', image: 'zero' }] },
  }
  const orphan = { replicas: 0, selector: { matchLabels: { app: 'web' } }, template }
  await plane.client.create(`${apps}/replicasets`, {
    metadata: { name: 'orphan', labels: { app: 'web' } },
    spec: orphan,
  })
  await plane.client.create(
    `${apps}/deployments`,
    deployment('one', { replicas: 1, revisionHistoryLimit: 0 }),
  )
  await plane.until(async () => Object.keys(await sizes(plane)).sort(), ['one', 'zero'])
  await plane.until(async () => (await plane.names(`${defaultNamespace}/pods`)).length, 1)
  await reportPods(plane)
  await plane.until(() => sizes(plane), { one: 1 })
  expect((await plane.client.get(web)).metadata.annotations).toMatchObject({
    'deployment.kubernetes.io/revision': '1',
  })
})
