import { describe, expect, it } from 'vitest'
import type { UserInfo } from '../authentication/user-info.ts'
import { type Authorizer, forbiddenMessage, resourceAttributes } from './attributes.ts'
import { EscalationCheck } from './escalation-check.ts'
import { RBACAuthorizer } from './rbac-authorizer.ts'
import { compactRules, compactString, type PolicyRule, uncoveredRules } from './rbac-rules.ts'
import type { Binding, RBACReader } from './rbac-store.ts'
import { privilegedGroups, unionAuthorizer } from './union-authorizer.ts'

const rules: Record<string, PolicyRule[]> = {
  '/view': [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', '*/status'] }],
  'a/only': [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['s'] }],
}
const bindings: Binding[] = [
  {
    name: 'v',
    namespace: '',
    roleRef: { apiGroup: '', kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'Group', name: 'viewers' }],
  },
  {
    name: 'o',
    namespace: 'a',
    roleRef: { apiGroup: '', kind: 'Role', name: 'only' },
    subjects: [{ kind: 'ServiceAccount', name: 'robot' }],
  },
]
const reader: RBACReader = {
  rules: (ns, name) => rules[`${ns}/${name}`],
  bindings: (ns) => bindings.filter((b) => b.namespace === ns),
}
const rbac = new RBACAuthorizer(reader)
const viewer: UserInfo = { name: 'v', groups: ['viewers'] }
const robot: UserInfo = { name: 'system:serviceaccount:a:robot', groups: [] }

describe('RBACAuthorizer', () => {
  it('says by which binding it allows', () => {
    expect(rbac.authorize(resourceAttributes(viewer, 'get', { resource: 'pods', namespace: 'a' }))).toEqual({
      decision: 'allow',
      reason: 'RBAC: allowed by ClusterRoleBinding "v" of ClusterRole "view" to Group "viewers"',
    })
    expect(
      rbac.authorize(resourceAttributes(robot, 'get', { resource: 'secrets', name: 's', namespace: 'a' }))
        .reason,
    ).toBe('RBAC: allowed by RoleBinding "o/a" of Role "only" to ServiceAccount "robot/a"')
  })
  it('looks at names, subresources and namespaces', () => {
    const allowed = (user: UserInfo, verb: string, rest: object): string =>
      rbac.authorize(resourceAttributes(user, verb, rest)).decision
    expect(allowed(robot, 'get', { resource: 'secrets', name: 't', namespace: 'a' })).toBe('noOpinion')
    expect(allowed(robot, 'get', { resource: 'secrets', name: 's', namespace: 'b' })).toBe('noOpinion')
    expect(allowed(viewer, 'get', { resource: 'services', subresource: 'status' })).toBe('allow')
    expect(allowed(viewer, 'get', { resource: 'pods', subresource: 'log' })).toBe('noOpinion')
  })
})

it('names what a user may not do', () => {
  const a = resourceAttributes(viewer, 'list', {
    resource: 'pods',
    subresource: 'log',
    apiGroup: 'x',
    namespace: 'n',
  })
  expect(forbiddenMessage(a)).toBe(
    'User "v" cannot list resource "pods/log" in API group "x" in the namespace "n"',
  )
})

describe('unionAuthorizer', () => {
  const later: Authorizer = {
    authorize: async () => ({ decision: 'noOpinion', reason: 'later', error: 'late' }),
    rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: true }),
  }
  const asked = resourceAttributes(viewer, 'get', { resource: 'pods' })
  const refused = resourceAttributes(robot, 'get', { resource: 'pods' })

  it('waits for nobody where nobody has to be awaited', () => {
    expect(unionAuthorizer([privilegedGroups, rbac, later]).authorize(asked)).toMatchObject({
      decision: 'allow',
    })
  })
  it('goes on after an answer that came later, and tells of its error where nobody decides', async () => {
    expect(await unionAuthorizer([later, rbac]).authorize(asked)).toMatchObject({ decision: 'allow' })
    expect(await unionAuthorizer([later, rbac, later]).authorize(refused)).toEqual({
      decision: 'noOpinion',
      reason: 'later\nlater',
      error: 'late',
    })
  })
})

describe('escalation', () => {
  it('finds the rules that nobody owns, joined by verb', () => {
    const missing = uncoveredRules(rules['/view']!, [
      { verbs: ['get', 'delete', 'patch'], apiGroups: [''], resources: ['pods'] },
    ])
    expect(compactRules(missing).map(compactString)).toEqual([
      '{APIGroups:[""], Resources:["pods"], Verbs:["delete" "patch"]}',
    ])
  })
  it('refuses a role that gives more than its writer has', async () => {
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'r' },
      rules: [{ verbs: ['delete'], apiGroups: [''], resources: ['pods'] }],
    }
    const check = new EscalationCheck(reader, rbac, rbac)
    const request = { user: viewer, resource: 'roles', namespace: 'a', name: '' }
    await expect(check.check(request, role)).rejects.toThrow(
      'roles.rbac.authorization.k8s.io "r" is forbidden: user "v" (groups=["viewers"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}',
    )
    const root = { name: 'root', groups: ['system:masters'] }
    await expect(check.check({ ...request, user: root }, role)).resolves.toBeUndefined()
  })
})
