// Upstream: pkg/controller/deployment/util/deployment_util.go

import type { DeploymentSpec as APISpec, DeploymentStatus, ReplicaSetStatus } from '../../api/apps-v1.ts'
import type { PodTemplateSpec } from '../../api/core-v1.ts'
import { type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'
import { scaledValue } from '../scaled-value.ts'

/** A stored Deployment. */
export type Deployment = KubeObject & {
  spec: With<APISpec, 'selector' | 'template' | 'replicas'>
  status: DeploymentStatus
}
/** A stored ReplicaSet. */
export type ReplicaSet = KubeObject & {
  spec: { replicas: number; minReadySeconds?: number; template: PodTemplateSpec }
  status: ReplicaSetStatus
}

/** The label of pods that tells which template they were made of. */
export const hashLabel = 'pod-template-hash'
/** The annotation of a ReplicaSet that has the revision of its Deployment. */
export const revisionAnnotation = 'deployment.kubernetes.io/revision'
const historyAnnotation = 'deployment.kubernetes.io/revision-history'
const desiredAnnotation = 'deployment.kubernetes.io/desired-replicas'
const maxAnnotation = 'deployment.kubernetes.io/max-replicas'

/** Annotations of a Deployment that are not copied to its ReplicaSets. */
const ownAnnotations: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  historyAnnotation,
  desiredAnnotation,
  maxAnnotation,
  'deprecated.deployment.rollback.to',
])
/** The limit of the annotation that lists a ReplicaSet's former revisions, in characters. */
const maxHistoryCharacters = 2000

/** Pods that a set is to have. */
export const replicasOf = ({ spec }: ReplicaSet): number => spec.replicas
/** Pods of a set that are available. */
export const availableOf = ({ status }: ReplicaSet): number => status.availableReplicas ?? 0
/** The sum of a count over all ReplicaSets. */
export const sum = (sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number =>
  sets.reduce((total, set) => total + count(set), 0)

const isRolling = ({ spec }: Deployment): boolean => spec.strategy?.type !== 'Recreate'

/** The number of pods that a rolling update may have beyond `spec.replicas` (maxSurge, rounded up). */
export const surgeOf = (deployment: Deployment): number =>
  isRolling(deployment)
    ? scaledValue(deployment.spec.strategy?.rollingUpdate?.maxSurge ?? '25%', deployment.spec.replicas, 'up')
    : 0

/** The number of wanted pods that may be missing during a rolling update (maxUnavailable). */
export function maxUnavailableOf(deployment: Deployment): number {
  const { replicas, strategy } = deployment.spec
  if (!isRolling(deployment) || replicas === 0) return 0
  const most = scaledValue(strategy?.rollingUpdate?.maxUnavailable ?? '25%', replicas, 'down')
  // With neither surge nor unavailable pods, nothing could ever change.
  return Math.min(replicas, surgeOf(deployment) === 0 && most === 0 ? 1 : most)
}

const withoutHash = (template: PodTemplateSpec): object => {
  const { [hashLabel]: _hash, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}

/** Whether two templates differ in nothing but their hash. */
export const sameTemplate = (a: PodTemplateSpec, b: PodTemplateSpec): boolean =>
  semanticEqual(withoutHash(a), withoutHash(b))

/** The oldest first. */
export const byCreation = (sets: readonly ReplicaSet[]): ReplicaSet[] =>
  [...sets].sort(
    (a, b) =>
      Date.parse(a.metadata.creationTimestamp!) - Date.parse(b.metadata.creationTimestamp!) ||
      (a.metadata.name! < b.metadata.name! ? -1 : 1),
  )

/** The revision in an annotation, of 64 bits; 0 where there is none. */
const revisionIn = (text = ''): bigint => (/^\d+$/.test(text) ? BigInt(text) : 0n)
/** The revision that a set notes. */
export const revisionOf = ({ metadata }: ReplicaSet): bigint =>
  revisionIn(metadata.annotations?.[revisionAnnotation])
/** The revision after those of all sets. */
export function revisionAfter(sets: readonly ReplicaSet[]): bigint {
  let most = 0n
  for (const set of sets) if (revisionOf(set) > most) most = revisionOf(set)
  return most + 1n
}

const wholeOf = ({ metadata }: ReplicaSet, annotation: string): number | undefined => {
  const text = metadata.annotations?.[annotation]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** The Deployment's replicas when the ReplicaSet was last scaled; undefined where its annotation is no number. */
export const desiredOf = (set: ReplicaSet): number | undefined => wholeOf(set, desiredAnnotation)

/** The annotations of a set that tell what its Deployment wants. */
export const sizeAnnotations = (deployment: Deployment): Record<string, string> => ({
  [desiredAnnotation]: String(deployment.spec.replicas),
  [maxAnnotation]: String(deployment.spec.replicas + surgeOf(deployment)),
})

/** The annotations of the set of the newest template: those of its Deployment, and its revision. */
export function newestAnnotations(
  { metadata }: Deployment,
  before: Readonly<Record<string, string>>,
  revision: bigint,
): Record<string, string> {
  const copied = Object.entries(metadata.annotations ?? {}).filter(([key]) => !ownAnnotations.has(key))
  const old = before[revisionAnnotation]
  const annotations = { ...before, ...Object.fromEntries(copied) }
  if (revisionIn(old) >= revision) return annotations
  return {
    ...annotations,
    [revisionAnnotation]: String(revision),
    ...(old === undefined ? {} : { [historyAnnotation]: historyWith(before[historyAnnotation] ?? '', old) }),
  }
}

function historyWith(history: string, revision: string): string {
  const revisions = history === '' ? [] : history.split(',')
  revisions.push(revision)
  while (revisions.length > 1 && revisions.join(',').length > maxHistoryCharacters) revisions.shift()
  return revisions.join(',')
}

/** The one set that has pods, or the newest where none has; undefined where several have. */
export function activeOrLatest(
  current: ReplicaSet | undefined,
  old: readonly ReplicaSet[],
): ReplicaSet | undefined {
  const active = [...old, ...(current === undefined ? [] : [current])].filter((set) => replicasOf(set) > 0)
  if (active.length > 0) return active.length === 1 ? active[0] : undefined
  return current ?? byCreation(old).at(-1)
}

/** Whether the newest set has all pods that are wanted, available. */
export const isSaturated = ({ spec }: Deployment, set: ReplicaSet | undefined): boolean =>
  set !== undefined &&
  replicasOf(set) === spec.replicas &&
  desiredOf(set) === spec.replicas &&
  availableOf(set) === spec.replicas

/** The shares of ReplicaSets that all have pods in a change of the wanted replicas, by their size. @returns name → replicas */
export function proportions(deployment: Deployment, sets: readonly ReplicaSet[]): Map<string, number> {
  const { replicas } = deployment.spec
  const allowed = replicas > 0 ? replicas + surgeOf(deployment) : 0
  const toAdd = allowed - sum(sets, replicasOf)
  let added = 0
  const sizes = new Map<string, number>()
  const sorted = bySize(sets, toAdd >= 0 ? 'newer' : 'older')
  for (const set of sorted) {
    const share = toAdd === 0 ? 0 : proportion(deployment, set, toAdd, added)
    sizes.set(set.metadata.name!, replicasOf(set) + share)
    added += share
  }
  const [first] = sorted
  if (first !== undefined && toAdd !== 0) {
    const { name } = first.metadata
    sizes.set(name!, Math.max(0, sizes.get(name!)! + toAdd - added))
  }
  return sizes
}

/** The ReplicaSets sorted by their replicas, the largest first; of equally large ones the newer or the older first. */
function bySize(sets: readonly ReplicaSet[], first: 'newer' | 'older'): ReplicaSet[] {
  const sorted = byCreation(sets)
  return (first === 'newer' ? sorted.reverse() : sorted).sort((a, b) => replicasOf(b) - replicasOf(a))
}

function proportion(deployment: Deployment, set: ReplicaSet, toAdd: number, added: number): number {
  if (replicasOf(set) === 0 || toAdd === added) return 0
  const share = fraction(deployment, set)
  return toAdd > 0 ? Math.min(share, toAdd - added) : Math.max(share, toAdd - added)
}

function fraction(deployment: Deployment, set: ReplicaSet): number {
  const { spec, status } = deployment
  if (spec.replicas === 0) return -replicasOf(set)
  const before = wholeOf(set, maxAnnotation) || (status.replicas ?? 0)
  if (before === 0) return 0
  return Math.round((replicasOf(set) * (spec.replicas + surgeOf(deployment))) / before) - replicasOf(set)
}
