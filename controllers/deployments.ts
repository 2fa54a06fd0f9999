// Upstream: pkg/controller/deployment (rolling.go, recreate.go, sync.go, progress.go)

import { createHash } from 'node:crypto'
import type { DeploymentSpec as APISpec, DeploymentStatus, ReplicaSetStatus } from '../api/apps-v1.ts'
import type { PodTemplateSpec } from '../api/core-v1.ts'
import { conditionOfType, transitionTime } from '../apimachinery/conditions.ts'
import { type KubeObject, semanticEqual } from '../apimachinery/json.ts'
import type { With } from '../apimachinery/with.ts'
import { toTime } from '../component-base/clock.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { controllersDialect } from './dialect.ts'
import { recordEvent } from './event-recorder.ts'
import { controllerReference, ownerKey } from './owner-references.ts'
import { OwningController } from './owning-controller.ts'
import { controllerOf, podEnded } from './pods.ts'
import { scaledValue } from './scaled-value.ts'

type DeploymentSpec = With<APISpec, 'selector' | 'template'>
interface Rollout {
  deployment: KubeObject
  spec: DeploymentSpec
  /** Undefined: there is none yet. */
  current: KubeObject | undefined
  old: KubeObject[]
}

const hashLabel = 'pod-template-hash'
const revisionAnnotation = 'deployment.kubernetes.io/revision'
const path = (o: KubeObject, plural: string): string =>
  `/apis/apps/v1/namespaces/${o.metadata.namespace}/${plural}`
const statusOf = (o: KubeObject): ReplicaSetStatus => (o['status'] ?? {}) as ReplicaSetStatus
const replicasOf = (o: KubeObject): number => (o['spec'] as { replicas?: number }).replicas ?? 1
const sum = (sets: readonly KubeObject[], n: (o: KubeObject) => number): number =>
  sets.reduce((total, o) => total + n(o), 0)

/** Rolls a Deployment's pods over to its newest template through ReplicaSets, and keeps its status. */
export function startDeployments(context: ControllerContext): Controller {
  const deployments: OwningController = new OwningController(context, {
    kind: 'Deployment',
    path: '/apis/apps/v1/deployments',
    ownedPath: '/apis/apps/v1/replicasets',
    sync: async (deployment) => {
      if (deployment.metadata.deletionTimestamp !== undefined) return
      const rollout = findRollout(deployment, deployments.ownedBy(deployment))
      if (rollout.spec.paused !== true)
        await roll(context, rollout, () => oldPodsRun(rollout, pods.items.values()))
      await updateStatus(context, rollout)
    },
  })
  // Pods that are on their way out: a Recreate waits for them.
  const pods = context.informers.on('/api/v1/pods', {
    onDelete: (pod) => {
      const set = deployments.owned.items.get(ownerKey(pod, 'ReplicaSet') ?? '')
      if (set !== undefined) deployments.addOwnerOf(set)
    },
  })
  return deployments
}

function oldPodsRun({ old }: Rollout, pods: Iterable<KubeObject>): boolean {
  const uids = new Set(old.map(({ metadata }) => metadata.uid))
  for (const pod of pods) if (uids.has(controllerOf(pod)?.uid) && !podEnded(pod)) return true
  return false
}

/**
 * Deviates: upstream hashes Go's print of the template, which cannot be had here; this is a hash of its JSON,
 * of the same alphabet and length.
 */
function templateHash(template: PodTemplateSpec): string {
  const number = createHash('sha256').update(JSON.stringify(template)).digest().readUInt32BE(0)
  return String(number)
    .split('')
    .map((digit) => 'bcdfghjklm'[Number(digit)])
    .join('')
}

const withoutHash = (template: PodTemplateSpec): object => {
  const { [hashLabel]: _hash, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}

function findRollout(deployment: KubeObject, owned: KubeObject[]): Rollout {
  const spec = deployment['spec'] as DeploymentSpec
  const current = owned.find((rs) =>
    semanticEqual(
      withoutHash((rs['spec'] as { template: PodTemplateSpec }).template),
      withoutHash(spec.template),
    ),
  )
  return { deployment, spec, current, old: owned.filter((rs) => rs !== current) }
}

/** The set of the newest template, made where there is none, with as many replicas as it may have. */
async function currentSet(context: ControllerContext, rollout: Rollout): Promise<KubeObject> {
  const { deployment, spec, old, current } = rollout
  const revision =
    Math.max(0, ...old.map((rs) => Number(rs.metadata.annotations?.[revisionAnnotation] ?? 0))) + 1
  rollout.current =
    current ?? (await createSet(context, rollout, revision, roomFor(spec, sum(old, replicasOf))))
  await annotate(context, deployment, String(current?.metadata.annotations?.[revisionAnnotation] ?? revision))
  return rollout.current
}

/** How many replicas a new set may have beside so many others. */
const roomFor = (spec: DeploymentSpec, others: number): number =>
  Math.max(0, Math.min(spec.replicas ?? 1, (spec.replicas ?? 1) + surge(spec) - others))

async function createSet(
  context: ControllerContext,
  { deployment, spec }: Rollout,
  revision: number,
  replicas: number,
): Promise<KubeObject> {
  const hash = templateHash(spec.template)
  const labels = { ...spec.template.metadata?.labels, [hashLabel]: hash }
  const created = await context.client.create<KubeObject>(path(deployment, 'replicasets'), {
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
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [hashLabel]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  })
  if (replicas > 0) recordScaled(context, deployment, created.metadata.name!, 0, replicas, true)
  return created
}

const recordScaled = (
  context: ControllerContext,
  deployment: KubeObject,
  ...[set, from, to, isNew]: [set: string, from: number, to: number, isNew: boolean]
): void =>
  recordEvent(context, 'deployment-controller', deployment, {
    type: 'Normal',
    reason: 'ScalingReplicaSet',
    message: controllersDialect(context.minor).scaledText(set, from, to, isNew),
  })

/** With the status, as upstream: the Deployment's generation stays. */
async function annotate(
  { client }: ControllerContext,
  deployment: KubeObject,
  revision: string,
): Promise<void> {
  if (deployment.metadata.annotations?.[revisionAnnotation] === revision) return
  await client.patch(
    `${path(deployment, 'deployments')}/${deployment.metadata.name}/status`,
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

async function roll(
  context: ControllerContext,
  rollout: Rollout,
  oldPodsRunning: () => boolean,
): Promise<void> {
  const { deployment, spec, old } = rollout
  const wanted = spec.replicas ?? 1
  const scale = (rs: KubeObject, replicas: number) => scaleSet(context, deployment, rs, replicas)
  if (spec.strategy?.type === 'Recreate') {
    const running = sum(old, replicasOf)
    for (const rs of old) await scale(rs, 0)
    if (running === 0 && !oldPodsRunning()) await scale(await currentSet(context, rollout), wanted)
    return
  }
  const current = await currentSet(context, rollout)
  const room = Math.max(0, wanted + surge(spec) - sum(old, replicasOf) - replicasOf(current))
  await scale(current, Math.min(wanted, replicasOf(current) + room))
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
    await scale(rs, replicasOf(rs) - take)
  }
}

async function scaleSet(
  context: ControllerContext,
  deployment: KubeObject,
  rs: KubeObject,
  replicas: number,
): Promise<void> {
  const before = replicasOf(rs)
  if (before === replicas) return
  Object.assign(
    rs,
    await context.client.patch(
      `${path(rs, 'replicasets')}/${rs.metadata.name}`,
      { spec: { replicas } },
      'application/merge-patch+json',
    ),
  )
  recordScaled(context, deployment, rs.metadata.name!, before, replicas, false)
}

/** Unknown while a set does not tell its own. */
const terminating = (sets: readonly KubeObject[]): Pick<ReplicaSetStatus, 'terminatingReplicas'> =>
  sets.every((rs) => statusOf(rs).terminatingReplicas !== undefined)
    ? { terminatingReplicas: sum(sets, (rs) => statusOf(rs).terminatingReplicas!) }
    : {}

async function updateStatus(
  { client, clock, gates }: ControllerContext,
  { deployment, spec, current, old }: Rollout,
): Promise<void> {
  const all = [...(current === undefined ? [] : [current]), ...old]
  const count = (name: string, n: number): object => (n === 0 ? {} : { [name]: n })
  const available = sum(all, (rs) => statusOf(rs).availableReplicas ?? 0)
  const wanted = spec.replicas ?? 1
  const unavailable = Math.max(0, wanted - available)
  const enough = available >= wanted - share(spec.strategy?.rollingUpdate?.maxUnavailable, wanted, 'down')
  const updated = current === undefined ? 0 : (statusOf(current).replicas ?? 0)
  const complete = updated === wanted && available >= wanted && sum(old, replicasOf) === 0
  const before = (deployment['status'] ?? {}) as DeploymentStatus
  const now = toTime(clock.now())
  const condition = (type: string, status: string, reason: string, message: string) => {
    const was = conditionOfType(before.conditions, type)
    if (was?.status === status && was.reason === reason) return was
    return {
      type,
      status,
      lastUpdateTime: now,
      lastTransitionTime: transitionTime(before.conditions, { type, status }, now),
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
    ...count('updatedReplicas', updated),
    ...count(
      'readyReplicas',
      sum(all, (rs) => statusOf(rs).readyReplicas ?? 0),
    ),
    ...count('availableReplicas', available),
    ...count('unavailableReplicas', unavailable),
    ...(gateEnabled(gates, 'DeploymentReplicaSetTerminatingReplicas') ? terminating(all) : {}),
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
        `${current === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${current.metadata.name}"`} ${complete ? 'has successfully progressed.' : 'is progressing.'}`,
      ),
    ],
  }
  if (semanticEqual(before, status)) return
  await client.update(`${path(deployment, 'deployments')}/${deployment.metadata.name}/status`, {
    ...deployment,
    status,
  })
}
