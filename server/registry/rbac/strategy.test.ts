import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { clusterRoleBindingRules, clusterRoleRules, roleBindingRules, roleRules } from './strategy.ts'

const group = 'rbac.authorization.k8s.io'
const object = (kind: string, patch: object) =>
  patched({ apiVersion: `${group}/v1`, kind, metadata: { name: 'a', namespace: 'ns' } }, patch)

describe('a Role', () => {
  const [role, clusterRole] = [new RulesAtWork(roleRules), new RulesAtWork(clusterRoleRules)]
  const url = { verbs: ['get'], nonResourceURLs: ['/healthz'] }

  it.each<[string, object, string[], string[]]>([
    ['of resources', { verbs: ['get'], apiGroups: [''], resources: ['pods'] }, [], []],
    [
      'without a verb',
      { apiGroups: [''], resources: ['pods'] },
      ...both('rules[0].verbs: Required value: verbs must contain at least one value'),
    ],
    [
      'without resources',
      { verbs: ['get'] },
      ...both(
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
      ),
    ],
    [
      'of a path',
      url,
      [
        'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to non-resource URLs',
      ],
      [],
    ],
    [
      'of a path and of resources',
      { ...url, resources: ['pods'] },
      [
        'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to non-resource URLs',
        'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
      [
        'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
  ])('%s has these errors, and a ClusterRole these', (_, rule, errors, clusterErrors) => {
    expect(role.create(object('Role', { rules: [rule] })).errors).toEqual(errors)
    expect(clusterRole.create(object('ClusterRole', { rules: [rule] })).errors).toEqual(clusterErrors)
  })

  it.each<[object, string[]]>([
    [{ clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] }, []],
    [
      {},
      [
        'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
      ],
    ],
  ])('that gathers others by %j has the errors %j', (aggregationRule, errors) => {
    expect(clusterRole.create(object('ClusterRole', { aggregationRule })).errors).toEqual(errors)
    expect(role.create(object('Role', { aggregationRule })).errors).toEqual([])
  })

  it.each([
    ['system:a', []],
    ['a/b%', ["may not contain '/'", "may not contain '%'"]],
    ['..', ["may not be '..'"]],
  ])('named %s has the errors %j', (name, errors) => {
    expect(role.nameErrors(name)).toEqual(errors)
  })

  it('is checked as a new one when it changes', () => {
    const old = object('Role', { rules: [] })
    expect(role.update(old, { rules: [url] }).errors).toEqual([
      'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to non-resource URLs',
    ])
  })
})

/** The errors of a role, and of a role of the cluster. */
function both(...errors: string[]): [string[], string[]] {
  return [errors, errors]
}

describe('a RoleBinding', () => {
  const [own, cluster] = [new RulesAtWork(roleBindingRules), new RulesAtWork(clusterRoleBindingRules)]
  const roleRef = { kind: 'ClusterRole', name: 'r' }
  const binding = (patch: object = {}) => object('RoleBinding', { roleRef, ...patch })

  it('has the group of roles, users and groups by default', () => {
    const subjects = [
      { kind: 'User', name: 'u' },
      { kind: 'Group', name: 'g' },
      { kind: 'ServiceAccount', name: 's', namespace: 'ns' },
    ]
    const { object: made, errors } = own.create(binding({ subjects }))
    expect([errors, made]).toEqual([
      [],
      binding({
        roleRef: { ...roleRef, apiGroup: group },
        subjects: [{ ...subjects[0], apiGroup: group }, { ...subjects[1], apiGroup: group }, subjects[2]],
      }),
    ])
  })

  it.each<[string, object, string[], string[]]>([
    [
      'a role of its namespace',
      { roleRef: { kind: 'Role', name: 'r' } },
      [],
      ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
    ],
    [
      'something else',
      { roleRef: { kind: 'Pod', name: 'r' } },
      ['roleRef.kind: Unsupported value: "Pod": supported values: "Role", "ClusterRole"'],
      ['roleRef.kind: Unsupported value: "Pod": supported values: "ClusterRole"'],
    ],
    ['a role without a name', { roleRef: { kind: 'ClusterRole' } }, ...both('roleRef.name: Required value')],
    [
      'a role of another group',
      { roleRef: { ...roleRef, apiGroup: 'x' } },
      ...both(`roleRef.apiGroup: Unsupported value: "x": supported values: "${group}"`),
    ],
    [
      'an account of no namespace',
      { subjects: [{ kind: 'ServiceAccount', name: 's' }] },
      [],
      ['subjects[0].namespace: Required value'],
    ],
    [
      'an odd subject',
      { subjects: [{ kind: 'Pod', name: 'p' }] },
      ...both(
        'subjects[0].kind: Unsupported value: "Pod": supported values: "ServiceAccount", "User", "Group"',
      ),
    ],
    [
      'a user of another group',
      { subjects: [{ kind: 'User', name: 'u', apiGroup: 'x' }] },
      ...both(`subjects[0].apiGroup: Unsupported value: "x": supported values: "${group}"`),
    ],
    [
      'an account of an odd name',
      { subjects: [{ kind: 'ServiceAccount', name: 'a..b', namespace: 'ns' }] },
      ...both(
        `subjects[0].name: Invalid value: "a..b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ),
    ],
    [
      'a subject without a name',
      { subjects: [{ kind: 'User' }] },
      ...both('subjects[0].name: Required value'),
    ],
  ])('to %s has these errors, and one of the cluster these', (_, patch, errors, clusterErrors) => {
    expect(own.create(binding(patch)).errors).toEqual(errors)
    expect(cluster.create(binding(patch)).errors).toEqual(clusterErrors)
  })

  it.each([
    [36, '{"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":"other"}'],
    [31, 'rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", Kind:"ClusterRole", Name:"other"}'],
  ])('keeps its role: in 1.%i it is told of %s', (minor, shown) => {
    const at = new RulesAtWork(roleBindingRules, { minor })
    const { object: old } = at.create(binding())
    expect(at.update(old, { roleRef: { name: 'other' } }).errors).toContain(
      `roleRef: Invalid value: ${shown}: cannot change roleRef`,
    )
    expect(at.update(old, { subjects: [{ kind: 'User', name: 'u' }] }).errors).toEqual([])
  })
})
