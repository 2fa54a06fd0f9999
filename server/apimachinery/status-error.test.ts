import { expect, it } from 'vitest'
import { field } from './field-error.ts'
import { newInvalid } from './status-error.ts'

it('stops to tell findings that repeat a long value', () => {
  const long = 'x'.repeat(1024 * 1024)
  const errors = Array.from({ length: 100_000 }, (_, i) => field.invalid(`spec[${i}]`, long, 'is long'))
  const { status } = newInvalid({ group: '', kind: 'X' }, 'x', errors)
  expect(status.details?.causes?.length).toBeLessThan(12)
  expect(status.message).toContain('spec[0]: Invalid value')
})

it('tells all findings of an ordinary size', () => {
  const errors = Array.from({ length: 1000 }, (_, i) => field.required(`spec[${i}]`, ''))
  expect(newInvalid({ group: '', kind: 'X' }, 'x', errors).status.details?.causes).toHaveLength(1000)
})
