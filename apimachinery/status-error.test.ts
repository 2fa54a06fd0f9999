import { expect, it } from 'vitest'
import { field, Literal } from './field-error.ts'
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

it('tells findings without end until the answer is long enough, and makes no other texts', () => {
  let made = 0
  const long = (): string => {
    made++
    return 'x'.repeat(400_000)
  }
  const errors = Array.from({ length: 15_000 }, () => field.invalid('metadata', new Literal(long), 'why'))
  const { status } = newInvalid({ group: '', kind: 'Pod' }, 'a', errors)
  expect(made).toBe(3)
  expect(status.details?.causes).toHaveLength(3)
  const short = Array.from({ length: 500 }, (_, i) => field.required(`spec.a[${i}]`, ''))
  expect(newInvalid({ group: '', kind: 'Pod' }, 'a', short).status.details?.causes).toHaveLength(500)
})
