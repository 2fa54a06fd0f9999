import { expect, it } from 'vitest'
import { alteredLines, otherThan } from './altered-lines.ts'

it('alters the value of each line that has one', () => {
  const lines = [
    'kind: Node',
    '...',
    '  uid: 5d1cc1c7-33b0-4b4e-9c0c-5a6a2c6f3d21',
    '  a: ""',
    '  ready: true,',
    'n1   Ready   5m',
    '3',
  ]
  expect(alteredLines(lines).map(({ index, text }) => [index, text])).toEqual([
    [0, 'kind: Nodx'],
    [3, '  a: "x"'],
    [4, '  ready: false,'],
    [5, 'n1   Readx   5m'],
    [6, '4'],
  ])
})

it.each([
  ['v1.30.0', 'v1.31.0'],
  ['Server Version: v1.30.4', 'Server Version: v1.31.4'],
  ['True', 'False'],
  ["'abc'", "'abx'"],
  ['x', 'y'],
  ['1Gi', '2Gi'],
])('%s becomes %s', (value, other) => {
  expect(otherThan(value)).toBe(other)
})
