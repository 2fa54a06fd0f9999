import { describe, expect, it } from 'vitest'
import { parseSchedule } from './schedule.ts'
import { toZonedTime } from './time-zone.ts'

const next = (text: string, from: string, zone?: string): string | undefined => {
  const time = parseSchedule(text, zone).next(Date.parse(from))
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 16)
}

describe('parseSchedule', () => {
  it.each([
    ['* * * * *', '2026-01-01T00:00:30Z', '2026-01-01T00:01'],
    ['*/15 * * * *', '2026-01-01T00:15:00Z', '2026-01-01T00:30'],
    ['5/20 8-10 * * *', '2026-01-01T08:45:00Z', '2026-01-01T09:05'],
    ['0 0 1 * mon', '2026-01-02T00:00:00Z', '2026-01-05T00:00'],
    ['0 0 * * MON-fri', '2026-01-02T12:00:00Z', '2026-01-05T00:00'],
    ['0 0 29 feb *', '2026-01-01T00:00:00Z', '2028-02-29T00:00'],
    ['0 0 31 2 *', '2026-01-01T00:00:00Z', undefined],
    ['@hourly', '2026-01-01T00:00:00Z', '2026-01-01T01:00'],
    ['@every 1h30m', '2026-01-01T00:00:00Z', '2026-01-01T01:30'],
    ['@every -5m', '2026-01-01T00:00:00Z', '2026-01-01T00:00'],
    ['@every .5h', '2026-01-01T00:00:00Z', '2026-01-01T00:30'],
    [`${'*,'.repeat(300_000)} 1 * * *`, '2026-01-01T02:00:00Z', '2026-01-02T01:00'],
    ['TZ=Asia/Tokyo 0 9 * * *', '2026-01-01T00:00:01Z', '2026-01-02T00:00'],
  ])('%s after %s: %s', (text, from, expected) => {
    expect(next(text, from)).toBe(expected)
  })

  it.each([
    ['0 9 * * *', '2026-07-01T00:00:00Z', '2026-07-01T07:00'],
    ['0 9 * * *', '2026-12-01T00:00:00Z', '2026-12-01T08:00'],
    ['30 2 * * *', '2026-03-28T12:00:00Z', '2026-03-30T00:30'],
  ])('%s after %s in Berlin: %s', (text, from, expected) => {
    expect(next(text, from, 'Europe/Berlin')).toBe(expected)
  })

  it.each([
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-2 * * * *', 'beginning of range (5) beyond end of range (2): 5-2'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@every 1h1', 'failed to parse duration @every 1h1: time: missing unit in duration "1h1"'],
    ['@every 9999999h', 'failed to parse duration @every 9999999h: time: invalid duration "9999999h"'],
    ['@never', 'unrecognized descriptor: @never'],
  ])('refuses %s', (text, message) => {
    expect(() => parseSchedule(text)).toThrow(message)
  })
})

it('writes times with their zone', () => {
  const time = Date.parse('2026-07-01T07:00:00Z')
  expect(toZonedTime('UTC', time)).toBe('2026-07-01T07:00:00Z')
  expect(toZonedTime('Europe/Berlin', time)).toBe('2026-07-01T09:00:00+02:00')
  expect(toZonedTime('America/St_Johns', time)).toBe('2026-07-01T04:30:00-02:30')
})
