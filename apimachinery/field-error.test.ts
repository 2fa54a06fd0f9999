import { expect, it } from 'vitest'
import { eachFinding, field, goQuote, maxToldCharacters, repeats } from './field-error.ts'
import { newInvalid } from './status-error.ts'

it('finds no more than an answer tells, and the same of that', () => {
  const items = Array.from({ length: 100_000 }, (_, i) => i)
  const find = (i: number) => [field.invalid(`spec.items[${i}]`, i, 'no such thing'.repeat(3))]
  const some = eachFinding(items, find)
  expect(some.length).toBeLessThan(30_000)
  const told = newInvalid({ group: '', kind: 'A' }, 'a', some)
  expect(told.status).toEqual(newInvalid({ group: '', kind: 'A' }, 'a', items.flatMap(find)).status)
  expect(told.message.length).toBeGreaterThan(maxToldCharacters)
  expect(eachFinding(['a', 'b'], (item, i) => [field.required(`${item}${i}`, '')])).toHaveLength(2)
})

it('knows what was there before', () => {
  expect(['a', 'b', 'a', '', ''].map(repeats())).toEqual([false, false, true, false, true])
})

it('quotes as Go does', () => {
  expect(goQuote('a "b" \\ \u0007\u00e9\u200b~')).toBe('"a \\"b\\" \\\\ \\aé\\u200b~"')
})
