// What the standard functions do. Upstream: cel-go common/stdlib/standard.go
import { add, divide, modulo, multiply, negate, subtract } from '../../values/arithmetic.ts'
import { convert } from '../../values/convert.ts'
import { compare, contains, equal, isOrdered, lacking, noSuchOverload } from '../../values/equality.ts'
import { dateOf, secondsOf, zonedDate } from '../../values/time.ts'
import {
  CelError,
  type CelValue,
  type Duration,
  isList,
  isMap,
  sizeOf,
  type Timestamp,
  typeOf,
} from '../../values/value.ts'
import { regexOf } from '../regex.ts'
import type { Functions } from './functions.ts'

const comparing =
  (name: string, holds: (order: number) => boolean) =>
  ([a, b]: readonly CelValue[]): CelValue => {
    if (!isOrdered(a!)) return lacking(a!, name)
    const order = compare(a!, b!)
    return order instanceof CelError ? order : holds(order)
  }

function isIn(value: CelValue, where: CelValue): CelValue {
  if (isList(where)) return contains(where, value)
  return isMap(where) ? where.get(value) !== undefined : noSuchOverload
}

function size(value: CelValue): CelValue {
  const found = sizeOf(value)
  return found === undefined ? lacking(value, 'size') : BigInt(found)
}

const notEqual = (a: CelValue, b: CelValue): CelValue => equal(a, b) !== true

/** Functions that look at their arguments' types themselves. */
export const standardSingletons: Functions = {
  '_+_': ([a, b]) => add(a!, b!),
  '_-_': ([a, b]) => subtract(a!, b!),
  '_*_': ([a, b]) => multiply(a!, b!),
  '_/_': ([a, b]) => divide(a!, b!),
  '_%_': ([a, b]) => modulo(a!, b!),
  '-_': ([a]) => negate(a!),
  '!_': ([a]) => (typeof a === 'boolean' ? !a : noSuchOverload),
  '_==_': ([a, b]) => equal(a!, b!),
  '_!=_': ([a, b]) => notEqual(a!, b!),
  '_<_': comparing('_<_', (order) => order < 0),
  '_<=_': comparing('_<=_', (order) => order <= 0),
  '_>_': comparing('_>_', (order) => order > 0),
  '_>=_': comparing('_>=_', (order) => order >= 0),
  '@in': ([a, b]) => isIn(a!, b!),
  '@not_strictly_false': ([a]) => (typeof a === 'boolean' ? a : true),
  size: ([a]) => size(a!),
  type: ([a]) => typeOf(a!),
}

/** Conversions by the ids of their overloads: `int64_to_string`. */
const conversionNames: Readonly<Record<string, string>> = {
  bool: 'bool',
  bytes: 'bytes',
  double: 'double',
  duration: 'google.protobuf.Duration',
  int64: 'int',
  string: 'string',
  timestamp: 'google.protobuf.Timestamp',
  uint64: 'uint',
}

const names = Object.keys(conversionNames)
const conversions: Functions = Object.fromEntries(
  names.flatMap((from) =>
    names.map((to) => [
      `${from}_to_${to}`,
      ([value]: readonly CelValue[]) => convert(value!, conversionNames[to]!),
    ]),
  ),
)

/** The parts of a time, by the names in overloads. */
const timeParts: Readonly<Record<string, (date: Date) => number>> = {
  year: (date) => date.getUTCFullYear(),
  month: (date) => date.getUTCMonth(),
  day_of_year: (date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000),
  day_of_month: (date) => date.getUTCDate() - 1,
  day_of_month_1_based: (date) => date.getUTCDate(),
  day_of_week: (date) => date.getUTCDay(),
  hours: (date) => date.getUTCHours(),
  minutes: (date) => date.getUTCMinutes(),
  seconds: (date) => date.getUTCSeconds(),
  milliseconds: (date) => date.getUTCMilliseconds(),
}

const times: Functions = Object.fromEntries(
  Object.entries(timeParts).flatMap(([part, of]) => {
    const zoned = part === 'seconds' ? 'timestamp_to_seconds_tz' : `timestamp_to_${part}_with_tz`
    return [
      [`timestamp_to_${part}`, ([time]: readonly CelValue[]) => BigInt(of(dateOf(time as Timestamp)))],
      [
        zoned,
        ([time, zone]: readonly CelValue[]) => {
          const date = zonedDate(time as Timestamp, zone as string)
          return date instanceof CelError ? date : BigInt(of(date))
        },
      ],
    ]
  }),
)

const spanParts: Readonly<Record<string, (span: Duration) => number>> = {
  hours: (span) => secondsOf(span) / 3600,
  minutes: (span) => secondsOf(span) / 60,
  seconds: secondsOf,
  milliseconds: ({ nanos }) => Number(nanos / 1_000_000n),
}

const spans: Functions = Object.fromEntries(
  Object.entries(spanParts).map(([part, of]) => [
    `duration_to_${part}`,
    ([span]: readonly CelValue[]) => BigInt(Math.trunc(of(span as Duration))),
  ]),
)

function matches([text, pattern]: readonly CelValue[]): CelValue {
  const regex = regexOf(pattern as string)
  return regex instanceof CelError ? regex : regex.matches(text as string)
}

/** The rest, by the ids of their overloads. */
export const standardFunctions: Functions = {
  ...conversions,
  ...times,
  ...spans,
  to_dyn: ([value]) => value!,
  contains_string: ([text, part]) => (text as string).includes(part as string),
  starts_with_string: ([text, part]) => (text as string).startsWith(part as string),
  ends_with_string: ([text, part]) => (text as string).endsWith(part as string),
  matches,
  matches_string: matches,
}
