// string.format. Upstream: cel-go ext/formatting.go
import { goQuote } from '../../../component-base/go/quote.ts'
import { CelType } from '../../types/type.ts'
import { convert } from '../../values/convert.ts'
import { formatE } from '../../values/go-format.ts'
import { formatSpan, formatTime } from '../../values/time.ts'
import {
  CelError,
  type CelList,
  type CelMap,
  type CelValue,
  Duration,
  isList,
  isMap,
  Timestamp,
  typeOf,
  Uint,
} from '../../values/value.ts'
import { FormatError, interpolate, wrongType } from '../format-clauses.ts'

const defaultPrecision = 6

/** A format with its arguments. Throws FormatError with upstream's message. */
export const formatted = (format: string, args: CelList): string =>
  interpolate(format, args.length, (index, letter, precision = defaultPrecision) =>
    clause(args.at(index), letter, precision),
  )

function clause(value: CelValue, letter: string, precision: number): string {
  const wrong = (): FormatError => wrongType(letter, typeOf(value).name)
  switch (letter) {
    case 's':
      return text(value)
    case 'd':
      return decimal(value, wrong)
    case 'f':
      return fixed(number(value, wrong), precision)
    case 'e':
      // Upstream takes the precision for a width.
      return scientific(number(value, wrong))
    case 'b':
      return typeof value === 'boolean' ? (value ? '1' : '0') : whole(value, wrong).toString(2)
    case 'o':
      return whole(value, wrong).toString(8)
    default:
      return letter === 'X' ? hex(value, wrong).toUpperCase() : hex(value, wrong)
  }
}

function whole(value: CelValue, wrong: () => FormatError): bigint {
  if (typeof value === 'bigint') return value
  if (value instanceof Uint) return value.value
  throw wrong()
}
const decimal = (value: CelValue, wrong: () => FormatError): string => String(whole(value, wrong))

function hex(value: CelValue, wrong: () => FormatError): string {
  if (typeof value === 'string') return Buffer.from(value).toString('hex')
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return whole(value, wrong).toString(16)
}

function number(value: CelValue, wrong: () => FormatError): number {
  if (typeof value === 'number') return value
  if (value === 'NaN') return Number.NaN
  if (value === 'Infinity') return Number.POSITIVE_INFINITY
  if (value === '-Infinity') return Number.NEGATIVE_INFINITY
  throw wrong()
}

const special = (value: number): string | undefined =>
  Number.isNaN(value) ? 'NaN' : Number.isFinite(value) ? undefined : value > 0 ? '∞' : '-∞'

/** With commas between thousands, as upstream's locale has them. */
function fixed(value: number, precision: number): string {
  const odd = special(value)
  if (odd !== undefined) return odd
  const [front = '', back] = value.toFixed(Math.min(precision, 100)).split('.') as [string, string?]
  const grouped = front.replace(/\B(?=(\d{3})+$)/g, ',')
  return back === undefined ? grouped : `${grouped}.${back}`
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function scientific(value: number): string {
  const odd = special(value)
  if (odd !== undefined) return odd
  const [mantissa, exponent] = formatE(value, defaultPrecision).split('e') as [string, string]
  const raised = exponent
    .replace('+', '')
    .replace(/[-\d]/g, (one) => (one === '-' ? '⁻' : superscripts[Number(one)]!))
  return `${mantissa}×10${raised}`
}

function text(value: CelValue): string {
  if (isList(value)) return listText(value)
  if (isMap(value)) return mapText(value)
  if (value === null) return 'null'
  const converted = convert(value, 'string')
  if (typeof converted === 'string') return converted
  if (converted instanceof CelError && value instanceof Uint8Array)
    throw new FormatError(
      `error during formatting: could not convert argument "${converted.message}" to string`,
    )
  throw wrongType('s', typeOf(value).name)
}

/** A value inside a list or a map. */
function inner(value: CelValue): string {
  if (typeof value === 'string') return goQuote(value)
  if (value instanceof Uint8Array) return `b${goQuote(text(value))}`
  if (typeof value === 'number') return doubleText(value)
  if (value instanceof Timestamp) return `timestamp(${goQuote(formatTime(value))})`
  if (value instanceof Duration) return `duration(${goQuote(formatSpan(value))})`
  if (value instanceof CelType) return value.name
  const known =
    isList(value) ||
    isMap(value) ||
    value === null ||
    value instanceof Uint ||
    ['bigint', 'boolean'].includes(typeof value)
  if (!known)
    throw new FormatError(`error during formatting: no formatting function for ${typeOf(value).name}`)
  return text(value)
}

function doubleText(value: number): string {
  if (Number.isNaN(value)) return '"NaN"'
  if (!Number.isFinite(value)) return value > 0 ? '"+Inf"' : '"-Inf"'
  return value.toFixed(defaultPrecision)
}

const listText = (list: CelList): string => `[${[...list].map(inner).join(', ')}]`

function mapText(map: CelMap): string {
  const pairs = [...map.keys()].map((key) => {
    const known = ['string', 'boolean', 'bigint'].includes(typeof key) || key instanceof Uint
    if (!known)
      throw new FormatError(
        `error during formatting: no formatting function for map key of type ${typeOf(key).name}`,
      )
    return [inner(key), inner(map.get(key)!)] as const
  })
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${pairs.map(([key, value]) => `${key}:${value}`).join(', ')}}`
}
