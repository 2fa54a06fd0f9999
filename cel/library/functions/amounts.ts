// Quantities and semantic versions. Upstream: k8s.io/apiserver/pkg/cel/library/quantity.go, semverlib.go

import { Quantity, QuantityError } from '../../../apimachinery/quantity.ts'
import { bigIntUpTo64Bits } from '../../../component-base/go/numbers.ts'
import { goQuote } from '../../../component-base/go/quote.ts'
import { objectType } from '../../types/type.ts'
import { CelError, type CelValue, type LibraryValue } from '../../values/value.ts'
import type { Functions } from './functions.ts'

const quantityType = objectType('kubernetes.Quantity')
const semverType = objectType('kubernetes.Semver')

class QuantityValue implements LibraryValue {
  readonly kind = 'library'
  readonly type = quantityType
  readonly quantity: Quantity

  constructor(quantity: Quantity) {
    this.quantity = quantity
  }
  equals(other: LibraryValue): boolean {
    return other instanceof QuantityValue && other.quantity.compare(this.quantity) === 0
  }
  toString(): string {
    return `${this.quantity}`
  }
}

function quantity(text: string): QuantityValue | CelError {
  try {
    return new QuantityValue(Quantity.parse(text))
  } catch (error) {
    if (error instanceof QuantityError) return new CelError(error.message)
    throw error
  }
}

const amount = (value: CelValue | undefined): Quantity => (value as QuantityValue).quantity
const maxInt = (1n << 63n) - 1n

function asInteger(value: Quantity): bigint | undefined {
  if (value.scale < 0) return undefined
  const whole = value.value()
  return whole <= maxInt && whole >= -maxInt ? whole : undefined
}

/** The argument as a Quantity; an int becomes one. */
const other = (value: CelValue | undefined): Quantity =>
  typeof value === 'bigint' ? Quantity.of(value, 'DecimalExponent') : amount(value)

const order =
  (of: (a: CelValue, b: CelValue) => number, holds: (order: number) => CelValue) =>
  ([a, b]: readonly CelValue[]): CelValue =>
    holds(of(a!, b!))

const compareQuantities = (a: CelValue, b: CelValue): number => amount(a).compare(amount(b))

/** The functions on quantities, by the ids of their overloads. */
export const quantityFunctions: Functions = {
  string_to_quantity: ([text]) => quantity(text as string),
  is_quantity_string: ([text]) => !(quantity(text as string) instanceof CelError),
  quantity_sign: ([value]) => BigInt(amount(value).sign),
  quantity_is_greater_than: order(compareQuantities, (one) => one > 0),
  quantity_is_less_than: order(compareQuantities, (one) => one < 0),
  quantity_compare_to: order(compareQuantities, (one) => BigInt(one)),
  quantity_get_float: ([value]) => amount(value).toNumber(),
  quantity_get_int: ([value]) => asInteger(amount(value)) ?? new CelError('cannot convert value to integer'),
  quantity_is_integer: ([value]) => asInteger(amount(value)) !== undefined,
  quantity_add: ([a, b]) => new QuantityValue(amount(a).add(other(b))),
  quantity_add_int: ([a, b]) => new QuantityValue(amount(a).add(other(b))),
  quantity_sub: ([a, b]) => new QuantityValue(amount(a).subtract(other(b))),
  quantity_sub_int: ([a, b]) => new QuantityValue(amount(a).subtract(other(b))),
}

/** A version: numbers, and what comes after a hyphen. What comes after a plus has no order. */
class Semver implements LibraryValue {
  readonly kind = 'library'
  readonly type = semverType
  readonly numbers: readonly bigint[]
  readonly pre: readonly string[]

  constructor(numbers: readonly bigint[], pre: readonly string[]) {
    this.numbers = numbers
    this.pre = pre
  }
  equals(another: LibraryValue): boolean {
    return another instanceof Semver && compareSemver(this, another) === 0
  }
  toString(): string {
    return `${this.numbers.join('.')}${this.pre.length > 0 ? `-${this.pre.join('.')}` : ''}`
  }
}

const sign = (a: bigint | string, b: bigint | string): number => (a < b ? -1 : a > b ? 1 : 0)

function comparePart(a: string, b: string): number {
  const [isA, isB] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isA && isB) return sign(bigIntUpTo64Bits(a), bigIntUpTo64Bits(b))
  return isA === isB ? sign(a, b) : isA ? -1 : 1
}

function compareSemver(a: CelValue, b: CelValue): number {
  const [left, right] = [a as Semver, b as Semver]
  for (const [i, number] of left.numbers.entries())
    if (number !== right.numbers[i]) return sign(number, right.numbers[i]!)
  if (left.pre.length === 0 || right.pre.length === 0)
    return Math.sign(Number(left.pre.length === 0) - Number(right.pre.length === 0))
  for (const [i, part] of left.pre.entries()) {
    if (right.pre[i] === undefined) return 1
    const compared = comparePart(part, right.pre[i])
    if (compared !== 0) return compared
  }
  return left.pre.length < right.pre.length ? -1 : 0
}

const partNames = ['Major', 'Minor', 'Patch']

function versionNumber(text: string, name: string): bigint | CelError {
  if (!/^\d*$/.test(text))
    return new CelError(`Invalid character(s) found in ${name.toLowerCase()} number ${goQuote(text)}`)
  if (text.length > 1 && text.startsWith('0'))
    return new CelError(`${name} number must not contain leading zeroes ${goQuote(text)}`)
  if (text === '') return new CelError(`strconv.ParseUint: parsing "": invalid syntax`)
  const value = bigIntUpTo64Bits(text)
  return value >= 1n << 64n ? outOfRange(text) : value
}

const outOfRange = (text: string): CelError =>
  new CelError(`strconv.ParseUint: parsing ${goQuote(text)}: value out of range`)

function identifier(text: string, kind: 'Prerelease' | 'Build meta data'): CelError | undefined {
  if (text === '') return new CelError(`${kind} is empty`)
  if (/[^0-9A-Za-z-]/.test(text))
    return new CelError(`Invalid character(s) found in ${kind.toLowerCase()} ${goQuote(text)}`)
  if (kind === 'Prerelease' && /^0\d+$/.test(text))
    return new CelError(`Numeric PreRelease version must not contain leading zeroes ${goQuote(text)}`)
  const isNumber = kind === 'Prerelease' && /^\d+$/.test(text)
  return isNumber && bigIntUpTo64Bits(text) >= 1n << 64n ? outOfRange(text) : undefined
}

function parseSemver(text: string): Semver | CelError {
  if (text === '') return new CelError('Version string empty')
  const parts = text.split('.')
  if (parts.length < 3) return new CelError('No Major.Minor.Patch elements found')
  const { patch, pre, build } = splitPatch(parts.slice(2).join('.'))
  const numbers: bigint[] = []
  for (const [i, one] of [parts[0]!, parts[1]!, patch].entries()) {
    const value = versionNumber(one, partNames[i]!)
    if (value instanceof CelError) return value
    numbers.push(value)
  }
  const [pres, builds] = [pre?.split('.') ?? [], build?.split('.') ?? []]
  for (const one of pres) {
    const wrong = identifier(one, 'Prerelease')
    if (wrong) return wrong
  }
  for (const one of builds) {
    const wrong = identifier(one, 'Build meta data')
    if (wrong) return wrong
  }
  return new Semver(numbers, pres)
}

/** Patch, prerelease and build of what follows the second dot. */
function splitPatch(text: string): { patch: string; pre: string | undefined; build: string | undefined } {
  const plus = text.indexOf('+')
  const [front, build] = plus < 0 ? [text, undefined] : [text.slice(0, plus), text.slice(plus + 1)]
  const hyphen = front.indexOf('-')
  const [patch, pre] = hyphen < 0 ? [front, undefined] : [front.slice(0, hyphen), front.slice(hyphen + 1)]
  return { patch, pre, build }
}

const withoutZeros = (part: string): string => {
  if (part.length <= 1) return part
  const stripped = part.replace(/^0+/, '')
  return /^\d/.test(stripped) ? stripped : `0${stripped}`
}

/** Without a `v`, leading zeros, and with the numbers that are missing. */
function normalized(text: string): string | CelError {
  const [major = '', minor, ...patch] = text.replace(/^v/, '').split('.')
  const parts = [
    major,
    ...(minor === undefined ? [] : [minor]),
    ...(patch.length > 0 ? [patch.join('.')] : []),
  ]
  const stripped = parts.map(withoutZeros)
  if (stripped.length < 3 && /[+-]/.test(stripped.at(-1)!))
    return new CelError('short version cannot contain PreRelease/Build meta data')
  while (stripped.length < 3) stripped.push('0')
  return stripped.join('.')
}

function semver([text, normalize = false]: readonly CelValue[]): Semver | CelError {
  const whole = normalize === true ? normalized(text as string) : (text as string)
  return whole instanceof CelError ? whole : parseSemver(whole)
}
const isSemver = (args: readonly CelValue[]): CelValue => !(semver(args) instanceof CelError)
const numberAt =
  (index: number) =>
  ([value]: readonly CelValue[]): CelValue =>
    (value as Semver).numbers[index]!

/** The functions on semantic versions, by the ids of their overloads. */
export const semverFunctions: Functions = {
  string_to_semver: semver,
  string_bool_to_semver: semver,
  is_semver_string: isSemver,
  is_semver_string_bool: isSemver,
  semver_major: numberAt(0),
  semver_minor: numberAt(1),
  semver_patch: numberAt(2),
  semver_is_greater_than: order(compareSemver, (one) => one > 0),
  semver_is_less_than: order(compareSemver, (one) => one < 0),
  semver_compare_to: order(compareSemver, (one) => BigInt(one)),
}
