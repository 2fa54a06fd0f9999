import { getOwn } from '../../../apimachinery/json.ts'

/** The annotation with the cost of deleting a pod, by which ReplicaSets choose; a 32-bit number. */
export const deletionCostAnnotation = 'controller.kubernetes.io/pod-deletion-cost'

/** A 32 bit integer without leading plus or zeros. Upstream: pkg/apis/core/helper/helpers.go (GetDeletionCostFromPodAnnotations) */
export function deletionCostIsValid(annotations: Record<string, string> | undefined): boolean {
  const value = getOwn(annotations, deletionCostAnnotation)
  if (value === undefined) return true
  if (!/^(0|-[0-9]+|[1-9][0-9]*)$/.test(value)) return false
  const cost = Number(value)
  return cost >= -2147483648 && cost <= 2147483647
}
