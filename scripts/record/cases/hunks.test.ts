import { describe, expect, it } from 'vitest'
import { hunksOf, withHunks } from './hunks.ts'

describe('hunks', () => {
  it.each([
    ['a\nb\nc', 'a\nb\nc', []],
    ['a\nb\nc', 'a\nx\ny\nc', [[1, 1, 'x', 'y']]],
    [
      'a\nb\nc',
      'b\nc\nd',
      [
        [0, 1],
        [3, 0, 'd'],
      ],
    ],
    ['a\nb', 'x', [[0, 2, 'x']]],
    ['a\n', '', [[0, 1]]],
  ])('of %j make %j', (from, text, hunks) => {
    expect(hunksOf(from, text)).toEqual(hunks)
    expect(withHunks(from, hunksOf(from, text))).toBe(text)
  })
})
