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
  `"${[...Buffer.from(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`
      return char === '"' || char === '\\' ? `\\${char}` : char
    })
    .join('')}"`

/**
 * `1h30m` → milliseconds. Throws Go's error, such as `time: invalid duration "abc"`. Defaults of configurations and timeouts of requests
 * are a few dozen texts.
 */
export const parseDuration: (text: string) => number = remembered(500, readDuration)

function readDuration(text: string): number {
  // Made where it is thrown: durations are read with every request.
  const invalid = (): Error => new Error(`time: invalid duration ${quote(text)}`)
  const negative = text.startsWith('-')
  let rest = text.replace(/^[+-]/, '')
  if (rest === '0') return 0
  if (rest === '') throw invalid()
  let nanoseconds = 0
  while (rest !== '') {
    const number = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)/.exec(rest)?.[0]
    if (number === undefined) throw invalid()
    rest = rest.slice(number.length)
    const unit = /^[^0-9.]*/.exec(rest)![0]
    if (unit === '') throw new Error(`time: missing unit in duration ${quote(text)}`)
    const size = Object.hasOwn(units, unit) ? units[unit] : undefined
    if (size === undefined) throw new Error(`time: unknown unit ${quote(unit)} in duration ${quote(text)}`)
    rest = rest.slice(unit.length)
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
