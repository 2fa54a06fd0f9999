import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import type { CelError } from '../values/value.ts'
import { expandedSize } from './pattern-size.ts'
import { regexOf } from './regex.ts'

describe('expandedSize', () => {
  it.each([
    'a{1000}',
    'a{1000}'.repeat(20),
    '(a{10}){100}',
    'x{2,900}',
    '(?:ab|c[d-f]){300}',
    '[{5}]',
    '\\{5}',
    '((((a){5}){5}){5}){8}',
    '[a-z{]{200,}',
    '(){1000}',
    '(?:a{3}|b{4}){100}',
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  ])('of %s is about that of its program', (pattern) => {
    const real = RE2JS.compile(pattern).programSize()
    expect(expandedSize(pattern)).toBeGreaterThanOrEqual(real / 3 - 3)
    expect(expandedSize(pattern)).toBeLessThanOrEqual(real * 7 + 10)
  })

  it.each(['(a{1000}){1000}', 'a{9}{900}', '((a{20}){20}){20}', ')'.repeat(5)])(
    'leaves %s to the parser',
    (pattern) => expect(expandedSize(pattern)).toBeLessThanOrEqual(9000),
  )
})

it('refuses what is too large written out before it is compiled, and small ones that no parser takes in its words', () => {
  const text = (pattern: string): string => (regexOf(pattern) as CelError).message
  expect(text(`${'a'.repeat(9000)}b{9}`.repeat(1))).toBeUndefined()
  expect(text('a{1000}'.repeat(60))).toMatch(/^error parsing regexp: expression too large: `a/)
  expect(text(`(?:${'a'.repeat(60)}){1000}`)).toMatch(/expression too large/)
  expect(text('(a{1000}){1000}')).toBe('error parsing regexp: invalid repeat count: `{1000}`')
})
