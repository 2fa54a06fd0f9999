import { expect, it } from 'vitest'
import type { LimitRangeItem } from '../../../api/core-v1.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { RulesAtWork } from '../testing/rules-at-work.ts'
import { limitRangeRules } from './strategy.ts'
import { validateLimitRange } from './validation.ts'

const check = (...limits: LimitRangeItem[]): string[] => validateLimitRange({ limits }, 36).map(errorText)

it('knows three types, each once', () => {
  expect(check({ type: 'Node' }, { type: 'Pod' }, { type: 'Pod' })).toEqual([
    'spec.limits[0].type: Invalid value: "Node": must be a standard limit type or fully qualified',
    'spec.limits[2].type: Duplicate value: "Pod"',
  ])
})

it('wants amounts in order', () => {
  const item = { type: 'Container', min: { cpu: '2' }, max: { cpu: '1' }, default: { cpu: '3' } }
  expect(check({ ...item, maxLimitRequestRatio: { cpu: '500m' } })).toEqual([
    'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
    'spec.limits[0].default[cpu]: Invalid value: "1": default value 3 is greater than max value 1',
    'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1',
  ])
  expect(
    check({ type: 'Pod', min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } }),
  ).toEqual([
    'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "3": ratio 3 is greater than max/min = 2.000000',
  ])
})

it('shows amounts of Go with the text that the message made of them', () => {
  const limits = [{ type: 'Container', min: { cpu: '2' }, max: { cpu: '1' } }]
  expect(validateLimitRange({ limits }, 30).map(errorText)).toEqual([
    'spec.limits[0].min[cpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:2, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"2", Format:"DecimalSI"}: min value 2 is greater than max value 1',
  ])
})

it('gets a name of its own where it has none', () => {
  const limits = new RulesAtWork(limitRangeRules, { traits: { group: '', hasStatus: false } })
  const { object } = limits.create({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: {},
    spec: { limits: [] },
  })
  expect(object.metadata.name).toMatch(/^[0-9a-f-]{36}$/)
})

it('wants no defaults of pods, and bounds of claims', () => {
  expect(check({ type: 'Pod', default: { cpu: '1' } }, { type: 'PersistentVolumeClaim' })).toEqual([
    "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
    'spec.limits[1].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
  ])
})

it('does not overcommit huge pages', () => {
  const lists = { default: { 'hugepages-2Mi': '4Mi' }, defaultRequest: { 'hugepages-2Mi': '2Mi' } }
  expect(check({ type: 'Container', ...lists })).toEqual([
    'spec.limits[0].defaultRequest[hugepages-2Mi]: Invalid value: "2Mi": default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi',
  ])
})
