// Times and spans: reading, writing, and what is in range. Upstream: cel-go common/types/timestamp.go, duration.go, overflow.go

import { zoneOffset } from '../../component-base/cron/time-zone.ts'
import { bigIntUpTo64Bits } from '../../component-base/go/numbers.ts'
import { formatF } from './go-format.ts'
import { CelError, Duration, Timestamp } from './value.ts'

const second = 1_000_000_000n
const [minSeconds, maxSeconds] = [-62135596800n, 253402300799n]
const [minInt64, maxInt64] = [-(1n << 63n), (1n << 63n) - 1n]

const overflow = new CelError('timestamp overflow')
const spanOverflow = new CelError('integer overflow')

const floor = (value: bigint, by: bigint): bigint => (value - (((value % by) + by) % by)) / by

/** The timestamp, or an error where it is out of CEL's range. */
export function timeOf(nanos: bigint): Timestamp | CelError {
  const seconds = floor(nanos, second)
  return seconds < minSeconds || seconds > maxSeconds ? overflow : new Timestamp(nanos)
}

/** A span of as many nanoseconds where they fit; an error elsewhere. */
export const spanOf = (nanos: bigint): Duration | CelError =>
  nanos < minInt64 || nanos > maxInt64 ? spanOverflow : new Duration(nanos)

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/

/** The nanoseconds since 1970 of a time in RFC 3339, as Go reads it; undefined where the text has another form. */
export function parseTime(text: string): bigint | undefined {
  const match = rfc3339.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, sec] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [, , , , , , , fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] = match
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || sec > 59 || Number(zoneHours) > 24 || Number(zoneMinutes) > 60)
    return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, sec)
  const offset = BigInt((sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60)
  return (BigInt(date.getTime() / 1000) - offset) * second + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
}

function daysIn(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 0)
  return date.getUTCDate()
}

/** The UTC date of a timestamp, for its parts; rounded down to milliseconds. */
export const dateOf = ({ nanos }: Timestamp): Date => new Date(Number(floor(nanos, 1_000_000n)))

/** The timestamp in RFC 3339, without trailing zeros of its fraction. */
export function formatTime({ nanos }: Timestamp): string {
  const fraction = ((nanos % second) + second) % second
  const digits = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`
  const date = dateOf(new Timestamp(nanos - fraction)).toISOString()
  return `${date.slice(0, 19)}${digits}Z`
}

const units: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
}

/** Nanoseconds of a span as Go reads it: `1h30m`; undefined where it is none. */
export function parseSpan(text: string): bigint | undefined {
  const [, sign, rest] = /^([+-]?)(.*)$/s.exec(text)!
  if (rest === '0') return 0n
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(rest!)) return undefined
  let total = 0n
  for (const [, whole = '', fraction = '', unit] of rest!.matchAll(
    /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g,
  )) {
    const size = units[unit!]!
    const digits = fraction.slice(0, 18)
    const part = digits === '' ? 0 : Math.trunc(Number(digits) * (size / 10 ** digits.length))
    total += bigIntUpTo64Bits(whole || '0') * BigInt(size) + BigInt(part)
    if (total > maxInt64 + 1n) return undefined
  }
  if (sign === '-') return -total
  return total > maxInt64 ? undefined : total
}

/** The seconds of a duration, computed as Go does. */
export const secondsOf = ({ nanos }: Duration): number =>
  Number(nanos / second) + Number(nanos % second) / 1e9

/** A span in seconds: `90s`. */
export const formatSpan = (span: Duration): string => `${formatF(secondsOf(span))}s`

/** Minutes east of UTC of a zone (`+01:30`, `Europe/Berlin`) at a time; an error where it is none. */
export function zonedDate(time: Timestamp, zone: string): Date | CelError {
  const colon = zone.indexOf(':')
  if (colon < 0) return namedZone(time, zone)
  const [hours, minutes] = [zone.slice(0, colon), zone.slice(colon + 1)]
  for (const part of [hours, minutes])
    if (!/^[+-]?\d+$/.test(part))
      return new CelError(`strconv.Atoi: parsing ${JSON.stringify(part)}: invalid syntax`)
  const offset = Number(hours) * 60 + (zone.startsWith('-') ? -Number(minutes) : Number(minutes))
  return new Date(dateOf(time).getTime() + offset * 60_000)
}

function namedZone(time: Timestamp, zone: string): Date | CelError {
  const date = dateOf(time)
  if (zone === '' || zone === 'UTC' || zone === 'Local') return date
  try {
    return new Date(date.getTime() + zoneOffset(zone, date.getTime()))
  } catch {
    return new CelError(`unknown time zone ${zone}`)
  }
}
