import { expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validatePriorityClass, validatePriorityClassUpdate } from './validation.ts'

it('keeps the highest priorities for the system', () => {
  expect(validatePriorityClass({ metadata: { name: 'x' }, value: 1000000001 }).map((e) => e.field)).toEqual([
    'value',
  ])
  const system = { metadata: { name: 'system-node-critical' }, value: 2000001000 }
  expect(validatePriorityClass(system)).toEqual([])
  expect(validatePriorityClassUpdate({ value: 1 }, { value: 2 }, 36).map(errorText)).toEqual([
    'value: Forbidden: may not be changed in an update.',
  ])
})
