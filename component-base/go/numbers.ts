// Numbers and booleans as Go reads them, with Go's error texts.
// Upstream: strconv.ParseBool, ParseInt, ParseUint, ParseFloat, Atoi
import { goQuote } from './quote.ts'

export { parseBool } from '../../featuregates/go-text.ts'

const syntaxError = (fn: string, text: string): Error =>
  new Error(`strconv.${fn}: parsing ${goQuote(text)}: invalid syntax`)
const rangeError = (fn: string, text: string): Error =>
  new Error(`strconv.${fn}: parsing ${goQuote(text)}: value out of range`)

/** More than every number of 64 bits has. */
const beyond = 1n << 64n

/**
 * The whole number of a text in the syntax of BigInt: that of base 10 may have a minus. One of more than 64 digits is 2^64 (or its
 * negative), whichever it is: reading a million digits takes a quarter of a second, and nobody asks for more than 64 bits.
 */
export function bigIntUpTo64Bits(text: string): bigint {
  if (text.length <= 64) return BigInt(text)
  if (text.startsWith('-')) return -bigIntUpTo64Bits(text.slice(1))
  const [zeros, prefix = ''] = /^(0[xXoObB])?0*/.exec(text)!
  const digits = text.slice(zeros.length)
  return digits.length > 64 ? beyond : BigInt(`${prefix}${digits || '0'}`)
}

/** Digits of base 0: a prefix (0x, 0o, 0b, 0) says the base, and underscores may stand between digits. */
function anyBase(digits: string): bigint | undefined {
  const plain =
    /^(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)$/
  if (!plain.test(digits)) return undefined
  const bare = digits.replaceAll('_', '')
  return /^0[0-7]+$/.test(bare) ? bigIntUpTo64Bits(`0o${bare.slice(1)}`) : bigIntUpTo64Bits(bare)
}

const readDigits = (digits: string, base: 0 | 10): bigint | undefined =>
  base === 0 ? anyBase(digits) : /^[0-9]+$/.test(digits) ? bigIntUpTo64Bits(digits) : undefined

/** A signed number of `bits` bits; base 0 takes prefixes (0x). Throws Go's text, in which `fn` names the function. */
export function parseInteger(text: string, base: 0 | 10, bits: number, fn = 'ParseInt'): bigint {
  const sign = text.startsWith('-') ? -1n : 1n
  const magnitude = readDigits(text.replace(/^[+-]/, ''), base)
  if (magnitude === undefined) throw syntaxError(fn, text)
  const limit = 1n << BigInt(bits - 1)
  if (sign * magnitude < -limit || sign * magnitude >= limit) throw rangeError(fn, text)
  return sign * magnitude
}

/** An unsigned number of `bits` bits, written without a sign. Throws Go's text. */
export function parseUnsigned(text: string, base: 0 | 10, bits: number): bigint {
  const magnitude = readDigits(text, base)
  if (magnitude === undefined) throw syntaxError('ParseUint', text)
  if (magnitude >= 1n << BigInt(bits)) throw rangeError('ParseUint', text)
  return magnitude
}

/** A decimal number with an optional sign. Throws Go's text. */
export const atoi = (text: string): number => Number(parseInteger(text, 10, 64, 'Atoi'))

const decimalFloat = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/
const specialFloat = /^[+-]?(?:inf|infinity|nan)$/i

const hexadecimalFloat = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?[0-9]+)$/

/** The value of a hexadecimal number with its power of two; undefined for a text that is none. */
function hexadecimal(text: string): number | undefined {
  const [, sign, whole = '', fraction = '', power] = hexadecimalFloat.exec(text) ?? []
  if (power === undefined || whole + fraction === '') return undefined
  const digits = Number(`0x${whole}${fraction}`)
  return (sign === '-' ? -1 : 1) * digits * 2 ** (Number(power) - 4 * fraction.length)
}

/** A float of `bits` bits. Throws Go's text. */
export function parseFloatNumber(text: string, bits: 32 | 64): number {
  const lower = text.toLowerCase()
  if (specialFloat.test(text))
    return lower.endsWith('nan') ? Number.NaN : lower.startsWith('-') ? -Infinity : Infinity
  const value = decimalFloat.test(text) ? Number(text) : hexadecimal(text)
  if (value === undefined) throw syntaxError('ParseFloat', text)
  const rounded = bits === 32 ? Math.fround(value) : value
  if (!Number.isFinite(rounded)) throw rangeError('ParseFloat', text)
  return bits === 32 ? shortestFloat32(value) : rounded
}

/** The number that Go prints for a float32: the shortest decimal that reads as the same float32. */
export function shortestFloat32(value: number): number {
  const rounded = Math.fround(value)
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(rounded.toPrecision(digits))
    if (Math.fround(short) === rounded) return short
  }
  return rounded
}
