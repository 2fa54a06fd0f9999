// Upstream: pkg/controller/daemon/daemon_controller.go (NodeShouldRunDaemonPod, getNodesToDaemonPods), daemon/util

import type { DaemonSetSpec as APISpec, DaemonSetStatus } from '../../api/apps-v1.ts'
import type { NodeSpec, PodSpec, PodTemplateSpec, Toleration } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'
import { selectsNode, tolerates } from '../node-fit.ts'
import { podAvailable, podEnded, podPhase } from '../pods.ts'
import { scaledValue } from '../scaled-value.ts'

/** A stored DaemonSet. */
export type DaemonSet = KubeObject & {
  spec: With<APISpec, 'selector'> & { template: With<PodTemplateSpec, 'spec'> }
  status: DaemonSetStatus
}

/** The label of a pod, and of a ControllerRevision, that says of which template it is. */
export const hashLabel = 'controller-revision-hash'
/** The label of a pod that says of which generation of the template it is. */
export const generationLabel = 'pod-template-generation'

const ownTolerations = (hostNetwork: boolean): Toleration[] =>
  [
    ['not-ready', 'NoExecute'],
    ['unreachable', 'NoExecute'],
    ['disk-pressure', 'NoSchedule'],
    ['memory-pressure', 'NoSchedule'],
    ['pid-pressure', 'NoSchedule'],
    ['unschedulable', 'NoSchedule'],
    ...(hostNetwork ? [['network-unavailable', 'NoSchedule'] as const] : []),
  ].map(([taint, effect]) => ({ effect: effect!, key: `node.kubernetes.io/${taint}`, operator: 'Exists' }))

/** The tolerations of a DaemonSet's pods. */
export const tolerationsOf = ({ spec }: DaemonSet): Toleration[] => {
  const { hostNetwork, tolerations } = spec.template.spec
  return [...(tolerations ?? []), ...ownTolerations(hostNetwork === true)]
}

/** Whether a DaemonSet's pod should be on a node, and may stay there. */
export interface Fit {
  /** The node should have a pod. */
  wanted: boolean
  /** A pod that is already on the node may stay. */
  mayStay: boolean
}

/** Whether a DaemonSet's pods are to run on a node. */
export function fitOf(ds: DaemonSet, node: KubeObject): Fit {
  const { spec } = ds.spec.template
  const named = spec.nodeName === undefined || spec.nodeName === '' || spec.nodeName === node.metadata.name
  if (!named || !selectsNode(spec, node)) return { wanted: false, mayStay: false }
  const { taints = [] } = (node['spec'] ?? {}) as NodeSpec
  const tolerations = tolerationsOf(ds)
  const untolerated = taints.filter((taint) => !tolerates(tolerations, taint)).map(({ effect }) => effect)
  return {
    wanted: !untolerated.some((effect) => effect === 'NoSchedule' || effect === 'NoExecute'),
    mayStay: !untolerated.includes('NoExecute'),
  }
}

/** The node that a pod is on, or meant for. */
function nodeOf(pod: KubeObject): string {
  const { nodeName, affinity } = pod['spec'] as PodSpec
  if (nodeName !== undefined && nodeName !== '') return nodeName
  const [term] =
    affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  return term?.matchFields?.[0]?.values?.[0] ?? ''
}

/** Node name → its pods, but for those that are deleted and have ended. */
export function podsByNode(pods: readonly KubeObject[]): Map<string, KubeObject[]> {
  const byNode = new Map<string, KubeObject[]>()
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined && podEnded(pod)) continue
    byNode.set(nodeOf(pod), [...(byNode.get(nodeOf(pod)) ?? []), pod])
  }
  return byNode
}

/** The pods sorted: those that are not Pending first, then by age, the oldest first. */
export const byAge = (pods: readonly KubeObject[]): KubeObject[] =>
  [...pods].sort(
    (a, b) =>
      Number(podPhase(a) === 'Pending') - Number(podPhase(b) === 'Pending') ||
      Date.parse(a.metadata.creationTimestamp!) - Date.parse(b.metadata.creationTimestamp!),
  )

/** A pod of the newest template and one of another on a node; undefined where there are two of a kind. */
export function updatedPods(
  pods: readonly KubeObject[],
  isUpdated: (pod: KubeObject) => boolean,
): { updated: KubeObject | undefined; old: KubeObject | undefined } | undefined {
  const living = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  const updated = living.filter(isUpdated)
  const old = living.filter((pod) => !isUpdated(pod))
  return updated.length > 1 || old.length > 1 ? undefined : { updated: updated[0], old: old[0] }
}

/** The next step of a DaemonSet's rolling update. */
export interface UpdateStep {
  remove: KubeObject[]
  /** Nodes that get a pod of the newest template beside the old one. */
  create: string[]
}

/** The DaemonSet, nodes and pods that a rolling update is decided by. */
export interface UpdateState {
  ds: DaemonSet
  byNode: ReadonlyMap<string, readonly KubeObject[]>
  /** The number of nodes that should have a pod. */
  desired: number
  isUpdated: (pod: KubeObject) => boolean
  /** Whether a node should have a pod. */
  isWanted: (node: string) => boolean
  /** Milliseconds since the epoch. */
  now: number
}

const amount = (value: number | string | undefined, total: number): number =>
  scaledValue(value ?? 0, total, 'up')

/** The number of additional pods that may exist during a rolling update (maxSurge, rounded up). */
export const surgeOf = ({ spec }: DaemonSet, desired: number): number =>
  amount(spec.updateStrategy?.rollingUpdate?.maxSurge, desired)

/** The pods to delete and to create now, so that no more are missing than may be. */
export function nextUpdate(state: UpdateState): UpdateStep {
  const surge = surgeOf(state.ds, state.desired)
  return surge === 0 ? replaceOld(state) : surgeNew(state, surge)
}

const isAvailable = ({ ds, now }: UpdateState, pod: KubeObject): boolean =>
  podAvailable(pod, ds.spec.minReadySeconds ?? 0, now)

function replaceOld(state: UpdateState): UpdateStep {
  const { maxUnavailable } = state.ds.spec.updateStrategy?.rollingUpdate ?? {}
  const most = Math.max(amount(maxUnavailable ?? 1, state.desired), 1)
  const found = [...state.byNode.values()].map((pods) => updatedPods(pods, state.isUpdated))
  const missing = found.filter((on) => {
    const only =
      on !== undefined && (on.updated === undefined || on.old === undefined)
        ? (on.updated ?? on.old)
        : undefined
    return only === undefined || !isAvailable(state, only)
  }).length
  const old = found.flatMap((on) => (on?.old !== undefined && on.updated === undefined ? [on.old] : []))
  const idle = old.filter((pod) => !isAvailable(state, pod))
  const others = old.filter((pod) => isAvailable(state, pod))
  return { remove: [...idle, ...others.slice(0, Math.max(0, most - missing))], create: [] }
}

function surgeNew(state: UpdateState, surge: number): UpdateStep {
  const step: UpdateStep = { remove: [], create: [] }
  const candidates: string[] = []
  const unwanted: KubeObject[] = []
  let surging = 0
  let available = 0
  for (const [node, pods] of state.byNode) {
    const on = updatedPods(pods, state.isUpdated)
    const first = on?.old ?? on?.updated
    if (first !== undefined && isAvailable(state, first)) available++
    if (on === undefined) surging++
    if (on?.old === undefined) continue
    if (on.updated !== undefined) {
      if (isAvailable(state, on.updated)) step.remove.push(on.old)
      else surging++
    } else if (isAvailable(state, on.old)) {
      if (state.isWanted(node)) candidates.push(node)
      else unwanted.push(on.old)
    } else if (state.isWanted(node)) step.create.push(node)
    else step.remove.push(on.old)
  }
  step.remove.push(...unwanted.slice(0, Math.max(0, available - state.desired)))
  step.create.push(...candidates.slice(0, Math.max(0, surge - surging)))
  return step
}
