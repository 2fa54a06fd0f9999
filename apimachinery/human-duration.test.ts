import { expect, it } from 'vitest'
import { ageOf, humanDuration } from './human-duration.ts'

const [second, minute, hour, day, year] = [1000, 60_000, 3_600_000, 86_400_000, 31_536_000_000]
it.each([
  [-5 * second, '<invalid>'],
  [-1 * second, '0s'],
  [-1, '0s'],
  [0, '0s'],
  [119.9 * second, '119s'],
  [2 * minute, '2m'],
  [9 * minute + 59 * second, '9m59s'],
  [179 * minute, '179m'],
  [3 * hour, '3h'],
  [7 * hour + 5 * minute, '7h5m'],
  [47 * hour, '47h'],
  [2 * day, '2d'],
  [7 * day + 23 * hour, '7d23h'],
  [8 * day, '8d'],
  [729 * day, '729d'],
  [2 * year, '2y'],
  [3 * year + 27 * day, '3y27d'],
  [9 * year, '9y'],
])('%d ms is %s', (ms, text) => {
  expect(humanDuration(ms)).toBe(text)
})
it('knows no age of no time', () => {
  expect(ageOf(null, 0)).toBe('<unknown>')
  expect(ageOf('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:00:05Z'))).toBe('5s')
})
