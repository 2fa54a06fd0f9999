// Upstream: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go, pkg/scheduler/framework/types.go (AffinityTerm)
// Deviates: preferred terms count for nothing; the server has put matchLabelKeys and mismatchLabelKeys into the selectors.
import type { PodAffinityTerm, PodSpec } from '../api/core-v1.ts'
import { getOwn, type KubeObject } from '../apimachinery/json.ts'
import { matchesLabelSelector } from './label-selector.ts'
import type { PlacedPod } from './topology-spread.ts'

/** The scheduler's reason against a node that is not near the pods that the pod's affinity asks for. */
const apart = "node(s) didn't match pod affinity rules"
/** The scheduler's reason against a node near pods that the pod's anti-affinity excludes. */
export const tooNear = "node(s) didn't match pod anti-affinity rules"
/** The scheduler's reason against a node near pods whose anti-affinity excludes the pod. */
export const repelled = "node(s) didn't satisfy existing pods anti-affinity rules"

/** The labels of a namespace, by its name; undefined where it is not there. */
export type NamespaceLabels = (namespace: string) => Record<string, string> | undefined

/** The pods that have a node, as far as affinity asks for them. */
export interface Neighbours {
  /** All pods that have a node. */
  all(): Iterable<PlacedPod>
  /** The pods that have anti-affinity terms of their own. */
  repelling(): Iterable<PlacedPod>
  readonly labelsOf: NamespaceLabels
}

const affinityTerms = ({ spec }: KubeObject): PodAffinityTerm[] =>
  (spec as PodSpec | undefined)?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
const antiAffinityTerms = ({ spec }: KubeObject): PodAffinityTerm[] =>
  (spec as PodSpec | undefined)?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ??
  []

/** Whether a pod is not to be near some others. */
export const repels = (pod: KubeObject): boolean => antiAffinityTerms(pod).length > 0

/** Whether a term of one pod selects another one. */
function selects(
  { labelSelector, namespaces = [], namespaceSelector }: PodAffinityTerm,
  owner: KubeObject,
  other: KubeObject,
  labelsOf: NamespaceLabels,
): boolean {
  const namespace = other.metadata.namespace!
  const named =
    namespaces.length === 0 && namespaceSelector === undefined
      ? namespace === owner.metadata.namespace
      : namespaces.includes(namespace) || matchesLabelSelector(namespaceSelector, labelsOf(namespace))
  return named && matchesLabelSelector(labelSelector, other.metadata.labels)
}

/** Parts of a cluster: values of labels that nodes have, by the label's key. */
class Places {
  private readonly values = new Map<string, Set<string>>()

  get isEmpty(): boolean {
    return this.values.size === 0
  }

  add(key: string, node: KubeObject | undefined): void {
    const value = getOwn(node?.metadata.labels, key)
    if (value === undefined) return
    const values = this.values.get(key) ?? new Set()
    this.values.set(key, values.add(value))
  }

  /** Whether a node is in a place of that key. */
  has(key: string, node: KubeObject): boolean {
    const value = getOwn(node.metadata.labels, key)
    return value !== undefined && this.values.get(key)?.has(value) === true
  }

  /** Whether a node is in any of them. */
  hold(node: KubeObject): boolean {
    return [...this.values.keys()].some((key) => this.has(key, node))
  }
}

/**
 * For each node the reason why a pod may not be near the pods there, or has to be near others, in the scheduler's words; undefined
 * where it may run.
 */
export function affinityMisfits(
  pod: KubeObject,
  nodes: readonly KubeObject[],
  neighbours: Neighbours,
): (node: KubeObject) => string | undefined {
  const repellingPods = [...neighbours.repelling()]
  const wanted = affinityTerms(pod)
  const unwanted = antiAffinityTerms(pod)
  if (wanted.length + unwanted.length + repellingPods.length === 0) return () => undefined
  const { labelsOf } = neighbours
  const nodeOf = new Map(nodes.map((node) => [node.metadata.name!, node]))
  const near = new Places()
  const avoided = new Places()
  const repelling = new Places()
  const matchesAll = (other: KubeObject): boolean =>
    wanted.every((term) => selects(term, pod, other, labelsOf))
  if (wanted.length + unwanted.length > 0)
    for (const { pod: other, node } of neighbours.all()) {
      if (wanted.length > 0 && matchesAll(other))
        for (const { topologyKey = '' } of wanted) near.add(topologyKey, nodeOf.get(node))
      for (const term of unwanted)
        if (selects(term, pod, other, labelsOf)) avoided.add(term.topologyKey ?? '', nodeOf.get(node))
    }
  for (const { pod: other, node } of repellingPods)
    for (const term of antiAffinityTerms(other))
      if (selects(term, other, pod, labelsOf)) repelling.add(term.topologyKey ?? '', nodeOf.get(node))
  // The first of those that are to be near one another has nobody to be near.
  const isFirst = near.isEmpty && matchesAll(pod)
  return (node) => {
    const has = ({ topologyKey = '' }: PodAffinityTerm): boolean =>
      isFirst ? getOwn(node.metadata.labels, topologyKey) !== undefined : near.has(topologyKey, node)
    if (!wanted.every(has)) return apart
    if (unwanted.some(({ topologyKey = '' }) => avoided.has(topologyKey, node))) return tooNear
    return repelling.hold(node) ? repelled : undefined
  }
}
