import { expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_v, i) => `${from + i}\n`).join('')

it('prints the hunks of what differs', () => {
  expect(unifiedDiff(lines(1, 12), `${lines(1, 5)}x\n${lines(7, 12)}`)).toBe(
    '@@ -3,7 +3,7 @@\n 3\n 4\n 5\n-6\n+x\n 7\n 8\n 9\n',
  )
})

it('parts hunks that are far from each other', () => {
  const after = `a\n${lines(2, 19)}b\n`
  expect(unifiedDiff(lines(1, 20), after).match(/@@/g)).toHaveLength(4)
})

it('prints a new text whole', () => {
  expect(unifiedDiff('', 'a\nb\n')).toBe('@@ -0,0 +1,2 @@\n+a\n+b\n')
})

it('prints nothing of the same', () => {
  expect(unifiedDiff('a\n', 'a\n')).toBe('')
})
