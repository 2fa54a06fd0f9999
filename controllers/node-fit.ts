// Whether a pod may run on a node. Upstream: pkg/scheduler/framework/plugins/{nodeaffinity,nodeunschedulable,tainttoleration},
// component-helpers/scheduling/corev1/nodeaffinity
import type {
  NodeSelectorRequirement,
  NodeSelectorTerm,
  NodeSpec,
  PodSpec,
  Taint,
  Toleration,
} from '../api/core-v1.ts'
import { getOwn, type KubeObject } from '../apimachinery/json.ts'

/** The reason why a pod does not fit a node, in the scheduler's words; undefined where it fits. */
export function misfit(pod: PodSpec, node: KubeObject): string | undefined {
  const { unschedulable, taints } = (node['spec'] ?? {}) as NodeSpec
  const tolerations = pod.tolerations ?? []
  const cordon = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }
  if (unschedulable === true && !tolerates(tolerations, cordon)) return 'node(s) were unschedulable'
  const blocking = (taints ?? []).find((t) => t.effect !== 'PreferNoSchedule' && !tolerates(tolerations, t))
  if (blocking !== undefined)
    return `node(s) had untolerated taint {${blocking.key}: ${blocking.value ?? ''}}`
  return selectsNode(pod, node) ? undefined : "node(s) didn't match Pod's node affinity/selector"
}

/** Whether one of the tolerations matches a taint. Upstream: component-helpers/scheduling/corev1/helpers.go */
export const tolerates = (tolerations: readonly Toleration[], taint: Taint): boolean =>
  tolerations.some(
    (t) =>
      (t.effect === undefined || t.effect === '' || t.effect === taint.effect) &&
      (t.key === undefined || t.key === ''
        ? t.operator === 'Exists'
        : t.key === taint.key && (t.operator === 'Exists' || (t.value ?? '') === (taint.value ?? ''))),
  )

/** Whether the pod's node selector and required node affinity select a node. */
export function selectsNode(pod: PodSpec, node: KubeObject): boolean {
  const labels = node.metadata.labels ?? {}
  const selector = Object.entries(pod.nodeSelector ?? {})
  if (!selector.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value)) return false
  const terms = pod.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  return terms === undefined || matchesNodeSelector(terms, node)
}

/** Whether a node matches at least one of a node selector's terms. */
export const matchesNodeSelector = (terms: readonly NodeSelectorTerm[], { metadata }: KubeObject): boolean =>
  terms.some((term) => matchesTerm(term, metadata.labels ?? {}, metadata.name!))

/** A term without any requirement matches nothing. */
function matchesTerm(term: NodeSelectorTerm, labels: Record<string, string>, name: string): boolean {
  const { matchExpressions = [], matchFields = [] } = term
  if (matchExpressions.length + matchFields.length === 0) return false
  return (
    matchExpressions.every((one) => matches(one, getOwn(labels, one.key ?? ''))) &&
    matchFields.every((one) => matches(one, one.key === 'metadata.name' ? name : undefined))
  )
}

function matches({ operator, values = [] }: NodeSelectorRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0])
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0])
    default:
      return false
  }
}
