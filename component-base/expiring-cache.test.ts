import { expect, it } from 'vitest'
import { FakeClock } from './clock.ts'
import { ExpiringCache } from './expiring-cache.ts'

it('keeps what was used last, for its time', () => {
  const clock = new FakeClock(0)
  const cache = new ExpiringCache<string>(clock, 2)
  cache.add('a', 'A', 1000)
  cache.add('b', 'B', 1000)
  cache.get('a')
  cache.add('c', 'C', 500)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C'])
  clock.advance(500)
  expect(['a', 'c'].map((key) => cache.get(key))).toEqual(['A', undefined])
  cache.add('a', 'A', 0)
  expect(cache.get('a')).toBeUndefined()
})
