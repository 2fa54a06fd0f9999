// Outputs that are to the letter what a document shows.
import { expect, it } from 'vitest'
import { isExactly } from './exactly.ts'

it.each([
  ['10.96.0.10', '10.96.0.10\n', true],
  ['  10.96.0.10\n', '10.96.0.10', true],
  ['10.96.0.11', '10.96.0.10\n', false],
  ['10.96.0.10', '10.96.0.10\n10.96.0.1\n', false],
  ['', '', false],
])('%j where %j is printed', (shown, printed, same) => {
  expect(isExactly(shown.split('\n'), printed)).toBe(same)
})
