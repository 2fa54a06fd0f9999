// Upstream: pkg/controller/{replicaset/replica_set.go,replication/replication_controller.go}

import type { ReplicaSetSpec as APISpec, ReplicaSetCondition, ReplicaSetStatus } from '../api/apps-v1.ts'
import type { PodTemplateSpec } from '../api/core-v1.ts'
import type { LabelSelector } from '../api/meta-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { semanticEqual } from '../apimachinery/json.ts'
import type { With } from '../apimachinery/with.ts'
import { toTime } from '../component-base/clock.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { matchesLabelSelector } from './label-selector.ts'
import { claimPods } from './owner-references.ts'
import { OwningController } from './owning-controller.ts'
import { PodControl } from './pod-control.ts'
import { podFromTemplate } from './pod-template.ts'
import { podActive, podAvailable, podReady, podTerminating } from './pods.ts'

/** Or of a ReplicationController, but for the selector. */
type ReplicaSetSpec = APISpec & { template: With<PodTemplateSpec, 'spec'> }

/** A kind that keeps a number of pods. */
interface ReplicaKind {
  kind: string
  component: string
  /** The path of the collection in a namespace, or in all where it is undefined: `/apis/apps/v1/replicasets`. */
  path: (namespace?: string) => string
  selector: (object: KubeObject) => LabelSelector | undefined
}

const collection =
  (group: string, resource: string) =>
  (namespace?: string): string =>
    `${group}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resource}`

/** Starts the controller that keeps the number of each ReplicaSet's pods, and its status. */
export const startReplicaSets = (context: ControllerContext): Controller =>
  startReplicas(context, {
    kind: 'ReplicaSet',
    component: 'replicaset-controller',
    path: collection('/apis/apps/v1', 'replicasets'),
    selector: ({ spec }) => (spec as { selector: LabelSelector }).selector,
  })

/** Keeps the number of a ReplicationController's pods, and its status. */
export const startReplicationControllers = (context: ControllerContext): Controller =>
  startReplicas(context, {
    kind: 'ReplicationController',
    component: 'replication-controller',
    path: collection('/api/v1', 'replicationcontrollers'),
    selector: ({ spec }) => ({ matchLabels: (spec as { selector: Record<string, string> }).selector }),
  })

function startReplicas(context: ControllerContext, kind: ReplicaKind): Controller {
  const sync = async (rs: KubeObject, key: string): Promise<void> => {
    const pods = sets.owned
    const wrote = (pod: KubeObject): void => sets.wroteAt(key, pods, pod)
    const owned = await claimPods(context, rs, pods.items.values(), { selector: kind.selector(rs) })
    const active = owned.filter(podActive)
    const living = rs.metadata.deletionTimestamp === undefined
    const failure = living
      ? await manageReplicas(
          new PodControl(context, { component: kind.component, owner: rs, wrote }),
          rs,
          active,
        )
      : undefined
    await updateStatus(
      context,
      rs,
      { active, terminating: owned.filter(podTerminating).length, failure },
      kind,
    )
    if (failure !== undefined) throw failure
    const waiting =
      active.filter(podReady).length > active.filter((pod) => available(context, rs, pod)).length
    if (waiting) sets.addAfter(key, ((rs['spec'] as ReplicaSetSpec).minReadySeconds ?? 0) * 1000)
  }
  const sets = new OwningController(context, {
    kind: kind.kind,
    path: kind.path(),
    ownedPath: '/api/v1/pods',
    sync,
    selectorOf: kind.selector,
  })
  return sets
}

const available = ({ clock }: ControllerContext, rs: KubeObject, pod: KubeObject): boolean =>
  podAvailable(pod, (rs['spec'] as ReplicaSetSpec).minReadySeconds ?? 0, clock.now())

/** @returns why not all could be made or deleted */
async function manageReplicas(
  control: PodControl,
  rs: KubeObject,
  active: readonly KubeObject[],
): Promise<Error | undefined> {
  const spec = rs['spec'] as ReplicaSetSpec
  const missing = (spec.replicas ?? 1) - active.length
  // Those that are not ready go first, as upstream ranks them.
  const victims = [...active]
    .sort((a, b) => Number(podReady(a)) - Number(podReady(b)))
    .slice(0, Math.max(0, -missing))
  try {
    for (let i = 0; i < missing; i++) await control.create(podFromTemplate(rs, spec.template))
    for (const pod of victims) await control.delete(pod)
    return undefined
  } catch (error) {
    return error as Error
  }
}

interface Found {
  active: readonly KubeObject[]
  /** The number of pods that are being deleted. */
  terminating: number
  failure: Error | undefined
}

/** Says that pods could not be made or deleted, from the first failure to the next success. */
function conditionsOf(
  { clock }: ControllerContext,
  rs: KubeObject,
  { active, failure }: Found,
): ReplicaSetCondition[] {
  const before = (rs['status'] as ReplicaSetStatus).conditions ?? []
  const failed = before.some(({ type }) => type === 'ReplicaFailure')
  if (failure === undefined) return before.filter(({ type }) => type !== 'ReplicaFailure')
  if (failed) return before
  const missing = active.length < ((rs['spec'] as ReplicaSetSpec).replicas ?? 1)
  const condition = {
    type: 'ReplicaFailure',
    status: 'True',
    lastTransitionTime: toTime(clock.now()),
    reason: missing ? 'FailedCreate' : 'FailedDelete',
    message: failure.message,
  }
  return [...before, condition]
}

async function updateStatus(
  context: ControllerContext,
  rs: KubeObject,
  found: Found,
  kind: ReplicaKind,
): Promise<void> {
  const { client, gates } = context
  const { active, terminating } = found
  const labels = (rs['spec'] as ReplicaSetSpec).template.metadata?.labels ?? {}
  const ready = active.filter(podReady)
  const conditions = conditionsOf(context, rs, found)
  const counted = (n: number, name: string): object => (n === 0 ? {} : { [name]: n })
  const status = {
    replicas: active.length,
    ...counted(
      active.filter((p) => matchesLabelSelector({ matchLabels: labels }, p.metadata.labels)).length,
      'fullyLabeledReplicas',
    ),
    ...counted(ready.length, 'readyReplicas'),
    ...counted(ready.filter((pod) => available(context, rs, pod)).length, 'availableReplicas'),
    ...(kind.kind === 'ReplicaSet' && gateEnabled(gates, 'DeploymentReplicaSetTerminatingReplicas')
      ? { terminatingReplicas: terminating }
      : {}),
    observedGeneration: rs.metadata.generation,
    ...(conditions.length === 0 ? {} : { conditions }),
  }
  if (semanticEqual(rs['status'], status)) return
  await client.update(`${kind.path(rs.metadata.namespace)}/${rs.metadata.name}/status`, { ...rs, status })
}
