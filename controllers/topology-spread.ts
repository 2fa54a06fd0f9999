// Upstream: pkg/scheduler/framework/plugins/podtopologyspread/{common,filtering}.go
// Deviates: constraints with ScheduleAnyway count for nothing; fields of gates that are off are those that the server drops.

import type { PodSpec, Taint, TopologySpreadConstraint } from '../api/core-v1.ts'
import { getOwn, type KubeObject } from '../apimachinery/json.ts'
import type { With } from '../apimachinery/with.ts'
import { matchesLabelSelector } from './label-selector.ts'
import { selectsNode, tolerates } from './node-fit.ts'
import { podActive } from './pods.ts'

type SpreadConstraint = With<TopologySpreadConstraint, 'maxSkew' | 'topologyKey'>

/** A pod and its node, or the node that it is about to get. */
export interface PlacedPod {
  pod: KubeObject
  node: string
}

/** The scheduler's reason against a node where one more pod would be too many. */
export const unequal = "node(s) didn't match pod topology spread constraints"
const missingLabel = `${unequal} (missing required label)`

/**
 * For each node the reason why a pod would be spread unevenly there, in the scheduler's words; undefined where it may run.
 * @param placed all pods that have a node
 */
export function spreadMisfits(
  pod: KubeObject,
  nodes: readonly KubeObject[],
  placed: Iterable<PlacedPod>,
): (node: KubeObject) => string | undefined {
  const constraints = hardConstraints(pod)
  if (constraints.length === 0) return () => undefined
  const keys = new Set(constraints.map(({ topologyKey }) => topologyKey))
  const labelled = nodes.filter((node) => [...keys].every((key) => labelOf(node, key) !== undefined))
  const podsOn = podsByNode(pod.metadata.namespace, placed)
  const checks = constraints.map((constraint) => spreadOf(constraint, pod, labelled, podsOn))
  return (node) => {
    for (const check of checks) {
      const reason = check(node)
      if (reason !== undefined) return reason
    }
    return undefined
  }
}

/** The pods of a namespace that live, by their nodes. */
function podsByNode(namespace: string | undefined, placed: Iterable<PlacedPod>): Map<string, KubeObject[]> {
  const found = new Map<string, KubeObject[]>()
  for (const { pod, node } of placed) {
    const { metadata } = pod
    if (metadata.namespace !== namespace || !podActive(pod) || metadata.deletionTimestamp !== undefined)
      continue
    const here = found.get(node)
    if (here === undefined) found.set(node, [pod])
    else here.push(pod)
  }
  return found
}

const hardConstraints = ({ spec }: KubeObject): SpreadConstraint[] =>
  (
    (spec as { topologySpreadConstraints?: SpreadConstraint[] } | undefined)?.topologySpreadConstraints ?? []
  ).filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule')

const labelOf = ({ metadata }: KubeObject, key: string): string | undefined => getOwn(metadata.labels, key)

/** @param labelled the nodes that have the labels of all constraints. @param podsOn those that are counted, by their nodes */
function spreadOf(
  constraint: SpreadConstraint,
  pod: KubeObject,
  labelled: readonly KubeObject[],
  podsOn: ReadonlyMap<string, readonly KubeObject[]>,
): (node: KubeObject) => string | undefined {
  const { topologyKey, maxSkew, minDomains = 1 } = constraint
  const selected = selectorOf(constraint, pod)
  const domains = new Map<string, number>()
  for (const node of labelled) {
    if (!includes(constraint, pod, node)) continue
    const value = labelOf(node, topologyKey)!
    const here = podsOn.get(node.metadata.name!) ?? []
    domains.set(value, (domains.get(value) ?? 0) + here.filter(selected).length)
  }
  const fewest =
    domains.size < minDomains
      ? 0
      : [...domains.values()].reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const own = selected(pod) ? 1 : 0
  return (node) => {
    const value = labelOf(node, topologyKey)
    if (value === undefined) return missingLabel
    return (domains.get(value) ?? 0) + own - fewest > maxSkew ? unequal : undefined
  }
}

/** Pods that the constraint counts; a key that the pod itself does not have is left out. */
function selectorOf(
  { labelSelector, matchLabelKeys = [] }: SpreadConstraint,
  pod: KubeObject,
): (other: KubeObject) => boolean {
  const same = matchLabelKeys.flatMap((key) => {
    const value = labelOf(pod, key)
    return value === undefined ? [] : [[key, value] as const]
  })
  return (other) =>
    matchesLabelSelector(labelSelector, other.metadata.labels) &&
    same.every(([key, value]) => labelOf(other, key) === value)
}

/** Nodes that the pod could never go to are no domains, unless the constraint says otherwise; taints only where it says so. */
function includes(constraint: SpreadConstraint, pod: KubeObject, node: KubeObject): boolean {
  const { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = constraint
  const spec = pod['spec'] as PodSpec
  if (nodeAffinityPolicy === 'Honor' && !selectsNode(spec, node)) return false
  const { taints = [] } = (node['spec'] ?? {}) as { taints?: Taint[] }
  return (
    nodeTaintsPolicy === 'Ignore' ||
    taints.every((taint) => taint.effect === 'PreferNoSchedule' || tolerates(spec.tolerations ?? [], taint))
  )
}
