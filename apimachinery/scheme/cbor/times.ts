// Upstream: github.com/fxamacker/cbor/v2 (parseToTime; TimeTagToRFC3339Nano)
import { parseGoTime, rfc3339 } from '../go-time.ts'
import type { CborItems } from './items.ts'
import type { Problem } from './problem.ts'

/** What reads the item: a reader, whose type would lead back to here. */
interface TimeItems extends Pick<CborItems, 'head' | 'type'> {
  textString(): Buffer | undefined
  integer(goType: string, shownType: string): number | bigint | undefined
  float(): number
  take(): Problem | undefined
}

const noYear =
  'cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: Time.MarshalText: year outside of range [0,9999]'

/** The time of an item with tag 0 or 1, as RFC 3339 with the fraction that it has. */
export function timeOfTag(r: TimeItems): string | Problem {
  r.head()
  if (r.type === 3) return timeOfText(r)
  const type = r.type
  if (type < 2) {
    const seconds = r.integer('time.Time', "Go's int64")
    return seconds === undefined ? r.take()! : timeOfEpoch(BigInt(seconds), 0)
  }
  r.head()
  const value = r.float()
  const whole = Math.trunc(value)
  return timeOfEpoch(BigInt(whole), Math.trunc((value - whole) * 1e9))
}

function timeOfText(r: TimeItems): string | Problem {
  const text = r.textString()?.toString()
  if (text === undefined) return r.take()!
  try {
    parseGoTime(text, rfc3339)
  } catch (error) {
    return { text: `cbor: cannot set ${text} for time.Time: ${(error as Error).message}` }
  }
  const parts = /^(.{10}T)(\d{1,2})(:\d\d:\d\d)(?:[.,](\d+))?(.*)$/s.exec(text)!
  const [, day, hour, rest, digits = '', zone] = parts
  return `${day}${hour!.padStart(2, '0')}${rest}${fraction(digits)}${zone === '+00:00' || zone === '-00:00' ? 'Z' : zone}`
}

/** Nanoseconds, without zeros at the end. */
function fraction(digits: string): string {
  const kept = digits.slice(0, 9).replace(/0+$/, '')
  return kept === '' ? '' : `.${kept}`
}

const [firstSecond, lastSecond] = [-62167219200n, 253402300799n]

function timeOfEpoch(seconds: bigint, nanos: number): string | Problem {
  const [whole, rest] = nanos < 0 ? [seconds - 1n, nanos + 1e9] : [seconds, nanos]
  if (whole < firstSecond || whole > lastSecond) return { text: noYear }
  const text = new Date(Number(whole) * 1000).toISOString().replace('.000Z', '')
  return `${text}${fraction(String(rest).padStart(9, '0'))}Z`
}
