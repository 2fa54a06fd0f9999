import { expect, it } from 'vitest'
import { parseAbacPolicies } from '../../options/abac-policy-file.ts'
import { abacAuthorizer } from './abac-authorizer.ts'
import { type Attributes, type AuthorizerAnswer, resourceAttributes } from './attributes.ts'

const line = (spec: object): string =>
  JSON.stringify({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec })
const policies = [
  '# comment',
  '',
  line({ user: 'reader', readonly: true, namespace: 'a', resource: '*', apiGroup: '*' }),
  line({ group: 'staff', nonResourcePath: '/logs*' }),
  line({ namespace: '*', resource: '*', apiGroup: '*' }),
  '{"user":"old","resource":"pods","namespace":"b"}',
].join('\n')
const abac = abacAuthorizer(parseAbacPolicies(policies, 'f', 36))
const ask = (name: string, verb: string, rest: Partial<Attributes>, groups: string[] = []): string =>
  (abac.authorize({ ...resourceAttributes({ name, groups }, verb, {}), ...rest }) as AuthorizerAnswer)
    .decision

it.each([
  ['reader', 'list', { namespace: 'a', resource: 'pods' }, [], 'allow'],
  ['reader', 'create', { namespace: 'a', resource: 'pods' }, [], 'noOpinion'],
  ['reader', 'list', { namespace: 'b', resource: 'pods' }, [], 'noOpinion'],
  ['somebody', 'get', { resourceRequest: false, path: '/logs/x' }, ['staff'], 'allow'],
  ['somebody', 'get', { resourceRequest: false, path: '/metrics' }, ['staff'], 'noOpinion'],
  ['old', 'delete', { namespace: 'b', resource: 'pods', apiGroup: 'x' }, [], 'allow'],
  ['old', 'delete', { namespace: 'b', resource: 'secrets' }, [], 'noOpinion'],
] as const)('%s %s %j: %s %s', (name, verb, rest, groups, decision) => {
  expect(ask(name, verb, rest, [...groups])).toBe(decision)
})

it('tells of the rules of a user', () => {
  const { resourceRules, nonResourceRules } = abac.rulesFor({ name: 'reader', groups: ['staff'] }, 'a')
  expect([resourceRules, nonResourceRules]).toEqual([
    [{ verbs: ['get', 'list', 'watch'], apiGroups: ['*'], resources: ['*'] }],
    [],
  ])
})

// Recorded from kube-apiserver 1.33.13.
it('reads a line as YAML, with the version that it names', () => {
  expect(() => parseAbacPolicies('apiVersion: audit.k8s.io/v1', 'f', 33)).toThrow(
    'error reading policy file f, line 1: apiVersion: audit.k8s.io/v1: no kind "Policy" is registered for version "audit.k8s.io/v1" in scheme "pkg/runtime/scheme.go:110"',
  )
  expect(parseAbacPolicies('user: old', 'f', 33)[0]).toMatchObject({ user: 'old', resource: '*' })
})
