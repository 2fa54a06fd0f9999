import { describe, expect, test } from 'vitest'
import { randomSuffix, realRandom, seededRandom } from './random.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('a seeded source', () => {
  test('draws the same uids again, and no uid twice', () => {
    const drawn = (): string[] => {
      const random = seededRandom(7)
      return ['', 'services', 'events', 'services'].map((of) => random.uuid(of))
    }
    expect(drawn()).toEqual(drawn())
    expect(new Set(drawn()).size).toBe(4)
    for (const one of drawn()) expect(one).toMatch(uuid)
  })
  test('draws for a name what it draws without draws for others', () => {
    const [busy, quiet] = [seededRandom(7), seededRandom(7)]
    busy.uuid('events')
    busy.int(27)
    expect(busy.uuid('services')).toBe(quiet.uuid('services'))
  })
  test('draws other uids with another seed', () =>
    expect(seededRandom(8).uuid('services')).not.toBe(seededRandom(7).uuid('services')))
})

test('a suffix forms no number', () => {
  const random = { uuid: () => '', int: (bound: number) => (next++ < 5 ? bound - 1 : 0) }
  let next = 0
  expect(randomSuffix(random)).toBe('bbbbb')
  expect(realRandom.uuid()).toMatch(uuid)
})
