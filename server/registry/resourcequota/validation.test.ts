import { expect, it } from 'vitest'
import type { ResourceQuotaSpec } from '../../../api/core-v1.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { noteLiteral } from '../../../apimachinery/scheme/number-literal.ts'
import { validateQuotaSpec, validateSameScopes } from './validation.ts'

const check = (spec: ResourceQuotaSpec, minor = 36): string[] => validateQuotaSpec(spec, minor).map(errorText)

it('limits standard and qualified resources', () => {
  expect(check({ hard: { pods: '1', 'x.y/z': '1', storage: '1', gold: '1', services: '500m' } })).toEqual([
    'spec.hard[storage]: Invalid value: "storage": must be a standard resource for quota',
    'spec.hard[gold]: Invalid value: "gold": must be a standard resource type or fully qualified',
    'spec.hard[gold]: Invalid value: "gold": must be a standard resource for quota',
    'spec.hard[services]: Invalid value: "500m": must be an integer',
  ])
})

it('shows amounts of Go with the digits that they were written with', () => {
  const list = { pods: '1500m', services: '1500m' }
  noteLiteral(list, 'pods', '1.5')
  expect(check({ hard: list }, 33).map((text) => /value:\d.*s:"\w*"/.exec(text)?.[0])).toEqual([
    'value:15, scale:-1}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:""',
    'value:1500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1500m"',
  ])
})

it('wants scopes that fit the resources and each other', () => {
  expect(check({ hard: { services: '1' }, scopes: ['Terminating', 'NotTerminating'] })).toEqual([
    'spec.scopes: Invalid value: ["Terminating","NotTerminating"]: unsupported scope applied to resource',
    'spec.scopes: Invalid value: ["Terminating","NotTerminating"]: unsupported scope applied to resource',
    'spec.scopes: Invalid value: ["Terminating","NotTerminating"]: conflicting scopes',
  ])
  const scopes = ['VolumeAttributesClass']
  expect(check({ scopes }, 32)).toHaveLength(1)
  expect(check({ scopes }, 33)).toEqual([])
})

it('wants values of a selector where its operator takes some', () => {
  const matchExpressions = [
    { scopeName: 'BestEffort', operator: 'In' },
    { scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] },
  ]
  expect(check({ scopeSelector: { matchExpressions } })).toEqual([
    'spec.scopeSelector.matchExpressions.operator: Invalid value: "In": must be \'Exists\' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity',
    "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
    "spec.scopeSelector.matchExpressions.values: Invalid value: [\"a\"]: must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
  ])
})

it('keeps the scopes', () => {
  expect(validateSameScopes({ scopes: ['a', 'b'] }, { scopes: ['b', 'a'] }, 36)).toEqual([])
  expect(validateSameScopes({}, { scopes: ['a'] }, 36).map(errorText)).toEqual([
    'spec.scopes: Invalid value: null: field is immutable',
  ])
})
