// Upstream: pkg/auth/authorizer/abac/abac.go
import { trimRight } from '../../../component-base/go/quote.ts'
import type { UserInfo } from '../authentication/user-info.ts'
import type { Attributes, Authorizer } from './attributes.ts'

/** A line of a policy file: whom it allows what; `*` is all, empty is nothing but what is empty. */
export interface AbacPolicy {
  readonly user: string
  readonly group: string
  readonly readonly: boolean
  readonly apiGroup: string
  readonly resource: string
  readonly namespace: string
  readonly nonResourcePath: string
}

const readVerbs = ['get', 'list', 'watch']

/** The authorizer of --authorization-mode=ABAC: allows what a policy says, and denies nothing. */
export const abacAuthorizer = (policies: readonly AbacPolicy[]): Authorizer => ({
  authorize: (attributes) =>
    policies.some((one) => matches(one, attributes))
      ? { decision: 'allow', reason: '' }
      : { decision: 'noOpinion', reason: 'No policy matched.' },
  rulesFor(user, namespace) {
    const own = policies.filter((one) => isSubject(one, user) && fits(one.namespace, namespace))
    const verbs = (one: AbacPolicy): string[] => (one.readonly ? [...readVerbs] : ['*'])
    return {
      resourceRules: own
        .filter(({ resource }) => resource !== '')
        .map((one) => ({ verbs: verbs(one), apiGroups: [one.apiGroup], resources: [one.resource] })),
      nonResourceRules: own
        .filter(({ nonResourcePath }) => nonResourcePath !== '')
        .map((one) => ({ verbs: verbs(one), nonResourceURLs: [one.nonResourcePath] })),
      incomplete: false,
    }
  },
})

const fits = (wanted: string, value: string): boolean => wanted === '*' || wanted === value

const matches = (one: AbacPolicy, a: Attributes): boolean =>
  isSubject(one, a.user) &&
  (!one.readonly || readVerbs.includes(a.verb)) &&
  (a.resourceRequest
    ? fits(one.namespace, a.namespace) && fits(one.resource, a.resource) && fits(one.apiGroup, a.apiGroup)
    : fitsPath(one.nonResourcePath, a.path))

function fitsPath(wanted: string, path: string): boolean {
  if (fits(wanted, path)) return true
  return wanted.endsWith('*') && path.startsWith(trimRight(wanted, '*'))
}

/** A policy that names neither user nor group is about nobody. */
function isSubject({ user, group }: AbacPolicy, { name, groups }: UserInfo): boolean {
  if (user === '' && group === '') return false
  return (user === '' || fits(user, name)) && (group === '' || group === '*' || groups.includes(group))
}
