// Upstream: pkg/controller/statefulset/stateful_set_control.go (updateStatus), stateful_set_utils.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { podAvailable, podReady } from '../pods.ts'
import { revisionOf } from './pod-identity.ts'
import type { Revisions } from './revisions.ts'
import type { StatefulSet, StatefulSetStatus } from './types.ts'

/** The status that follows from a set's pods at a time. */
export function statefulSetStatus(
  set: StatefulSet,
  { current, update, collisionCount }: Revisions,
  pods: readonly KubeObject[],
  now: number,
): StatefulSetStatus {
  const count = (test: (pod: KubeObject) => boolean): number => pods.filter(test).length
  const living = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  const at = (revision: KubeObject): number =>
    living.filter((pod) => revisionOf(pod) === revision.metadata.name).length
  const ready = (pod: KubeObject): boolean =>
    (pod['status'] as { phase?: string }).phase === 'Running' && podReady(pod)
  return completed(set, {
    observedGeneration: set.metadata.generation!,
    replicas: pods.length,
    readyReplicas: count(ready),
    currentReplicas: at(current),
    updatedReplicas: at(update),
    currentRevision: current.metadata.name!,
    updateRevision: update.metadata.name!,
    collisionCount,
    availableReplicas: count((pod) => ready(pod) && podAvailable(pod, set.spec.minReadySeconds ?? 0, now)),
  })
}

/** A rolling update that has reached all pods makes its revision the current one. */
function completed({ spec }: StatefulSet, status: StatefulSetStatus): StatefulSetStatus {
  const all = [status.updatedReplicas, status.readyReplicas, status.replicas]
  if (spec.updateStrategy?.type !== 'RollingUpdate' || all.some((n) => n !== spec.replicas)) return status
  return { ...status, currentReplicas: status.updatedReplicas!, currentRevision: status.updateRevision! }
}

const compared = [
  'replicas',
  'currentReplicas',
  'readyReplicas',
  'updatedReplicas',
  'currentRevision',
  'availableReplicas',
  'updateRevision',
] as const

/** Whether the stored status differs from the computed one. */
export const inconsistent = (stored: StatefulSetStatus, status: StatefulSetStatus): boolean =>
  status.observedGeneration! > (stored.observedGeneration ?? 0) ||
  compared.some((field) => (status[field] || undefined) !== (stored[field] || undefined))

const optional = ['readyReplicas', 'currentReplicas', 'updatedReplicas'] as const

/** The status in the form in which it is written: without counts of 0. */
export const withoutZero = (status: StatefulSetStatus): StatefulSetStatus =>
  Object.fromEntries(
    Object.entries(status).filter(
      ([key, value]) => value !== 0 || !optional.includes(key as 'readyReplicas'),
    ),
  ) as unknown as StatefulSetStatus
