import { expect, it } from 'vitest'
import { wrapped } from './word-wrap.ts'

it.each([
  ['one two three', 7, 'one two\nthree'],
  [' - one two', 6, ' - one\ntwo'],
  ['one  two', 20, 'one  two'],
  ['one\n\ntwo\n', 3, 'one\n\ntwo\n'],
  ['a verylongword b', 5, 'a\nverylongword\nb'],
  ['verylongword', 5, 'verylongword'],
  ['one\u00a0two three', 4, 'one\u00a0two\nthree'],
  ['one   ', 4, 'one'],
])('%j in lines of %i', (text, width, lines) => {
  expect(wrapped(text, width)).toBe(lines)
})
