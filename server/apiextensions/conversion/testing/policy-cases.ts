// Cases of admission policies about custom resources and with custom resources as parameters.
import type { CaseStep, HookCase } from '../../../admission/webhook/testing/play.ts'
import { dropped, policy } from '../../../admission/webhook/testing/policies.ts'
import { converting, defined, endpoint, got, made, path } from './definitions.ts'

const merge = 'application/merge-patch+json'

const about = (group: string, version: string, matchPolicy = 'Equivalent', operations = ['*']): object => ({
  matchConstraints: {
    matchPolicy,
    resourceRules: [
      {
        operations,
        apiGroups: [group],
        apiVersions: [version],
        resources: ['endpoints', 'endpoints/status'],
      },
    ],
  },
})

const refusing = { conv: { response: { result: { status: 'Failure', message: 'no' } } } }

function validating(name: string): HookCase {
  const group = `${name}.example.com`
  const spec = {
    ...about(group, 'v2'),
    variables: [{ name: 'port', expression: 'int(object.spec.port)' }],
    validations: [
      {
        expression: 'variables.port < 100',
        messageExpression: "object.apiVersion + ' ' + object.spec.host + ': port ' + string(variables.port)",
      },
      {
        expression: 'oldObject == null || oldObject.spec.host == object.spec.host',
        message: 'the host stays',
      },
    ],
  }
  return {
    name,
    brief: true,
    behaviours: converting(),
    steps: [
      ...defined(group),
      ...policy({ kind: 'Validating', name, spec }),
      made(group, 'v1', 'a'),
      made(group, 'v1', 'b', { hostPort: 'x:100' }),
      made(group, 'v2', 'c', { host: 'x', port: '100' }),
      made(group, 'v1', 'd', { hostPort: 'x' }),
      { method: 'PATCH', path: path(group, 'v1', 'a'), body: { spec: { hostPort: 'y:80' } }, type: merge },
      {
        method: 'PATCH',
        path: path(group, 'v1', 'a/status'),
        body: { status: { replicas: 2 } },
        type: merge,
      },
      { ...made(group, 'v1', 'e'), behaviours: refusing },
      { method: 'DELETE', path: path(group, 'v1', 'a') },
      ...dropped('validating', name),
      { method: 'DELETE', path: path(group, 'v1', 'a'), behaviours: converting() },
    ],
  }
}

function parameters(name: string): HookCase {
  const group = `${name}.example.com`
  const spec = {
    ...about(group, 'v1', 'Equivalent', ['CREATE', 'UPDATE']),
    paramKind: { apiVersion: `${group}/v2`, kind: 'Endpoint' },
    matchConditions: [{ name: 'others', expression: "!object.metadata.name.startsWith('param')" }],
    validations: [
      {
        expression: "object.spec.hostPort == params.spec.host + ':' + params.spec.port",
        messageExpression: "params.apiVersion + ' ' + params.metadata.name + ' wants ' + params.spec.host",
      },
    ],
  }
  const named = { paramRef: { name: 'param-a', parameterNotFoundAction: 'Deny' } }
  const selected = { paramRef: { selector: {}, parameterNotFoundAction: 'Allow' } }
  return {
    name,
    brief: true,
    behaviours: converting(),
    steps: [
      ...defined(group),
      { ...made(group, 'v1', 'param-a', { hostPort: 'p:1' }), settle: 1000 },
      ...policy({ kind: 'Validating', name, spec, binding: named }),
      made(group, 'v1', 'right', { hostPort: 'p:1' }),
      made(group, 'v1', 'wrong', { hostPort: 'q:1' }),
      {
        method: 'PATCH',
        path: path(group, 'v1', 'param-a'),
        body: { spec: { hostPort: 'q:1' } },
        type: merge,
        quiet: true,
        settle: 1000,
      },
      made(group, 'v1', 'wrong', { hostPort: 'q:1' }),
      { method: 'DELETE', path: path(group, 'v1', 'param-a'), quiet: true, settle: 1000 },
      made(group, 'v1', 'late', { hostPort: 'q:1' }),
      ...dropped('validating', name),
      { method: 'DELETE', path: path(group, 'v1', 'wrong'), quiet: true },
      ...policy({ kind: 'Validating', name, spec, binding: selected }),
      made(group, 'v1', 'late', { hostPort: 'r:1' }),
      ...dropped('validating', name),
    ],
  }
}

/** A policy that changes objects in a version, with its own way of a mutation. */
function mutating(name: string, since: number): HookCase {
  const group = `${name}.example.com`
  const one = (own: string, matchPolicy: string, mutation: object): CaseStep[] =>
    policy({
      kind: 'Mutating',
      name: own,
      spec: {
        ...about(group, 'v2', matchPolicy),
        failurePolicy: 'Fail',
        reinvocationPolicy: 'Never',
        mutations: [mutation],
      },
    })
  const apply = {
    patchType: 'ApplyConfiguration',
    applyConfiguration: { expression: "Object{spec: Object.spec{port: '1' + object.spec.port}}" },
  }
  const json = {
    patchType: 'JSONPatch',
    jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/spec/port', value: '2' + object.spec.port}]" },
  }
  const wrong = {
    patchType: 'ApplyConfiguration',
    applyConfiguration: { expression: 'Object{spec: Object.spec{unknown: 1}}' },
  }
  return {
    name,
    since,
    brief: true,
    behaviours: converting(),
    steps: [
      ...defined(group),
      ...one(name, 'Equivalent', apply),
      { ...made(group, 'v1', 'first'), quiet: true, settle: 2000 },
      made(group, 'v1', 'a'),
      made(group, 'v2', 'b'),
      {
        method: 'PATCH',
        path: `${path(group, 'v1', 'applied')}?fieldManager=m`,
        body: endpoint(group, 'v1', 'applied'),
        type: 'application/apply-patch+yaml',
      },
      { ...made(group, 'v1', 'c'), behaviours: refusing },
      { ...got(group, 'v1', 'a'), behaviours: converting() },
      ...dropped('mutating', name),
      ...one(`${name}-json`, 'Equivalent', json),
      made(group, 'v1', 'd'),
      made(group, 'v2', 'e'),
      ...dropped('mutating', `${name}-json`),
      ...one(`${name}-wrong`, 'Exact', wrong),
      made(group, 'v1', 'f'),
      made(group, 'v2', 'g'),
      ...dropped('mutating', `${name}-wrong`),
    ],
  }
}

/** Policies of both kinds. */
export const policyCases: readonly HookCase[] = [
  validating('policies'),
  parameters('params'),
  mutating('mutating-policies', 36),
]
