import { expect, it } from 'vitest'
import { growthOf, repeated } from './linear-time.ts'

const text = (length: number): string => repeated('ab', length)

it('tells a reader that is linear from one that is not', () => {
  expect(growthOf((read) => read.split('').length, text, 80_000)).toMatchObject({ linear: true })
  const pairs = (read: string): number => {
    let equal = 0
    for (let i = 0; i < read.length; i++)
      for (let j = 0; j < i; j++) if (read.charCodeAt(i) === read.charCodeAt(j)) equal++
    return equal
  }
  expect(growthOf(pairs, text, 24_000, 1)).toMatchObject({ linear: false })
})
