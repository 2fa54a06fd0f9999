// Durations as Go reads and prints them. In this project a duration is a number of milliseconds.
// Upstream: time.ParseDuration, time.Duration.String
import { remembered } from '../remembered.ts'

const units: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  '\u00b5s': 1e3,
  '\u03bcs': 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
}
const limit = 2 ** 63

/** Upstream: time.quote: what is not ASCII or not printable stands byte by byte, as `\xc2`. */
const quote = (text: string): string =>
  `"${text.replace(/["\\]|[^ -\x7f]+/g, (part) =>
    part === '"' || part === '\\' ? `\\${part}` : Buffer.from(part).toString('hex').replace(/../g, '\\x$&'),
  )}"`

/**
 * `1h30m` → milliseconds. Throws Go's error, such as `time: invalid duration "abc"`. Defaults of configurations and timeouts of requests
 * are a few dozen texts.
 */
export const parseDuration: (text: string) => number = remembered(500, readDuration)

function readDuration(text: string): number {
  // Made where it is thrown: durations are read with every request.
  const invalid = (): Error => new Error(`time: invalid duration ${quote(text)}`)
  const negative = text.startsWith('-')
  const unsigned = text.replace(/^[+-]/, '')
  if (unsigned === '0') return 0
  if (unsigned === '') throw invalid()
  let nanoseconds = 0
  const parts = /([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([^0-9.]*)/y
  while (parts.lastIndex < unsigned.length) {
    const [, number, unit] = parts.exec(unsigned) ?? []
    if (number === undefined || unit === undefined) throw invalid()
    if (unit === '') throw new Error(`time: missing unit in duration ${quote(text)}`)
    const size = Object.hasOwn(units, unit) ? units[unit] : undefined
    if (size === undefined) throw new Error(`time: unknown unit ${quote(unit)} in duration ${quote(text)}`)
    const [whole, fraction = ''] = number.split('.') as [string, string?]
    nanoseconds += Number(whole) * size + Math.trunc(Number(fraction) * (size / 10 ** fraction.length))
    if (nanoseconds > limit || (nanoseconds === limit && !negative)) throw invalid()
  }
  return (negative ? -nanoseconds : nanoseconds) / 1e6
}

/** Milliseconds → `1h0m0s`, `1.5s`, `100ms`, `0s`. */
export function formatDuration(ms: number): string {
  const nanoseconds = Math.round(Math.abs(ms) * 1e6)
  const sign = ms < 0 ? '-' : ''
  if (nanoseconds === 0) return '0s'
  if (nanoseconds < 1e3) return `${sign}${nanoseconds}ns`
  if (nanoseconds < 1e6) return `${sign}${nanoseconds / 1e3}\u00b5s`
  if (nanoseconds < 1e9) return `${sign}${nanoseconds / 1e6}ms`
  const whole = Math.floor(nanoseconds / 1e9)
  const fraction = String(nanoseconds % 1e9)
    .padStart(9, '0')
    .replace(/0+$/, '')
  const seconds = `${whole % 60}${fraction === '' ? '' : `.${fraction}`}s`
  if (whole < 60) return sign + seconds
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${sign}${minutes}m${seconds}`
    : `${sign}${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`
}
