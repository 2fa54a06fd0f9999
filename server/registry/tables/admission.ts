// Upstream: pkg/printers/internalversion/printers.go
import { generatedText } from '../../../apimachinery/go-print/generated-text.ts'
import { type GoStruct, goType } from '../../../apimachinery/go-print/go-type.ts'
import type { JsonValue } from '../../../apimachinery/json.ts'
import { age, at, list, name, type Printer, text } from './cells.ts'

/** Cells of webhook configurations: name, number of webhooks, age. */
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
/** Cells of ValidatingAdmissionPolicies: name, validations, parameters' kind, age. */
export const printValidatingAdmissionPolicy = policy('validations')
/** Cells of MutatingAdmissionPolicies: name, mutations, parameters' kind, age. */
export const printMutatingAdmissionPolicy = policy('mutations')

/** Cells of bindings of admission policies: name, policy, parameters, age. */
export const printAdmissionPolicyBinding: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'policyName'),
  paramName(at(o, 'spec', 'paramRef'), options.minor),
  age(o, options),
]

function paramName(ref: JsonValue | undefined, minor: number): string {
  const own = text(ref, 'name')
  if (own !== '') return `${text(ref, 'namespace') || '*'}/${own}`
  const selector = at(ref, 'selector')
  return selector === undefined
    ? '<unset>'
    : generatedText(selector, goType('v1.LabelSelector', minor) as GoStruct)
}
