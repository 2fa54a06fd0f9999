import { expect, it } from 'vitest'
import { Ages, ageOf, humanDuration } from './human-duration.ts'

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

it('knows until when the ages that it has told read the same', () => {
  const time = Date.parse('2026-01-01T00:00:00.25Z')
  for (const seconds of [
    0, 1, 119, 120, 599, 600, 601, 28_799, 28_800, 100_000, 691_199, 691_200, 9e7, 2e8,
  ]) {
    const now = time + 1000 * seconds + 250
    const ages = new Ages(now)
    const shown = ages.of('2026-01-01T00:00:00.25Z')
    const at = (moment: number): string => ageOf('2026-01-01T00:00:00.25Z', moment)
    expect([seconds, at(ages.until - 1), at(ages.until) === shown]).toEqual([seconds, shown, false])
  }
})

it('promises nothing of a time to come, and everything where no age was told', () => {
  const ages = new Ages(0)
  expect([ages.of(''), ages.of(undefined), ages.until]).toEqual([
    '<unknown>',
    '<unknown>',
    Number.POSITIVE_INFINITY,
  ])
  ages.of('1970-01-01T00:00:05Z')
  expect(ages.until).toBe(0)
})
