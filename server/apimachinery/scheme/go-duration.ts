// Upstream: Go's time.ParseDuration and Duration.String
import { goQuote } from '../field-error.ts'
import { DecodeError } from './decode-error.ts'

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

/** Nanoseconds of a Go duration such as `1h30m` or `-1.5s`. Throws a {@link DecodeError} with Go's text. */
export function parseGoDuration(text: string): number {
  const invalid = (): never => {
    throw new DecodeError(`time: invalid duration ${goQuote(text)}`)
  }
  const sign = text.startsWith('-') ? -1 : 1
  let rest = text.replace(/^[+-]/, '')
  if (rest === '0') return 0
  if (rest === '') invalid()
  let total = 0
  while (rest !== '') {
    const number = /^(\d+\.?\d*|\.\d+)/.exec(rest)
    if (number === null) return invalid()
    rest = rest.slice(number[0].length)
    const unit = /^[^\d.]+/.exec(rest)?.[0]
    if (unit === undefined) throw new DecodeError(`time: missing unit in duration ${goQuote(text)}`)
    if (!Object.hasOwn(units, unit))
      throw new DecodeError(`time: unknown unit ${goQuote(unit)} in duration ${goQuote(text)}`)
    rest = rest.slice(unit.length)
    total += Math.trunc(Number(number[0]) * units[unit]!)
  }
  return sign * total
}

/** Go's text: `1h30m0s`, `1.5s`, `250ms`, `0s`. */
export function formatGoDuration(nanoseconds: number): string {
  if (nanoseconds === 0) return '0s'
  const sign = nanoseconds < 0 ? '-' : ''
  const ns = Math.abs(nanoseconds)
  if (ns < 1e3) return `${sign}${ns}ns`
  if (ns < 1e6) return `${sign}${ns / 1e3}µs`
  if (ns < 1e9) return `${sign}${ns / 1e6}ms`
  const [hours, minutes] = [Math.floor(ns / 3600e9), Math.floor((ns % 3600e9) / 60e9)]
  const seconds = `${(ns % 60e9) / 1e9}s`
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}`
  return minutes > 0 ? `${sign}${minutes}m${seconds}` : `${sign}${seconds}`
}

export const canonicalDuration = (text: string): string => formatGoDuration(parseGoDuration(text))
