// Upstream: pkg/apis/policy/{v1beta1,v1}/conversion.go. In v1beta1 the empty selector matches no pod, in v1 all; the form of v1 is the hub.
import type { Conversion, Fields } from './conversion.ts'

const v1beta1 = 'policy/v1beta1'
/** The label that makes a selector of one version say what the empty one says in the other. */
const key = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match'

interface Expression {
  key?: string
  operator?: string
}
interface Selector {
  matchLabels?: Fields
  matchExpressions?: Expression[]
}

const specOf = (object: Fields): { selector?: Selector } => (object['spec'] ?? {}) as { selector?: Selector }

const isEmpty = ({ matchLabels = {}, matchExpressions = [] }: Selector): boolean =>
  Object.keys(matchLabels).length === 0 && matchExpressions.length === 0

const isMarked = ({ matchLabels = {}, matchExpressions = [] }: Selector, operator: string): boolean =>
  Object.keys(matchLabels).length === 0 &&
  matchExpressions.length === 1 &&
  matchExpressions[0]!.key === key &&
  matchExpressions[0]!.operator === operator

const marked = (operator: string): Selector => ({ matchExpressions: [{ key, operator }] })

/** Never leaves the label beside others. */
function strip(selector: Selector): void {
  if (selector.matchLabels !== undefined) delete selector.matchLabels[key]
  if (selector.matchExpressions !== undefined)
    selector.matchExpressions = selector.matchExpressions.filter((one) => one.key !== key)
}

/** To v1: the empty selector of v1beta1 matches no pod there either. */
export const budgetToHub: Conversion = (object, apiVersion) => {
  const spec = specOf(object)
  if (spec.selector == null) return
  if (apiVersion === v1beta1 && isEmpty(spec.selector)) spec.selector = marked('Exists')
  else if (apiVersion === v1beta1 && isMarked(spec.selector, 'DoesNotExist')) spec.selector = {}
  else if (!isMarked(spec.selector, 'Exists')) strip(spec.selector)
}

/** Converts a budget from v1: its empty selector matches all pods in v1beta1 too. */
export const budgetFromHub: Conversion = (object, apiVersion) => {
  const spec = specOf(object)
  if (apiVersion !== v1beta1 || spec.selector == null) return
  if (isMarked(spec.selector, 'Exists')) spec.selector = {}
  else if (isEmpty(spec.selector)) spec.selector = marked('DoesNotExist')
}
