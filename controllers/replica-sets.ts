// Upstream: pkg/controller/replicaset/replica_set.go
import type { KubeObject } from '../server/apimachinery/json.ts'
import { semanticEqual } from '../server/apimachinery/json.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from './controller.ts'
import type { LabelSelector } from './label-selector.ts'
import { matchesLabelSelector } from './label-selector.ts'
import { controllerOf, podActive, podReady } from './pods.ts'

interface ReplicaSetSpec {
  replicas?: number
  minReadySeconds?: number
  selector: LabelSelector
  template: {
    metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
    spec: object
  }
}

/** Keeps the number of a ReplicaSet's pods, and its status. */
export function startReplicaSets(context: ControllerContext): Controller {
  const owner = (pod: KubeObject): void => {
    const ref = controllerOf(pod)
    if (ref?.kind === 'ReplicaSet') queue.add(`${pod.metadata.namespace}/${ref.name}`)
  }
  const sets = context.informers.on('/apis/apps/v1/replicasets', { onChange: (rs) => queue.add(keyOf(rs)) })
  const pods = context.informers.on('/api/v1/pods', { onChange: owner, onDelete: owner })
  const queue = new ReconcileQueue(context, 'replicaset', async (key) => {
    const rs = sets.items.get(key)
    if (rs === undefined) return
    const owned = [...pods.items.values()].filter((p) => controllerOf(p)?.uid === rs.metadata.uid)
    const active = owned.filter(podActive)
    if (rs.metadata.deletionTimestamp === undefined) await manageReplicas(context, rs, active)
    await updateStatus(context, rs, active)
  })
  return queue
}

async function manageReplicas(
  { client }: ControllerContext,
  rs: KubeObject,
  active: readonly KubeObject[],
): Promise<void> {
  const spec = rs['spec'] as ReplicaSetSpec
  const missing = (spec.replicas ?? 1) - active.length
  const [namespace] = splitKey(keyOf(rs))
  const path = `/api/v1/namespaces/${namespace}/pods`
  if (missing > 0) {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        generateName: `${rs.metadata.name}-`,
        ...spec.template.metadata,
        ownerReferences: [
          {
            apiVersion: 'apps/v1',
            kind: 'ReplicaSet',
            name: rs.metadata.name,
            uid: rs.metadata.uid,
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
      spec: spec.template.spec,
    }
    for (let i = 0; i < missing; i++) await client.create(path, pod)
  } else {
    // Those that are not ready go first, as upstream ranks them.
    const victims = [...active]
      .sort((a, b) => Number(podReady(a)) - Number(podReady(b)))
      .slice(0, -missing || 0)
    for (const pod of victims) await client.delete(`${path}/${pod.metadata.name}`)
  }
}

async function updateStatus(
  { client }: ControllerContext,
  rs: KubeObject,
  active: readonly KubeObject[],
): Promise<void> {
  const labels = (rs['spec'] as ReplicaSetSpec).template.metadata?.labels ?? {}
  const ready = active.filter(podReady)
  const counted = (n: number, name: string): object => (n === 0 ? {} : { [name]: n })
  const status = {
    replicas: active.length,
    ...counted(
      active.filter((p) => matchesLabelSelector({ matchLabels: labels }, p.metadata.labels)).length,
      'fullyLabeledReplicas',
    ),
    ...counted(ready.length, 'readyReplicas'),
    ...counted(ready.length, 'availableReplicas'),
    observedGeneration: rs.metadata.generation,
  }
  const {
    conditions,
    terminatingReplicas: _t,
    ...current
  } = rs['status'] as { conditions?: unknown; terminatingReplicas?: number }
  if (semanticEqual(current, status)) return
  await client.update(
    `/apis/apps/v1/namespaces/${rs.metadata.namespace}/replicasets/${rs.metadata.name}/status`,
    { ...rs, status: { ...status, ...(conditions === undefined ? {} : { conditions }) } },
  )
}
