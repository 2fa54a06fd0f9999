import { expect, it } from 'vitest'
import { doubledWrites, lostWrites, wrongEvents } from './judge.ts'

const changes = [
  { revision: 5, name: 'a', text: 'one' },
  { revision: 7, name: 'b', text: 'two' },
  { revision: 8, name: 'a', text: undefined },
]
const written = (name: string, text: string | undefined, revision: number) => ({
  writer: 0,
  name,
  text,
  revision,
})

it('finds acknowledged writes that are not where they were said to be', () => {
  expect(
    lostWrites([written('a', 'one', 5), written('b', 'two', 7), written('a', undefined, 0)], changes),
  ).toEqual([])
  expect(lostWrites([written('a', 'one', 6)], changes)).toHaveLength(1)
  expect(lostWrites([written('a', 'two', 5)], changes)).toHaveLength(1)
  expect(lostWrites([written('a', undefined, 0), written('a', undefined, 0)], changes)).toHaveLength(1)
})

it('finds writes that are there twice', () => {
  expect(doubledWrites(changes)).toEqual([])
  expect(doubledWrites([...changes, { revision: 9, name: 'a', text: 'one' }])).toEqual([
    'one was written 2 times',
  ])
})

it('finds events that were missed, seen twice, or out of order', () => {
  const [one, two, three] = changes as [(typeof changes)[0], (typeof changes)[0], (typeof changes)[0]]
  const wrong = (from: number, ...seen: typeof changes) => wrongEvents([{ from, changes: seen }], changes)
  expect(wrong(4, one, two, three)).toEqual([])
  expect(wrong(5, two)).toEqual([])
  expect(wrong(9)).toEqual([])
  for (const seen of [
    [one, three],
    [one, one, two],
    [two, one],
    [one, two, two],
  ])
    expect(wrong(4, ...seen)).toHaveLength(1)
  expect(wrong(5, one, two)).toHaveLength(1)
})
