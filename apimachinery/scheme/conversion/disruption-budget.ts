// Upstream: pkg/apis/policy/v1beta1/conversion.go, pkg/apis/policy/helper.go; the form of v1 is the hub
import type { Conversion, Fields } from './conversion.ts'

interface Requirement {
  key?: string
  operator?: string
}
interface Selector {
  matchLabels?: Record<string, string>
  matchExpressions?: Requirement[]
}

const v1beta1 = 'policy/v1beta1'
const label = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match'

const isEmpty = ({ matchLabels, matchExpressions }: Selector): boolean =>
  Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0
const isOnly = ({ matchLabels, matchExpressions }: Selector, operator: string): boolean =>
  Object.keys(matchLabels ?? {}).length === 0 &&
  matchExpressions?.length === 1 &&
  matchExpressions[0]!.key === label &&
  matchExpressions[0]!.operator === operator
const matching = (operator: string): Selector => ({ matchExpressions: [{ key: label, operator }] })

function withoutLabel(selector: Selector): Selector {
  const { matchExpressions, ...rest } = selector
  if (matchExpressions == null) return selector
  return { ...rest, matchExpressions: matchExpressions.filter(({ key }) => key !== label) }
}

function changeSelector(object: Fields, change: (selector: Selector) => Selector): void {
  const spec = object['spec'] as { selector?: Selector | null } | undefined
  if (spec?.selector != null) spec.selector = change(spec.selector)
}

/** From v1beta1, whose empty selector selects no pods; in the hub it selects all. */
export const disruptionBudgetToHub: Conversion = (object, apiVersion) => {
  if (apiVersion !== v1beta1) return
  changeSelector(object, (selector) => {
    if (isEmpty(selector)) return matching('Exists')
    return isOnly(selector, 'DoesNotExist') ? {} : withoutLabel(selector)
  })
}

/** To v1beta1: a selector of all pods is one by a label that no pod has. */
export const disruptionBudgetFromHub: Conversion = (object, apiVersion) => {
  if (apiVersion !== v1beta1) return
  changeSelector(object, (selector) => {
    if (isOnly(selector, 'Exists')) return {}
    return isEmpty(selector) ? matching('DoesNotExist') : selector
  })
}
