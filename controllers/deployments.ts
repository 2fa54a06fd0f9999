// Upstream: pkg/controller/deployment (rolling.go, recreate.go, sync.go, progress.go)
import { createHash } from 'node:crypto'
import { toTime } from '../component-base/clock.ts'
import { type KubeObject, semanticEqual } from '../server/apimachinery/json.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from './controller.ts'
import type { LabelSelector } from './label-selector.ts'
import { scaledValue } from './scaled-value.ts'

interface Template {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
  spec: object
}
interface DeploymentSpec {
  replicas?: number
  paused?: boolean
  selector: LabelSelector
  strategy?: {
    type?: string
    rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string }
  }
  template: Template
}
interface SetStatus {
  replicas?: number
  readyReplicas?: number
  availableReplicas?: number
  observedGeneration?: number
}
interface Rollout {
  deployment: KubeObject
  spec: DeploymentSpec
  current: KubeObject
  old: KubeObject[]
}

const hashLabel = 'pod-template-hash'
const revisionAnnotation = 'deployment.kubernetes.io/revision'
const path = (o: KubeObject, plural: string): string =>
  `/apis/apps/v1/namespaces/${o.metadata.namespace}/${plural}`
const statusOf = (o: KubeObject): SetStatus => (o['status'] ?? {}) as SetStatus
const replicasOf = (o: KubeObject): number => (o['spec'] as { replicas?: number }).replicas ?? 1
const sum = (sets: readonly KubeObject[], n: (o: KubeObject) => number): number =>
  sets.reduce((total, o) => total + n(o), 0)

/** Rolls a Deployment's pods over to its newest template through ReplicaSets, and keeps its status. */
export function startDeployments(context: ControllerContext): Controller {
  const changed = (rs: KubeObject): void => {
    const ref = rs.metadata.ownerReferences?.find((o) => o.controller === true && o.kind === 'Deployment')
    if (ref !== undefined) queue.add(`${rs.metadata.namespace}/${ref.name}`)
  }
  const deployments = context.informers.on('/apis/apps/v1/deployments', {
    onChange: (d) => queue.add(keyOf(d)),
  })
  const sets = context.informers.on('/apis/apps/v1/replicasets', { onChange: changed, onDelete: changed })
  const queue = new ReconcileQueue(context, 'deployment', async (key) => {
    const deployment = deployments.items.get(key)
    if (deployment === undefined || deployment.metadata.deletionTimestamp !== undefined) return
    const owned = [...sets.items.values()].filter((rs) =>
      rs.metadata.ownerReferences?.some((o) => o.controller === true && o.uid === deployment.metadata.uid),
    )
    const rollout = await currentRollout(context, deployment, owned)
    if (rollout.spec.paused !== true) await roll(context, rollout)
    await updateStatus(context, rollout)
  })
  return queue
}

/**
 * Deviates: upstream hashes Go's print of the template, which cannot be had here; this is a hash of its JSON,
 * of the same alphabet and length.
 */
function templateHash(template: Template): string {
  const number = createHash('sha256').update(JSON.stringify(template)).digest().readUInt32BE(0)
  return String(number)
    .split('')
    .map((digit) => 'bcdfghjklm'[Number(digit)])
    .join('')
}

const withoutHash = (template: Template): object => {
  const { [hashLabel]: _hash, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}

async function currentRollout(
  context: ControllerContext,
  deployment: KubeObject,
  owned: KubeObject[],
): Promise<Rollout> {
  const spec = deployment['spec'] as DeploymentSpec
  const found = owned.find((rs) =>
    semanticEqual(withoutHash((rs['spec'] as { template: Template }).template), withoutHash(spec.template)),
  )
  const revision =
    Math.max(
      0,
      ...owned
        .filter((rs) => rs !== found)
        .map((rs) => Number(rs.metadata.annotations?.[revisionAnnotation] ?? 0)),
    ) + 1
  const current = found ?? (await createSet(context, deployment, spec, revision))
  await annotate(context, deployment, String(found?.metadata.annotations?.[revisionAnnotation] ?? revision))
  return { deployment, spec, current, old: owned.filter((rs) => rs.metadata.uid !== current.metadata.uid) }
}

function createSet(
  { client }: ControllerContext,
  deployment: KubeObject,
  spec: DeploymentSpec,
  revision: number,
): Promise<KubeObject> {
  const hash = templateHash(spec.template)
  const labels = { ...spec.template.metadata?.labels, [hashLabel]: hash }
  return client.create(path(deployment, 'replicasets'), {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${deployment.metadata.name}-${hash}`,
      namespace: deployment.metadata.namespace,
      labels,
      annotations: {
        'deployment.kubernetes.io/desired-replicas': String(spec.replicas ?? 1),
        'deployment.kubernetes.io/max-replicas': String((spec.replicas ?? 1) + surge(spec)),
        [revisionAnnotation]: String(revision),
      },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: deployment.metadata.name,
          uid: deployment.metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      replicas: 0,
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [hashLabel]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  })
}

async function annotate(
  { client }: ControllerContext,
  deployment: KubeObject,
  revision: string,
): Promise<void> {
  if (deployment.metadata.annotations?.[revisionAnnotation] === revision) return
  await client.patch(
    `${path(deployment, 'deployments')}/${deployment.metadata.name}`,
    { metadata: { annotations: { [revisionAnnotation]: revision } } },
    'application/merge-patch+json',
  )
}

/** A count or a share of the replicas; default: a quarter. */
const share = (value: number | string | undefined, replicas: number, round: 'up' | 'down'): number =>
  scaledValue(value ?? '25%', replicas, round)
const surge = (spec: DeploymentSpec): number =>
  spec.strategy?.type === 'Recreate'
    ? 0
    : share(spec.strategy?.rollingUpdate?.maxSurge, spec.replicas ?? 1, 'up')

async function roll(context: ControllerContext, { spec, current, old }: Rollout): Promise<void> {
  const wanted = spec.replicas ?? 1
  const running = sum(old, replicasOf)
  if (spec.strategy?.type === 'Recreate') {
    for (const rs of old) await scale(context, rs, 0)
    if (sum(old, (rs) => statusOf(rs).replicas ?? 0) === 0) await scale(context, current, wanted)
    return
  }
  const room = Math.max(0, wanted + surge(spec) - running - replicasOf(current))
  await scale(context, current, Math.min(wanted, replicasOf(current) + room))
  const unavailable = share(spec.strategy?.rollingUpdate?.maxUnavailable, wanted, 'down')
  const available = sum([current, ...old], (rs) => statusOf(rs).availableReplicas ?? 0)
  let removable = Math.max(
    0,
    available - Math.max(0, wanted - (unavailable === 0 && surge(spec) === 0 ? 1 : unavailable)),
  )
  for (const rs of old) {
    // Pods that are not available can go at once; available ones only as far as the strategy lets.
    const idle = replicasOf(rs) - Math.min(replicasOf(rs), statusOf(rs).availableReplicas ?? 0)
    const take = Math.min(replicasOf(rs), idle + removable)
    removable -= Math.max(0, take - idle)
    await scale(context, rs, replicasOf(rs) - take)
  }
}

async function scale({ client }: ControllerContext, rs: KubeObject, replicas: number): Promise<void> {
  if (replicasOf(rs) === replicas) return
  Object.assign(
    rs,
    await client.patch(
      `${path(rs, 'replicasets')}/${rs.metadata.name}`,
      { spec: { replicas } },
      'application/merge-patch+json',
    ),
  )
}

async function updateStatus(
  { client, clock }: ControllerContext,
  { deployment, spec, current, old }: Rollout,
): Promise<void> {
  const all = [current, ...old]
  const count = (name: string, n: number): object => (n === 0 ? {} : { [name]: n })
  const available = sum(all, (rs) => statusOf(rs).availableReplicas ?? 0)
  const wanted = spec.replicas ?? 1
  const unavailable = Math.max(0, wanted - available)
  const enough = available >= wanted - share(spec.strategy?.rollingUpdate?.maxUnavailable, wanted, 'down')
  const complete =
    (statusOf(current).replicas ?? 0) === wanted && available >= wanted && sum(old, replicasOf) === 0
  const before = (deployment['status'] ?? {}) as {
    conditions?: {
      type: string
      status: string
      reason?: string
      message?: string
      lastUpdateTime?: string
      lastTransitionTime?: string
    }[]
  }
  const now = toTime(clock.now())
  const condition = (type: string, status: string, reason: string, message: string) => {
    const was = before.conditions?.find((c) => c.type === type)
    if (was?.status === status && was.reason === reason) return was
    return {
      type,
      status,
      lastUpdateTime: now,
      lastTransitionTime: was?.status === status ? was.lastTransitionTime! : now,
      reason,
      message,
    }
  }
  const status = {
    observedGeneration: deployment.metadata.generation,
    ...count(
      'replicas',
      sum(all, (rs) => statusOf(rs).replicas ?? 0),
    ),
    ...count('updatedReplicas', statusOf(current).replicas ?? 0),
    ...count(
      'readyReplicas',
      sum(all, (rs) => statusOf(rs).readyReplicas ?? 0),
    ),
    ...count('availableReplicas', available),
    ...count('unavailableReplicas', unavailable),
    conditions: [
      condition(
        'Available',
        enough ? 'True' : 'False',
        enough ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
        enough ? 'Deployment has minimum availability.' : 'Deployment does not have minimum availability.',
      ),
      condition(
        'Progressing',
        'True',
        complete ? 'NewReplicaSetAvailable' : 'ReplicaSetUpdated',
        `ReplicaSet "${current.metadata.name}" ${complete ? 'has successfully progressed.' : 'is progressing.'}`,
      ),
    ],
  }
  const { terminatingReplicas: _t, ...rest } = before as typeof before & { terminatingReplicas?: number }
  if (semanticEqual(rest, status)) return
  await client.update(`${path(deployment, 'deployments')}/${deployment.metadata.name}/status`, {
    ...deployment,
    status,
  })
}
