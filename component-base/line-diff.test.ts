import { expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

const diff = (before: string, after: string): string =>
  lineDiff([...before], [...after])
    .map(({ kind, text }) => kind.trim() + text)
    .join(' ')

it('finds what both have', () => {
  expect(diff('abc', 'abc')).toBe('a b c')
  expect(diff('', 'ab')).toBe('+a +b')
  expect(diff('ab', '')).toBe('-a -b')
  expect(diff('abcde', 'axcdye')).toBe('a -b +x c d +y e')
  expect(diff('xaxbx', 'axbxx')).toBe('-x a x b +x x')
  expect(diff('aa', 'aaa')).toBe('a a +a')
})
