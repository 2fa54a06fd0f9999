import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Rounds } from './rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ends waits together, none too soon and none more than so much too late, in the order in which they are due', () => {
  const [rounds, ended] = [new Rounds(), [] as string[]]
  const start = performance.now()
  const wait = (name: string, ms: number): (() => void) =>
    rounds.add(() => ended.push(`${name} ${Math.round(performance.now() - start)}`), ms, 100)
  vi.advanceTimersByTime(100 - (start % 100))
  const offset = Math.round(performance.now() - start)
  wait('b', 10_050)
  wait('a', 10_010)
  wait('d', 10_101)
  wait('c', 10_100)
  expect(vi.getTimerCount()).toBe(2)
  vi.advanceTimersByTime(20_000)
  const [first, second] = [offset + 10_100, offset + 10_200]
  expect(ended).toEqual([`a ${first}`, `b ${first}`, `c ${first}`, `d ${second}`])
})

it('ends none that was cancelled, even by one of the same round', () => {
  const [rounds, ended] = [new Rounds(), [] as string[]]
  rounds.add(() => ended.push('cancelled'), 10, 1000)()
  rounds.add(() => cancel(), 20, 1000)
  const cancel = rounds.add(() => ended.push('cancelled by another'), 30, 1000)
  rounds.add(() => ended.push('last'), 40, 1000)
  vi.advanceTimersByTime(3000)
  expect(ended).toEqual(['last'])
})

it('ends the others where one throws', () => {
  const [rounds, ended] = [new Rounds(), [] as string[]]
  rounds.add(
    () => {
      throw new Error('broken')
    },
    10,
    1000,
  )
  rounds.add(() => ended.push('next'), 20, 1000)
  expect(() => vi.advanceTimersByTime(3000)).toThrow('broken')
  expect(ended).toEqual(['next'])
})
