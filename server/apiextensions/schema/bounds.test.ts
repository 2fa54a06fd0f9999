// What a schema and an object cost is not what both of them say, times each other.
import { expect, it } from 'vitest'
import { FieldPath, maxToldCharacters } from '../../../apimachinery/field-error.ts'
import { setDefaults } from './defaulting.ts'
import type { Structural } from './structural.ts'
import { validateCustomResource } from './validation/validate-custom-resource.ts'

const many = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item)
const named = (count: number): string[] => Array.from({ length: count }, (_, i) => `p${i}`)
const validate = (value: unknown, items: Structural) =>
  validateCustomResource(value, { type: 'array', items }, FieldPath.root, 36)
const tooLarge = 'Request entity too large: validating it by its schema takes more than 10000000 steps'

it('tells no more findings than an answer shows', () => {
  const errors = validate(many(60_000, 'x'), { type: 'string', enum: named(2000) })
  expect(errors.length).toBeLessThan(maxToldCharacters / 10_000)
})

it.each<[string, unknown, Structural]>([
  ['alternatives', { p1: 1 }, { type: 'object', anyOf: named(200).map((p) => ({ required: [p, 'none'] })) }],
  ['required fields', {}, { type: 'object', not: { required: named(2000) } }],
  ['patterns', '1'.repeat(20), { type: 'string', pattern: '(a?){500}b{500}|1' }],
])('refuses too many items with too many %s', (_what, item, schema) => {
  expect(() => validate(many(20_000, item), schema)).toThrow(tooLarge)
})

it.each<[string, unknown, Structural]>([
  ['a value of an enum', 'p1999', { type: 'string', enum: named(2000) }],
  ['an object of an enum', { a: 'p1999', b: 1 }, { enum: named(2000).map((a) => ({ b: 1, a })) }],
  [
    'few of many fields',
    { p1: 'a' },
    { type: 'object', properties: Object.fromEntries(named(5000).map((p) => [p, { type: 'string' }])) },
  ],
])('takes 60,000 items of %s', (_what, item, schema) => {
  expect(validate(many(60_000, item), schema)).toEqual([])
})

it('converts numbers to the values of an enum as Go does', () => {
  const schema: Structural = { type: 'number', enum: [1, 2.5, 'A'] }
  const errors = validate([1, 1.5, 2.5, 65, 2, 66], schema)
  expect(errors.map(({ field }) => field)).toEqual(['[4]', '[5]'])
})

it('sets defaults in all items, unless they are more than a request may bring', () => {
  const items = (length: number): Structural => ({
    type: 'array',
    items: { type: 'object', properties: { a: { type: 'string', default: 'x'.repeat(length) } } },
  })
  const value = Array.from({ length: 1000 }, () => ({}))
  setDefaults(value, items(10))
  expect(value).toEqual(many(1000, { a: 'x'.repeat(10) }))
  expect(() =>
    setDefaults(
      many(1000, {}).map(() => ({})),
      items(10_000),
    ),
  ).toThrow('Request entity too large: the defaults of its schema are more than 3145728 characters')
})
