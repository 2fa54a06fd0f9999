// Conversions between types. Upstream: cel-go common/types (ConvertToType)
import { bigIntUpTo64Bits } from '../../component-base/go/numbers.ts'
import { CelType } from '../types/type.ts'
import { int, uint } from './arithmetic.ts'
import { formatG } from './go-format.ts'
import { formatSpan, formatTime, parseSpan, parseTime, spanOf, timeOf } from './time.ts'
import { CelError, type CelValue, Duration, isLibraryValue, Timestamp, typeOf, Uint } from './value.ts'

const [maxInt, twoTo64] = [2 ** 63, 2 ** 64]
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const nanosPerSecond = 1_000_000_000n

const cannot = (value: CelValue, to: string): CelError =>
  new CelError(`type conversion error from '${typeOf(value).name}' to '${to}'`)

const boolTexts: Readonly<Record<string, boolean>> = {
  '1': true,
  t: true,
  T: true,
  true: true,
  TRUE: true,
  True: true,
  '0': false,
  f: false,
  F: false,
  false: false,
  FALSE: false,
  False: false,
}

const float = /^[+-]?(?:(?:\d(?:_?\d)*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf|infinity|nan)$/i
const hexFloat = /^([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?\d+)$/i

/** A number as strconv.ParseFloat reads it; undefined where it does not or it is too large. */
export function parseDouble(text: string): number | undefined {
  const hex = hexFloat.exec(text)
  if (hex) return hexDouble(hex)
  if (!float.test(text)) return undefined
  const bare = text.replace(/^[+-]/, '').toLowerCase()
  if (bare === 'nan') return Number.NaN
  if (bare.startsWith('inf'))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const value = Number(text.replaceAll('_', ''))
  return Number.isFinite(value) ? value : undefined
}

function hexDouble([, sign, whole = '', fraction = '', exponent]: RegExpExecArray): number | undefined {
  if (whole + fraction === '') return undefined
  const value = Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length)
  return Number.isFinite(value) ? (sign === '-' ? -value : value) : undefined
}

function wholeFrom(text: string, pattern: RegExp): bigint | undefined {
  return pattern.test(text) ? bigIntUpTo64Bits(text.replace(/^\+/, '')) : undefined
}

function stringTo(text: string, to: string): CelValue | undefined {
  switch (to) {
    case 'int': {
      const value = wholeFrom(text, /^[+-]?\d+$/)
      const fits = value === undefined ? undefined : int(value)
      return fits instanceof CelError ? undefined : fits
    }
    case 'uint': {
      const value = wholeFrom(text, /^\d+$/)
      const fits = value === undefined ? undefined : uint(value)
      return fits instanceof CelError ? undefined : fits
    }
    case 'double':
      return parseDouble(text)
    case 'bool':
      return Object.hasOwn(boolTexts, text) ? boolTexts[text] : undefined
    case 'bytes':
      return Buffer.from(text)
    case 'google.protobuf.Duration': {
      const nanos = parseSpan(text)
      return nanos === undefined ? undefined : spanOf(nanos)
    }
    case 'google.protobuf.Timestamp': {
      const nanos = parseTime(text)
      return nanos === undefined ? undefined : timeOf(nanos)
    }
    default:
      return undefined
  }
}

function doubleTo(value: number, to: string): CelValue | undefined {
  switch (to) {
    case 'int':
      return Number.isNaN(value) || value <= -maxInt || value >= maxInt
        ? new CelError('integer overflow')
        : BigInt(Math.trunc(value))
    case 'uint':
      return Number.isNaN(value) || value < 0 || value >= twoTo64
        ? new CelError('unsigned integer overflow')
        : new Uint(BigInt(Math.trunc(value)))
    default:
      return to === 'string' ? formatG(value) : undefined
  }
}

function intTo(value: bigint, to: string): CelValue | undefined {
  switch (to) {
    case 'uint':
      return uint(value)
    case 'double':
      return Number(value)
    case 'string':
      return String(value)
    case 'google.protobuf.Timestamp':
      return timeOf(value * nanosPerSecond)
    default:
      return undefined
  }
}

function uintTo({ value }: Uint, to: string): CelValue | undefined {
  if (to === 'int') return int(value)
  if (to === 'double') return Number(value)
  return to === 'string' ? String(value) : undefined
}

function bytesTo(value: Uint8Array, to: string): CelValue | undefined {
  if (to !== 'string') return undefined
  try {
    return decoder.decode(value)
  } catch {
    return new CelError('invalid UTF-8 in bytes, cannot convert to string')
  }
}

function timesTo(value: Timestamp | Duration, to: string): CelValue | undefined {
  if (value instanceof Timestamp) {
    if (to === 'int') {
      const rest = ((value.nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond
      return (value.nanos - rest) / nanosPerSecond
    }
    return to === 'string' ? formatTime(value) : undefined
  }
  if (to === 'int') return value.nanos
  return to === 'string' ? formatSpan(value) : undefined
}

function converted(value: CelValue, to: string): CelValue | undefined {
  if (typeof value === 'string') return stringTo(value, to)
  if (typeof value === 'number') return doubleTo(value, to)
  if (typeof value === 'bigint') return intTo(value, to)
  if (typeof value === 'boolean') return to === 'string' ? String(value) : undefined
  if (value instanceof Uint) return uintTo(value, to)
  if (value instanceof Uint8Array) return bytesTo(value, to)
  if (value instanceof Timestamp || value instanceof Duration) return timesTo(value, to)
  if (value instanceof CelType) return to === 'string' ? value.name : undefined
  if (isLibraryValue(value) && to === 'string' && value.type.kind === 'opaque') return value.toString()
  return undefined
}

/** A value as one of another type, by the type's name: `google.protobuf.Duration`. */
export function convert(value: CelValue, to: string): CelValue {
  if (typeOf(value).name === to) return value
  return converted(value, to) ?? cannot(value, to)
}
