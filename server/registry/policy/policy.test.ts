import { expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validateBudget } from './disruption-budget.ts'
import { validatePriorityClass, validatePriorityClassUpdate } from './priority-class.ts'

it('wants one amount of a disruption budget, and in range', () => {
  expect(validateBudget({ minAvailable: '120%', maxUnavailable: -1 }, 36).map(errorText)).toEqual([
    'spec: Invalid value: {"MinAvailable":"120%","Selector":null,"MaxUnavailable":-1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
    'spec.minAvailable: Invalid value: "120%": must not be greater than 100%',
    'spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0',
  ])
})

it('keeps the highest priorities for the system', () => {
  expect(validatePriorityClass({ metadata: { name: 'x' }, value: 1000000001 }).map((e) => e.field)).toEqual([
    'value',
  ])
  const system = { metadata: { name: 'system-node-critical' }, value: 2000001000 }
  expect(validatePriorityClass(system)).toEqual([])
  expect(validatePriorityClassUpdate({ value: 1 }, { value: 2 }).map(errorText)).toEqual([
    'value: Forbidden: may not be changed in an update.',
  ])
})
