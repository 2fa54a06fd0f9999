// Upstream: pkg/apis/rbac/v1/evaluation_helpers.go, component-helpers/auth/rbac/validation/policy_comparator.go

import type { PolicyRule as ApiPolicyRule } from '../../../api/rbac-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { With } from '../../../apimachinery/with.ts'
import { trimRight } from '../../../component-base/go/quote.ts'
import type { Attributes } from './attributes.ts'

/** A rule of a Role or ClusterRole whose verbs are set, as validation demands of a stored one. */
export type PolicyRule = With<ApiPolicyRule, 'verbs'>
const has = (list: readonly string[] | undefined, item: string): boolean => list?.includes(item) ?? false
const hasAll = (list: readonly string[] | undefined, items: readonly string[] | undefined): boolean =>
  (items ?? []).every((i) => has(list, i))

/** Whether a rule allows a request. */
export function ruleAllows(rule: PolicyRule, a: Attributes): boolean {
  if (!has(rule.verbs, '*') && !has(rule.verbs, a.verb)) return false
  if (!a.resourceRequest)
    return (rule.nonResourceURLs ?? []).some(
      (url) => url === '*' || url === a.path || (url.endsWith('*') && a.path.startsWith(trimStars(url))),
    )
  const combined = a.subresource === '' ? a.resource : `${a.resource}/${a.subresource}`
  return (
    (has(rule.apiGroups, '*') || has(rule.apiGroups, a.apiGroup)) &&
    (has(rule.resources, '*') ||
      has(rule.resources, combined) ||
      (a.subresource !== '' && has(rule.resources, `*/${a.subresource}`))) &&
    ((rule.resourceNames ?? []).length === 0 || has(rule.resourceNames, a.name))
  )
}
const trimStars = (url: string): string => trimRight(url, '*')

/** The rule broken down into rules with a single verb, group, resource and name. */
function breakDown(rule: PolicyRule): PolicyRule[] {
  const out: PolicyRule[] = []
  for (const group of rule.apiGroups ?? [])
    for (const resource of rule.resources ?? [])
      for (const verb of rule.verbs ?? []) {
        const single = { apiGroups: [group], resources: [resource], verbs: [verb] }
        if ((rule.resourceNames ?? []).length === 0) out.push(single)
        else for (const name of rule.resourceNames!) out.push({ ...single, resourceNames: [name] })
      }
  for (const url of rule.nonResourceURLs ?? [])
    for (const verb of rule.verbs ?? []) out.push({ nonResourceURLs: [url], verbs: [verb] })
  return out
}

function covers(owner: PolicyRule, sub: PolicyRule): boolean {
  const resources =
    has(owner.resources, '*') ||
    (sub.resources ?? []).every(
      (r) =>
        has(owner.resources, r) ||
        (r.includes('/') && has(owner.resources, `*/${r.slice(r.indexOf('/') + 1)}`)),
    )
  const names =
    (owner.resourceNames ?? []).length === 0 ||
    ((sub.resourceNames ?? []).length > 0 && hasAll(owner.resourceNames, sub.resourceNames))
  const urls = (sub.nonResourceURLs ?? []).every((u) =>
    (owner.nonResourceURLs ?? []).some((o) => o === u || (o.endsWith('*') && u.startsWith(trimStars(o)))),
  )
  return (
    (has(owner.verbs, '*') || hasAll(owner.verbs, sub.verbs)) &&
    (has(owner.apiGroups, '*') || hasAll(owner.apiGroups, sub.apiGroups)) &&
    resources &&
    names &&
    urls
  )
}

/** The parts of `wanted`, as single rules, that no rule of `owned` covers. */
export function uncoveredRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(breakDown).filter((sub) => !owned.some((owner) => covers(owner, sub)))
}

/** Joins rules of one group, resource and name that differ by their verbs only. */
export function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const simple = new Map<string, PolicyRule>()
  const out: PolicyRule[] = []
  for (const rule of rules) {
    const key = simpleKey(rule)
    const there = key === undefined ? undefined : simple.get(key)
    if (key === undefined) out.push(rule)
    else if (there === undefined) simple.set(key, { ...rule, verbs: [...rule.verbs] })
    else there.verbs.push(...rule.verbs)
  }
  return [...out, ...simple.values()]
}

function simpleKey(rule: PolicyRule): string | undefined {
  if ((rule.resourceNames ?? []).length > 1 || (rule.nonResourceURLs ?? []).length > 0) return undefined
  if (rule.apiGroups?.length !== 1 || rule.resources?.length !== 1) return undefined
  return JSON.stringify([rule.apiGroups[0], rule.resources[0], rule.resourceNames?.[0] ?? null])
}

/** `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}` */
export function compactString(rule: PolicyRule): string {
  const part = (name: string, list: readonly string[] | undefined): string[] =>
    (list ?? []).length === 0 ? [] : [`${name}:${goQuoteList(list!)}`]
  return `{${[...part('APIGroups', rule.apiGroups), ...part('Resources', rule.resources), ...part('NonResourceURLs', rule.nonResourceURLs), ...part('ResourceNames', rule.resourceNames), ...part('Verbs', rule.verbs)].join(', ')}}`
}

/** A list in Go's %q form: `["a" "b"]`. */
export const goQuoteList = (list: readonly string[]): string => `[${list.map((s) => goQuote(s)).join(' ')}]`
