import { expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validateBudget } from './strategy.ts'

it('wants one amount of a disruption budget, and in range', () => {
  expect(validateBudget({ minAvailable: '120%', maxUnavailable: -1 }, 36).map(errorText)).toEqual([
    'spec: Invalid value: {"MinAvailable":"120%","Selector":null,"MaxUnavailable":-1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
    'spec.minAvailable: Invalid value: "120%": must not be greater than 100%',
    'spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0',
  ])
})
