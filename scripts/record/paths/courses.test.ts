import { expect, it } from 'vitest'
import { coursesOver } from './courses.ts'

it('goes up in stairs, over each pair of neighbours down and up, and far', () => {
  const courses = coursesOver(['1.24', '1.25', '1.26'], ['1.24', '1.30', '1.24'])
  const releases = courses.map(({ turns }) => turns.map(({ release }) => release))
  expect(releases).toEqual([
    ['1.24', '1.25', '1.26'],
    ['1.25', '1.24', '1.25', '1.26', '1.25', '1.26'],
    ['1.24', '1.30', '1.24'],
  ])
})

it('makes objects anew for each pair', () => {
  const pairs = coursesOver(['1.24', '1.25', '1.26'], [])[1]!
  expect(pairs.turns.filter(({ first }) => first).map(({ release, round }) => [release, round])).toEqual([
    ['1.25', 0],
    ['1.26', 1],
  ])
})
