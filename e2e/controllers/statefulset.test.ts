import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { StatefulSet } from '../../controllers/statefulset/types.ts'
import {
  defaultNamespace,
  removePod,
  reportPod,
  startControlPlane,
  type TestControlPlane,
} from './control-plane.ts'

const sets = '/apis/apps/v1/namespaces/default/statefulsets'
const statefulSet = (spec: object): object => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    serviceName: 'nginx',
    selector: { matchLabels: { app: 'web' } },
    template: template('v1'),
    ...spec,
  },
})
const template = (image: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image }] },
})
const podNames = (plane: TestControlPlane) => () => plane.names(`${defaultNamespace}/pods`)
const images = (plane: TestControlPlane) => async () => {
  const { items } = await plane.client.get<{ items?: KubeObject[] }>(`${defaultNamespace}/pods`)
  return items
    ?.map(({ spec }) => (spec as { containers: { image: string }[] }).containers[0]!.image)
    .join(' ')
}
const status = (plane: TestControlPlane) => async () =>
  (await plane.client.get<StatefulSet>(`${sets}/web`)).status
/** Removes whatever is being deleted and makes all others ready, until nothing has to be done. */
async function playKubelet(plane: TestControlPlane): Promise<void> {
  const { items } = await plane.client.get<{ items?: KubeObject[] }>(`${defaultNamespace}/pods`)
  for (const pod of items ?? []) {
    const { phase } = pod['status'] as { phase?: string }
    if (pod.metadata.deletionTimestamp !== undefined) await removePod(plane.client, pod.metadata.name!)
    else if (phase !== 'Running') await reportPod(plane.client, pod.metadata.name!)
  }
}

describe('a StatefulSet', () => {
  it('makes its pods one after the other, with names, labels and a revision', async () => {
    const plane = await startControlPlane('1.31')
    await plane.client.create(sets, statefulSet({ ordinals: { start: 5 } }))
    await plane.until(podNames(plane), ['web-5'])
    await reportPod(plane.client, 'web-5')
    await plane.until(podNames(plane), ['web-5', 'web-6'])
    const pod = await plane.client.get<KubeObject>(`${defaultNamespace}/pods/web-6`)
    const [revision] = await plane.names('/apis/apps/v1/namespaces/default/controllerrevisions')
    expect(revision).toMatch(/^web-[4-9bcdf]{8,10}$/)
    expect(pod.metadata.labels).toEqual({
      app: 'web',
      'apps.kubernetes.io/pod-index': '6',
      'controller-revision-hash': revision,
      'statefulset.kubernetes.io/pod-name': 'web-6',
    })
    expect(pod['spec']).toMatchObject({ hostname: 'web-6', subdomain: 'nginx' })
    await reportPod(plane.client, 'web-6')
    await plane.until(status(plane), {
      observedGeneration: 1,
      replicas: 2,
      readyReplicas: 2,
      currentReplicas: 2,
      updatedReplicas: 2,
      availableReplicas: 2,
      currentRevision: revision,
      updateRevision: revision,
      collisionCount: 0,
    })
  })

  it('labels the index where PodIndexLabel says so when a pod is made', async () => {
    const plane = await startControlPlane('1.31', '--feature-gates=PodIndexLabel=false')
    const index = (name: string) => async () =>
      (await plane.client.get<KubeObject>(`${defaultNamespace}/pods/${name}`)).metadata.labels?.[
        'apps.kubernetes.io/pod-index'
      ]
    await plane.client.create(sets, statefulSet({ podManagementPolicy: 'Parallel' }))
    await plane.until(podNames(plane), ['web-0', 'web-1'])
    await plane.restartControllers()
    await removePod(plane.client, 'web-1')
    await plane.until(podNames(plane), ['web-0', 'web-1'])
    expect([await index('web-0')(), await index('web-1')()]).toEqual([undefined, '1'])
  })

  it('replaces pods from the highest ordinal down to the partition', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(
      sets,
      statefulSet({
        replicas: 3,
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
      }),
    )
    const rolled = (expected: string) =>
      plane.until(async () => {
        await playKubelet(plane)
        return images(plane)()
      }, expected)
    await rolled('v1 v1 v1')
    await plane.client.patch(`${sets}/web`, { spec: { template: template('v2') } })
    await rolled('v1 v2 v2')
    const { currentRevision, updateRevision } = await status(plane)()
    expect(currentRevision).not.toBe(updateRevision)
    await plane.client.patch(`${sets}/web`, { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } })
    await rolled('v2 v2 v2')
    await plane.until(async () => {
      await playKubelet(plane)
      return (await status(plane)()).currentRevision
    }, updateRevision)
  })

  it.each([
    ['true', 2],
    ['false', 1],
  ])('takes down as many as maxUnavailable says with MaxUnavailableStatefulSet=%s', async (gate, gone) => {
    const plane = await startControlPlane('1.36', `--feature-gates=MaxUnavailableStatefulSet=${gate}`)
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } }
    await plane.client.create(
      sets,
      statefulSet({ replicas: 4, podManagementPolicy: 'Parallel', updateStrategy }),
    )
    await plane.until(podNames(plane), ['web-0', 'web-1', 'web-2', 'web-3'])
    await playKubelet(plane)
    await plane.until(async () => (await status(plane)()).availableReplicas, 4)
    for (const name of await podNames(plane)())
      await plane.client.patch(`${defaultNamespace}/pods/${name}`, {
        metadata: { finalizers: ['test/hold'] },
      })
    await plane.client.patch(`${sets}/web`, { spec: { template: template('v2') } })
    const deleting = async () => {
      const { items } = await plane.client.get<{ items?: KubeObject[] }>(`${defaultNamespace}/pods`)
      return items?.filter(({ metadata }) => metadata.deletionTimestamp !== undefined).length
    }
    await plane.until(deleting, gone)
  })

  it('scales down from the end and gives the claims to what they shall go with', async () => {
    const plane = await startControlPlane('1.36')
    const claims = () => plane.names(`${defaultNamespace}/persistentvolumeclaims`)
    await plane.client.create(
      sets,
      statefulSet({
        podManagementPolicy: 'Parallel',
        persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Retain' },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      }),
    )
    await plane.until(claims, ['data-web-0', 'data-web-1'])
    await playKubelet(plane)
    await plane.client.patch(`${sets}/web`, { spec: { replicas: 1 } })
    await plane.until(async () => {
      await playKubelet(plane)
      return podNames(plane)()
    }, ['web-0'])
    await plane.until(claims, ['data-web-0'])
  })

  it('adopts the pods that an earlier set left behind', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(sets, statefulSet({ replicas: 1 }))
    await plane.until(podNames(plane), ['web-0'])
    const { metadata } = await plane.client.get<KubeObject>(`${defaultNamespace}/pods/web-0`)
    await plane.client.delete(`${sets}/web`, { propagationPolicy: 'Orphan' })
    await plane.until(() => plane.names(sets), [])
    const next = await plane.client.create<KubeObject>(sets, statefulSet({ replicas: 1 }))
    const owner = async () => {
      const pod = await plane.client.get<KubeObject>(`${defaultNamespace}/pods/web-0`)
      return [pod.metadata.uid, pod.metadata.ownerReferences?.[0]?.uid]
    }
    await plane.until(owner, [metadata.uid, next.metadata.uid])
  })
})
