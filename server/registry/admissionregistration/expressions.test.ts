import { expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { type MutatingPolicySpec, validateMutatingPolicy } from './mutating-validation.ts'
import { validatePolicy } from './policy-validation.ts'

const matchConstraints = {
  matchPolicy: 'Exact',
  namespaceSelector: {},
  objectSelector: {},
  resourceRules: [
    { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], scope: '*' },
  ],
}
const base = { failurePolicy: 'Fail', matchConstraints }
const errors = (spec: Parameters<typeof validatePolicy>[0], minor = 36, old?: typeof spec): string[] =>
  validatePolicy({ ...base, ...spec }, 'p', minor, old).map((one) => errorText(one).split('\n')[0]!)
const mutating = (spec: MutatingPolicySpec): string[] =>
  validateMutatingPolicy({ ...base, reinvocationPolicy: 'Never', ...spec }, 36).map(
    (one) => errorText(one).split('\n')[0]!,
  )

it('compiles what a policy says, with the variables before it', () => {
  const spec = {
    variables: [
      { name: 'n', expression: 'size(object.items)' },
      { name: 'twice', expression: 'variables.n * 2' },
    ],
    validations: [{ expression: 'variables.twice > 2', messageExpression: "'no ' + string(variables.n)" }],
  }
  expect(errors(spec)).toEqual([])
  expect(errors({ ...spec, variables: spec.variables.slice(1) })).toEqual([
    'spec.variables[0].expression: Invalid value: "variables.n * 2": compilation failed: ERROR: <input>:1:10: undefined field \'n\'',
    "spec.validations[0].messageExpression: Invalid value: \"'no ' + string(variables.n)\": compilation failed: ERROR: <input>:1:25: undefined field 'n'",
  ])
})

it('wants the type of the place', () => {
  expect(errors({ validations: [{ expression: 'object.name' }] })).toEqual([
    'spec.validations[0].expression: Invalid value: "object.name": must evaluate to bool but got dyn',
  ])
  const auditAnnotations = [{ key: 'k', valueExpression: '1' }]
  expect(errors({ auditAnnotations })).toEqual([
    'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
  ])
})

it('lets new expressions use what the release before knows, and stored ones all', () => {
  const spec = { validations: [{ expression: "semver('1.2.3').major() == 1" }] }
  expect(errors(spec, 33)).toHaveLength(1)
  expect(errors(spec, 33, spec)).toEqual([])
  expect(errors(spec, 34)).toEqual([])
})

it.each([
  [31, 'twice.all(k, v, v > 1)', 1],
  [32, 'twice.all(k, v, v > 1)', 0],
  [33, '[2, 1].sort() == [1, 2]', 1],
  [34, '[2, 1].sort() == [1, 2]', 0],
])(
  'lets new expressions use what min compatibility version 1.%i knows: %s has %i errors',
  (compatible, expression, count) => {
    const validations = [{ expression: expression.replace('twice', '{"a": 2}') }]
    expect(validatePolicy({ ...base, validations }, 'p', 36, undefined, compatible)).toHaveLength(count)
    expect(validatePolicy({ ...base, validations }, 'p', 36, { ...base, validations }, compatible)).toEqual(
      [],
    )
  },
)

it('knows params where there is a kind of them, and the authorizer but for messages', () => {
  const validations = [{ expression: 'params.x && authorizer.path("/x").check("get").allowed()' }]
  expect(errors({ paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, validations })).toEqual([])
  expect(errors({ validations })[0]).toContain("undeclared reference to 'params'")
  const message = [{ expression: 'true', messageExpression: 'authorizer.path("/x").check("get").reason()' }]
  expect(errors({ validations: message })[0]).toContain("undeclared reference to 'authorizer'")
})

it('compiles mutations, which give objects or patches', () => {
  const object = 'Object{metadata: Object.metadata{labels: {"a": "b"}}}'
  const patch = '[JSONPatch{op: "add", path: "/a/" + jsonpatch.escapeKey("b/c"), value: 1}]'
  const mutations = [
    { patchType: 'ApplyConfiguration', applyConfiguration: { expression: object } },
    { patchType: 'JSONPatch', jsonPatch: { expression: patch } },
  ]
  expect(mutating({ mutations })).toEqual([])
  expect(mutating({ mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: object } }] })).toEqual([
    `spec.mutations[0].jsonPatch.expression: Invalid value: ${JSON.stringify(object)}: must evaluate to list(JSONPatch) but got Object`,
  ])
  expect(mutating({ mutations: [{ patchType: 'JSONPatch' }] })).toEqual([
    'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
  ])
  expect(mutating({})).toEqual(['spec.mutations: Required value: mutations must contain at least one item'])
})

it('refuses a literal that can never be evaluated', () => {
  expect(errors({ validations: [{ expression: "'a'.find('(') == ''" }] })[0]).toContain(
    'program instantiation failed: error parsing regexp: missing closing ): `(`',
  )
})
