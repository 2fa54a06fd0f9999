// Upstream: pkg/printers/internalversion/printers.go
import { isObject, type JsonValue } from '../../../apimachinery/json.ts'
import { age, at, list, name, type Printer, text, values } from './cells.ts'

export const printWebhooks: Printer = (o, options) => [name(o), list(o, 'webhooks').length, age(o, options)]

const policy =
  (rules: string): Printer =>
  (o, options) => {
    const kind = at(o, 'spec', 'paramKind')
    return [
      name(o),
      list(o, 'spec', rules).length,
      kind === undefined ? '<unset>' : `${text(kind, 'apiVersion')}/${text(kind, 'kind')}`,
      age(o, options),
    ]
  }
export const printValidatingAdmissionPolicy = policy('validations')
export const printMutatingAdmissionPolicy = policy('mutations')

export const printAdmissionPolicyBinding: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'policyName'),
  paramName(at(o, 'spec', 'paramRef')),
  age(o, options),
]

function paramName(ref: JsonValue | undefined): string {
  const own = text(ref, 'name')
  if (own !== '') return `${text(ref, 'namespace') || '*'}/${own}`
  const selector = at(ref, 'selector')
  return selector === undefined ? '<unset>' : selectorGoText(selector)
}

/** A LabelSelector as its generated String method shows it. */
function selectorGoText(selector: JsonValue): string {
  const labels = at(selector, 'matchLabels')
  const shown = isObject(labels)
    ? Object.keys(labels)
        .sort()
        .map((key) => `${key}: ${text(labels, key)},`)
        .join('')
    : ''
  const expressions = list(selector, 'matchExpressions').map(
    (r) =>
      `LabelSelectorRequirement{Key:${text(r, 'key')},Operator:${text(r, 'operator')},Values:[${values(r, 'values').join(' ')}],},`,
  )
  return `&LabelSelector{MatchLabels:map[string]string{${shown}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
}
