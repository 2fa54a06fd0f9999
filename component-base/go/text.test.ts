import { expect, it } from 'vitest'
import { trimRight, trimSpace } from './quote.ts'

it('trims as Go does', () => {
  expect(trimSpace('\u0085\t a\uFEFF \n')).toBe('a\uFEFF')
  expect(trimRight('/a/b///', '/')).toBe('/a/b')
  expect(trimRight('***', '*')).toBe('')
  expect(trimRight('a \t', ' \t')).toBe('a')
})

it('is soon done with much of what it trims', () => {
  const text = `a${' '.repeat(500_000)}b`
  expect(trimSpace(text)).toBe(text)
  expect(trimRight(`a${'/'.repeat(500_000)}b`, '/')).toHaveLength(500_002)
})
