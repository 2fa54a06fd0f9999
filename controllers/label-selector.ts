// Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector)
import { getOwn } from '../apimachinery/json.ts'

export interface LabelSelector {
  matchLabels?: Record<string, string>
  matchExpressions?: { key: string; operator: string; values?: string[] }[]
}

/** Whether labels match. An empty selector matches everything, a missing one nothing. */
export function matchesLabelSelector(
  selector: LabelSelector | undefined,
  labels: Record<string, string> | undefined,
): boolean {
  if (selector === undefined) return false
  const value = (key: string): string | undefined => getOwn(labels, key)
  const expressions = (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
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
