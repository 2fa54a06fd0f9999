// Upstream: pkg/controller/{replicaset/replica_set.go,replication/replication_controller.go}
import type { KubeObject } from '../server/apimachinery/json.ts'
import { semanticEqual } from '../server/apimachinery/json.ts'
import { ConsistencyStore } from './consistency.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from './controller.ts'
import { type LabelSelector, matchesLabelSelector } from './label-selector.ts'
import { claimPods, controllerReference } from './owner-references.ts'
import { controllerOf, podActive, podReady } from './pods.ts'

interface ReplicaSetSpec {
  replicas?: number
  minReadySeconds?: number
  template: {
    metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
    spec: object
  }
}

/** A kind that keeps a number of pods. */
interface ReplicaKind {
  kind: string
  /** Of the collection in a namespace, or undefined in all: `/apis/apps/v1/replicasets`. */
  path: (namespace?: string) => string
  selector: (object: KubeObject) => LabelSelector | undefined
}

const collection =
  (group: string, resource: string) =>
  (namespace?: string): string =>
    `${group}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resource}`

/** Keeps the number of a ReplicaSet's pods, and its status. */
export const startReplicaSets = (context: ControllerContext): Controller =>
  startReplicas(context, {
    kind: 'ReplicaSet',
    path: collection('/apis/apps/v1', 'replicasets'),
    selector: ({ spec }) => (spec as { selector: LabelSelector }).selector,
  })

/** Keeps the number of a ReplicationController's pods, and its status. */
export const startReplicationControllers = (context: ControllerContext): Controller =>
  startReplicas(context, {
    kind: 'ReplicationController',
    path: collection('/api/v1', 'replicationcontrollers'),
    selector: ({ spec }) => ({ matchLabels: (spec as { selector: Record<string, string> }).selector }),
  })

function startReplicas(context: ControllerContext, kind: ReplicaKind): Controller {
  const owner = (pod: KubeObject): void => {
    const ref = controllerOf(pod)
    if (ref?.kind === kind.kind) queue.add(`${pod.metadata.namespace}/${ref.name}`)
  }
  const consistency = new ConsistencyStore()
  const sets = context.informers.on(kind.path(), { onChange: (rs) => queue.add(keyOf(rs)) })
  const pods = context.informers.on('/api/v1/pods', { onChange: owner, onDelete: owner })
  const queue: ReconcileQueue = new ReconcileQueue(context, kind.kind.toLowerCase(), async (key) => {
    await consistency.ready(key)
    const rs = sets.items.get(key)
    if (rs === undefined) return
    const owned = await claimPods(context, rs, pods.items.values(), { selector: kind.selector(rs) })
    const active = owned.filter(podActive)
    if (rs.metadata.deletionTimestamp === undefined)
      for (const pod of await manageReplicas(context, rs, active)) consistency.wroteAt(key, pods, pod)
    await updateStatus(context, rs, active, kind)
  })
  return queue
}

/** @returns the pods that it made */
async function manageReplicas(
  { client }: ControllerContext,
  rs: KubeObject,
  active: readonly KubeObject[],
): Promise<KubeObject[]> {
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
        ownerReferences: [controllerReference(rs)],
      },
      spec: spec.template.spec,
    }
    const created: KubeObject[] = []
    for (let i = 0; i < missing; i++) created.push(await client.create(path, pod))
    return created
  }
  // Those that are not ready go first, as upstream ranks them.
  const victims = [...active]
    .sort((a, b) => Number(podReady(a)) - Number(podReady(b)))
    .slice(0, -missing || 0)
  for (const pod of victims) await client.delete(`${path}/${pod.metadata.name}`)
  return []
}

async function updateStatus(
  { client }: ControllerContext,
  rs: KubeObject,
  active: readonly KubeObject[],
  kind: ReplicaKind,
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
  await client.update(`${kind.path(rs.metadata.namespace)}/${rs.metadata.name}/status`, {
    ...rs,
    status: { ...status, ...(conditions === undefined ? {} : { conditions }) },
  })
}
