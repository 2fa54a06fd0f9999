import { expect, it } from 'vitest'
import { growthOf, repeated } from './linear-time.ts'

const text = (length: number): string => repeated('ab', length)

/** How a reader grows that says itself how many milliseconds it takes: on a busy machine a measured one may look like the other. */
function growthOfCost(cost: (characters: number) => number): ReturnType<typeof growthOf> {
  return growthOf(
    (read) => cost(read.length),
    text,
    80_000,
    1,
    (run) => run() as number,
  )
}

it('tells a reader that is linear from one that is not', () => {
  expect(growthOf((read) => read.split('').length, text, 80_000)).toMatchObject({ linear: true })
  expect(growthOfCost((characters) => characters / 100)).toEqual({ linear: true, short: 100, long: 800 })
  expect(growthOfCost((characters) => characters ** 2 / 1e6)).toEqual({
    linear: false,
    short: 100,
    long: 6400,
  })
})

it('asks no more of one that is fast on the longest text', () => {
  expect(growthOfCost((characters) => characters ** 2 / 1e9)).toEqual({ linear: true, short: 0, long: 6.4 })
})

it('measures what a run takes', () => {
  const pairs = (read: string): number => {
    let equal = 0
    for (let i = 0; i < read.length; i++)
      for (let j = 0; j < i; j++) if (read.charCodeAt(i) === read.charCodeAt(j)) equal++
    return equal
  }
  expect(growthOf(pairs, text, 8_000, 1).long).toBeGreaterThan(20)
})
