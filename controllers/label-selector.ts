// Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector)
import type { LabelSelector } from '../api/meta-v1.ts'
import { getOwn } from '../apimachinery/json.ts'

/** Whether labels match. An empty selector matches everything, a missing one nothing. */
export function matchesLabelSelector(
  selector: LabelSelector | undefined,
  labels: Record<string, string> | undefined,
): boolean {
  if (selector === undefined) return false
  const value = (key: string): string | undefined => getOwn(labels, key)
  const expressions = (selector.matchExpressions ?? []).every(({ key = '', operator, values = [] }) => {
    const actual = value(key)
    if (operator === 'Exists') return actual !== undefined
    if (operator === 'DoesNotExist') return actual === undefined
    const listed = actual !== undefined && values.includes(actual)
    return operator === 'In' ? listed : !listed
  })
  return (
    expressions && Object.entries(selector.matchLabels ?? {}).every(([key, wanted]) => value(key) === wanted)
  )
}
