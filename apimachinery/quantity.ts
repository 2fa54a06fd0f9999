// Upstream: staging/src/k8s.io/apimachinery/pkg/api/resource/{quantity,amount,suffix}.go
import { remembered } from '../component-base/remembered.ts'

/** The suffixes that a quantity is printed with: `1e3`, `1Ki` or `1k`. */
export type QuantityFormat = 'DecimalExponent' | 'BinarySI' | 'DecimalSI'

/** A text that is no quantity. The messages are upstream's ErrFormatWrong, ErrSuffix and ErrNumeric. */
export class QuantityError extends Error {}

const wrongFormat =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
// Deviates: a number of a million digits costs more than it can mean.
const maxLength = 1024
const maxExponent = 1024
const wrongSuffix = "unable to parse quantity's suffix"
const wrongNumber = 'unable to parse numeric part of quantity'

/** The powers of ten that suffixes stand for. */
export const decimalSuffixes: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const binary: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }
const suffixOf = (table: Readonly<Record<string, number>>, exponent: number): string =>
  Object.keys(table).find((suffix) => table[suffix] === exponent) ?? ''

const maxInt64 = 2n ** 63n - 1n
const pow10 = (n: number): bigint => 10n ** BigInt(n)

/** Division that rounds away from zero. */
function divideUp(value: bigint, by: bigint): bigint {
  const quotient = value / by
  if (quotient * by === value) return quotient
  return value < 0n ? quotient - 1n : quotient + 1n
}

/** A number of any size with upstream's three notations. Immutable. */
export class Quantity {
  /** The value is `unscaled` × 10^`scale`. */
  readonly unscaled: bigint
  readonly scale: number
  readonly format: QuantityFormat
  /** The text that the quantity was read from; undefined where upstream does not keep it. */
  private readonly text: string | undefined
  private printed = ''

  private constructor(unscaled: bigint, scale: number, format: QuantityFormat, text?: string) {
    this.unscaled = unscaled
    this.scale = scale
    this.format = format
    this.text = text
  }

  static of(value: bigint | number, format: QuantityFormat = 'DecimalSI', scale = 0): Quantity {
    return new Quantity(BigInt(value), scale, format)
  }

  /** Throws a {@link QuantityError}. */
  static parse(text: string): Quantity {
    if (text === '' || text.length > maxLength) throw new QuantityError(wrongFormat)
    if (text === '0') return new Quantity(0n, 0, 'DecimalSI', text)
    const { negative, whole, fraction, value, suffix } = split(text)
    const { base, exponent, format } = interpretSuffix(suffix)
    const direct = parseDirect(negative, whole, fraction, exponent, format)
    if (direct !== undefined)
      return new Quantity(direct.value, direct.scale, format, direct.keep ? text : undefined)
    if (!/\d/.test(value)) throw new QuantityError(wrongNumber)
    let amount = BigInt(`${whole}${fraction}`)
    let scale = -fraction.length
    if (base === 10) scale += exponent
    else amount *= 2n ** BigInt(exponent)
    // Anything that is not zero counts at least as one nano.
    if (scale < -9) {
      amount = divideUp(amount, pow10(-9 - scale))
      scale = -9
    }
    let shown = format
    if (format === 'BinarySI') {
      if (compare(amount, scale, maxInt64, 0) > 0) [amount, scale] = [maxInt64, 0]
      if (amount > 0n && compare(amount, scale, 1n, 0) < 0) shown = 'DecimalSI'
    }
    return new Quantity(negative ? -amount : amount, scale, shown)
  }

  get sign(): -1 | 0 | 1 {
    return this.unscaled === 0n ? 0 : this.unscaled < 0n ? -1 : 1
  }
  compare(other: Quantity): -1 | 0 | 1 {
    return compare(this.unscaled, this.scale, other.unscaled, other.scale)
  }
  add(other: Quantity): Quantity {
    return this.combine(other, other.unscaled)
  }
  subtract(other: Quantity): Quantity {
    return this.combine(other, -other.unscaled)
  }
  negate(): Quantity {
    return new Quantity(-this.unscaled, this.scale, this.format)
  }
  multiply(by: bigint | number): Quantity {
    return new Quantity(this.unscaled * BigInt(by), this.scale, this.format)
  }
  /** Rounded away from zero to a multiple of 10^`scale` (upstream: RoundUp; -3 for milli). */
  roundUp(scale: number): Quantity {
    if (this.scale >= scale) return this
    return new Quantity(divideUp(this.unscaled, pow10(scale - this.scale)), scale, this.format)
  }
  /** The whole number, rounded away from zero (upstream: Value). */
  value(): bigint {
    return this.scaledValue(0)
  }
  /** Upstream: MilliValue. */
  milliValue(): bigint {
    return this.scaledValue(-3)
  }
  scaledValue(scale: number): bigint {
    return this.scale >= scale
      ? this.unscaled * pow10(this.scale - scale)
      : divideUp(this.unscaled, pow10(scale - this.scale))
  }
  toNumber(): number {
    return Number(`${this.unscaled}e${this.scale}`)
  }
  /** The canonical text, or the text it was read from where that is as good. */
  toString(): string {
    this.printed ||= this.text ?? this.canonical()
    return this.printed
  }
  /** The text that Go's `%#v` shows: what it was read from, where that is kept, or what it told. */
  get keptText(): string {
    return this.printed || (this.text ?? '')
  }

  private canonical(): string {
    if (this.unscaled === 0n) return '0'
    let format = this.format
    const size = this.unscaled < 0n ? -this.unscaled : this.unscaled
    if (format === 'BinarySI' && (compare(size, this.scale, 1024n, 0) < 0 || !this.isWhole()))
      format = 'DecimalSI'
    if (format === 'BinarySI') {
      let [value, times] = [this.value(), 0]
      for (; value % 1024n === 0n; times++) value /= 1024n
      return `${value}${suffixOf(binary, times * 10)}`
    }
    let [value, exponent] = [this.unscaled, this.scale]
    for (; value % 10n === 0n; exponent++) value /= 10n
    for (; exponent % 3 !== 0; exponent--) value *= 10n
    if (format === 'DecimalSI') return `${value}${suffixOf(decimalSuffixes, exponent)}`
    return exponent === 0 ? `${value}` : `${value}e${exponent}`
  }
  private isWhole(): boolean {
    return this.scale >= 0 || this.unscaled % pow10(-this.scale) === 0n
  }
  private combine(other: Quantity, unscaled: bigint): Quantity {
    const scale = Math.min(this.scale, other.scale)
    const sum = this.unscaled * pow10(this.scale - scale) + unscaled * pow10(other.scale - scale)
    return new Quantity(sum, scale, this.unscaled === 0n ? other.format : this.format)
  }
}

function compare(a: bigint, aScale: number, b: bigint, bScale: number): -1 | 0 | 1 {
  const scale = Math.min(aScale, bScale)
  const left = a * pow10(aScale - scale)
  const right = b * pow10(bScale - scale)
  return left < right ? -1 : left > right ? 1 : 0
}

function leadingZeros(digits: string): number {
  let i = 0
  while (digits[i] === '0') i++
  return i
}

/** Upstream: parseQuantityString. */
function split(text: string): {
  negative: boolean
  whole: string
  fraction: string
  value: string
  suffix: string
} {
  const negative = text[0] === '-'
  // In two steps, each without a way back: digits could belong to the number and to the suffix.
  const [value, digits, fraction = ''] = /^[+-]?(\d*)(?:\.(\d*))?/.exec(text) as unknown as [
    string,
    string,
    string | undefined,
  ]
  const suffix = text.slice(value.length)
  if (/^[eEinumkKMGTP]*[-+]?\d*/.exec(suffix)![0] !== suffix) throw new QuantityError(wrongFormat)
  const whole = digits.slice(leadingZeros(digits)) || '0'
  return { negative, whole, fraction, value, suffix }
}

function interpretSuffix(suffix: string): { base: 10 | 2; exponent: number; format: QuantityFormat } {
  if (Object.hasOwn(decimalSuffixes, suffix))
    return { base: 10, exponent: decimalSuffixes[suffix]!, format: 'DecimalSI' }
  if (Object.hasOwn(binary, suffix)) return { base: 2, exponent: binary[suffix]!, format: 'BinarySI' }
  if (!/^[eE][+-]?\d+$/.test(suffix) || suffix.length > 8) throw new QuantityError(wrongSuffix)
  const exponent = Number(suffix.slice(1))
  if (Math.abs(exponent) > maxExponent) throw new QuantityError(wrongSuffix)
  return { base: 10, exponent, format: 'DecimalExponent' }
}

/** Upstream's fast path: numbers that fit into 64 bits; only these keep the text they were read from. */
function parseDirect(
  negative: boolean,
  whole: string,
  fraction: string,
  exponent: number,
  format: QuantityFormat,
) {
  const isBinary = format === 'BinarySI'
  const digits = whole.length + fraction.length
  if (isBinary && fraction !== '') return undefined
  const precision = isBinary ? 15 - whole.length - Math.trunc((exponent * 3) / 10) - 1 : 18 - digits
  const scale = (isBinary ? 0 : exponent) - fraction.length
  if (precision < 0 || scale < -9) return undefined
  const shifted = whole + fraction
  const value = BigInt(shifted)
  const result = isBinary ? value << BigInt(exponent) : value
  if (result > maxInt64) return undefined
  const keep = isBinary
    ? (value & 7n) !== 0n
    : scale % 3 === 0 && !shifted.endsWith('000') && shifted[0] !== '0'
  return { value: negative ? -result : result, scale, keep }
}

const plain = /^([1-9]\d{0,14})(|m|k|M|G|Ki|Mi|Gi)$/

/** The text that the API shows for a quantity. Throws a {@link QuantityError}. Those of nodes and pods come again with each write. */
export const canonicalQuantity: (text: string) => string = remembered(1000, shownQuantity)

function shownQuantity(text: string): string {
  const match = plain.exec(text)
  if (match !== null) {
    const [, digits, suffix] = match as unknown as [string, string, string]
    const kept = suffix.endsWith('i')
      ? digits.length < 4 && (Number(digits) & 7) !== 0
      : !digits.endsWith('000')
    if (kept) return text
  }
  return Quantity.parse(text).toString()
}
