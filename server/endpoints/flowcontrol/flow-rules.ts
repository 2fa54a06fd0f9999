// Upstream: staging/src/k8s.io/apiserver/pkg/util/flowcontrol/rule.go
import type { PolicyRulesWithSubjects, ResourcePolicyRule, Subject } from '../../../api/flowcontrol-v1.ts'
import type { UserInfo } from '../authentication/user-info.ts'
import type { RequestInfo } from '../request-info.ts'

/** flowcontrol/v1 PolicyRulesWithSubjects. */
export type FlowRule = PolicyRulesWithSubjects
const has = (list: readonly string[] | undefined, value: string): boolean =>
  list?.some((item) => item === '*' || item === value) ?? false

/** Whether a rule of a flow schema is about this request. */
export function matchesRule(rule: FlowRule, user: UserInfo, info: RequestInfo): boolean {
  if (!rule.subjects?.some((subject) => matchesSubject(subject, user))) return false
  return info.isResourceRequest
    ? (rule.resourceRules?.some((r) => matchesResource(r, info)) ?? false)
    : (rule.nonResourceRules?.some(
        (r) =>
          has(r.verbs, info.verb) && r.nonResourceURLs?.some((url) => matchesPath(url, info.path)) === true,
      ) ?? false)
}

function matchesSubject({ kind, user, group, serviceAccount }: Subject, who: UserInfo): boolean {
  if (kind === 'User') return user?.name === '*' || user?.name === who.name
  if (kind === 'Group') return group?.name === '*' || who.groups.includes(group?.name ?? '')
  const { namespace = '', name = '' } = serviceAccount ?? {}
  const prefix = `system:serviceaccount:${namespace}:`
  return name === '*' ? who.name.startsWith(prefix) : who.name === prefix + name
}

function matchesResource(rule: ResourcePolicyRule, info: RequestInfo): boolean {
  const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`
  if (!has(rule.verbs, info.verb) || !has(rule.apiGroups, info.apiGroup) || !has(rule.resources, resource))
    return false
  return info.namespace === '' ? rule.clusterScope === true : has(rule.namespaces, info.namespace)
}

/** A path stands for what is below it too, with a star or without. */
const matchesPath = (url: string, path: string): boolean =>
  url === '*' || url === path || path.startsWith(`${url.replace(/\*$/, '').replace(/\/$/, '')}/`)
