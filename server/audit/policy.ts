// Upstream: staging/src/k8s.io/apiserver/pkg/audit/policy/checker.go
import { trimRight } from '../../component-base/go/quote.ts'
import type { AuditLevel, AuditStage } from './event.ts'

/** Resources of a group that a rule is about; no resources: all of the group. */
export interface GroupResources {
  readonly group?: string
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** audit.k8s.io/v1 PolicyRule. An empty list says nothing. */
export interface PolicyRule {
  readonly level: AuditLevel
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly GroupResources[]
  readonly namespaces?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

/** audit.k8s.io/v1 Policy. */
export interface Policy {
  readonly rules: readonly PolicyRule[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

/** The attributes of a request by which its audit rule is chosen: authorizer.Attributes. */
export interface AuditAttributes {
  readonly user: { readonly name: string; readonly groups: readonly string[] } | undefined
  readonly verb: string
  readonly resourceRequest: boolean
  readonly path: string
  readonly namespace: string
  readonly apiGroup: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
}

/** The audit level of a request and the parts of its events that the policy leaves out. */
export interface AuditConfig {
  readonly level: AuditLevel
  readonly omitStages: readonly AuditStage[]
  readonly omitManagedFields: boolean
}

/** The audit settings of the first rule that matches; level None where no rule does. */
export function auditConfigOf(policy: Policy, attributes: AuditAttributes): AuditConfig {
  const rule = policy.rules.find((one) => matches(one, attributes))
  return {
    level: rule?.level ?? 'None',
    omitStages: [...(policy.omitStages ?? []), ...(rule?.omitStages ?? [])],
    omitManagedFields: rule?.omitManagedFields ?? policy.omitManagedFields ?? false,
  }
}

const some = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0

function matches(rule: PolicyRule, attributes: AuditAttributes): boolean {
  const { user, verb } = attributes
  if (some(rule.users) && !(user !== undefined && rule.users.includes(user.name))) return false
  if (some(rule.userGroups) && !rule.userGroups.some((group) => user?.groups.includes(group))) return false
  if (some(rule.verbs) && !rule.verbs.includes(verb)) return false
  if (some(rule.namespaces) || some(rule.resources)) return matchesResource(rule, attributes)
  return !some(rule.nonResourceURLs) || matchesPath(rule.nonResourceURLs, attributes)
}

const matchesPath = (urls: readonly string[], { resourceRequest, path }: AuditAttributes): boolean =>
  !resourceRequest &&
  urls.some(
    (url) => url === '*' || url === path || (url.endsWith('*') && path.startsWith(trimRight(url, '*'))),
  )

function matchesResource(rule: PolicyRule, attributes: AuditAttributes): boolean {
  if (!attributes.resourceRequest) return false
  if (some(rule.namespaces) && !rule.namespaces.includes(attributes.namespace)) return false
  return !some(rule.resources) || rule.resources.some((one) => isOfGroup(one, attributes))
}

function isOfGroup(
  { group = '', resources, resourceNames }: GroupResources,
  attributes: AuditAttributes,
): boolean {
  if (group !== attributes.apiGroup && group !== '*') return false
  if (!some(resources)) return true
  return (
    (!some(resourceNames) || resourceNames.includes(attributes.name)) &&
    resources.some((one) => names(one, attributes))
  )
}

function names(pattern: string, { resource, subresource }: AuditAttributes): boolean {
  const combined = subresource === '' ? resource : `${resource}/${subresource}`
  return (
    pattern === '*' ||
    pattern === combined ||
    (subresource !== '' && pattern === `*/${subresource}`) ||
    pattern === `${resource}/*`
  )
}
