// Rules of RBAC taken apart, joined by resource, and in kubectl's order.
// Upstream: kubectl/pkg/util/rbac/rbac.go, component-helpers/auth/rbac/validation/policy_compact.go
import type { PolicyRule } from '../../api/rbac-v1.ts'
import { generatedText } from '../../apimachinery/go-print/generated-text.ts'
import { type GoStruct, goType } from '../../apimachinery/go-print/go-type.ts'
import { goSprint } from '../../apimachinery/go-print/json-values.ts'
import type { With } from '../../apimachinery/with.ts'

/** rbac/v1 PolicyRule. */
export type Rule = With<PolicyRule, 'verbs'>

/** A rule for each verb of each thing. */
function breakdown(rule: Rule): Rule[] {
  const names = rule.resourceNames ?? []
  const resources = (rule.apiGroups ?? []).flatMap((group) =>
    (rule.resources ?? []).flatMap((resource) =>
      rule.verbs.flatMap((verb): Rule[] => {
        const one = { verbs: [verb], apiGroups: [group], resources: [resource] }
        return names.length === 0 ? [one] : names.map((name) => ({ ...one, resourceNames: [name] }))
      }),
    ),
  )
  const urls = (rule.nonResourceURLs ?? []).flatMap((url) =>
    rule.verbs.map((verb): Rule => ({ verbs: [verb], nonResourceURLs: [url] })),
  )
  return [...resources, ...urls]
}

/** The text that upstream sorts by. */
const sortText = (rule: Rule): string => generatedText(rule, goType('rbac/v1.PolicyRule') as GoStruct)

/** The rules with those of the same resource joined; rules about URLs stay apart. */
export function compactRules(rules: readonly Rule[]): Rule[] {
  const joined = new Map<string, Rule>()
  const rest: Rule[] = []
  for (const rule of rules.flatMap(breakdown)) {
    if (rule.nonResourceURLs !== undefined) {
      rest.push(rule)
      continue
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames])
    const same = joined.get(key)
    if (same === undefined) joined.set(key, rule)
    else if (!same.verbs.includes(rule.verbs[0]!)) same.verbs.push(rule.verbs[0]!)
  }
  const text = new Map([...joined.values(), ...rest].map((rule) => [rule, sortText(rule)]))
  return [...text.keys()].sort((a, b) =>
    text.get(a)! < text.get(b)! ? -1 : text.get(a)! > text.get(b)! ? 1 : 0,
  )
}

/** The cells of a rule in a table: resources, URLs, names, verbs. */
export const ruleCells = (rule: Rule): string[] => [
  (rule.resources ?? [])
    .map((resource) => {
      const [name, ...sub] = resource.split('/')
      const group = rule.apiGroups?.[0] ?? ''
      return [`${name}${group === '' ? '' : `.${group}`}`, ...sub].join('/')
    })
    .join(','),
  goSprint(rule.nonResourceURLs ?? []),
  goSprint(rule.resourceNames ?? []),
  goSprint(rule.verbs),
]
