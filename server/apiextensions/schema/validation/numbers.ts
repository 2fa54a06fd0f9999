// Upstream: k8s.io/kube-openapi/pkg/validation/validate/{values,validator}.go
import { Literal } from '../../../../apimachinery/field-error.ts'
import { formatG } from '../../../../cel/values/go-format.ts'
import { goNumber, isInt64 } from '../go-value.ts'
import type { Structural } from '../structural.ts'
import { type Finding, finding } from './result.ts'

/** A number as Go converts it to an int64: what is too large becomes the least one. */
const asInt64 = (value: number): number => (Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2 ** 63))

const largest = 2 ** 53 - 1
const nearness = 1e-9

/** Whether a number is whole, or nearly. Upstream: github.com/go-openapi/swag (IsFloat64AJSONInteger) */
export function isJSONInteger(value: number): boolean {
  if (!(Math.abs(value) <= largest)) return false
  if (Number.isInteger(value)) return true
  // What upstream compares a negative number with is far from it.
  const whole = Math.trunc(value)
  return value > 1 && (value - whole) / (value + whole) < nearness
}

const int32 = 2 ** 31

function fits(value: number, type: string, format: string): boolean {
  if (type === 'integer') {
    if (!isInt64(value)) return false
    return format !== 'int32' || (value >= -int32 && value < int32)
  }
  return format !== 'float' || Math.abs(value) < 3.4028235677973366e38
}

/** The finding on a number or a limit that does not fit the type and format. */
function rangeFinding(
  what: string,
  value: number,
  { type, format }: NumberFormat,
  path: string,
): Finding | undefined {
  if (fits(value, type, format)) return undefined
  const place = format === '' ? `(default format) in ${path}` : `with format ${format} in ${path}`
  return { kind: 'composite', name: '', message: `${what} value must be of type ${type} ${place}` }
}

/** The type and format that numbers are checked against; empty where they are not. */
export interface NumberFormat {
  readonly type: string
  readonly format: string
}

const formats: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}

/** The checks of numbers for a schema that has one type. */
export function numberFormat(types: readonly string[], format: string): NumberFormat {
  const [type = ''] = types
  if (types.length !== 1 || !Object.hasOwn(formats, type)) return { type: '', format: '' }
  return { type, format: formats[type]!.includes(format) ? format : '' }
}

/** Checks a value against a limit. @param asInt compared as integers, which cuts the limit's fraction */
type LimitCheck = (limit: number, asInt: boolean) => Finding | undefined

const showNumber = (value: number, asInt: boolean): string => (asInt ? goNumber(value) : formatG(value))

const multipleOfCheck =
  (path: string, value: number): LimitCheck =>
  (factor, asInt) => {
    const shown = showNumber(factor, asInt)
    if (factor <= 0) {
      const message = `factor MultipleOf declared for ${path} must be positive: ${shown}`
      return { kind: 'other', name: path, message, value: new Literal(shown) }
    }
    const isMultiple = asInt
      ? value % factor === 0
      : isJSONInteger(factor < 1 ? (1 / factor) * value : value / factor)
    return isMultiple
      ? undefined
      : finding('other', path, `should be a multiple of ${shown}`, {
          value: new Literal(showNumber(value, asInt)),
        })
  }

const boundCheck =
  (path: string, value: number, exclusive: boolean, sign: 1 | -1): LimitCheck =>
  (limit, asInt) => {
    const over = (value - limit) * sign
    if (exclusive ? over < 0 : over <= 0) return undefined
    const than = sign > 0 ? 'less than' : 'greater than'
    const text = `should be ${than}${exclusive ? '' : ' or equal to'} ${showNumber(limit, asInt)}`
    return finding('other', path, text, { value: new Literal(showNumber(value, asInt)) })
  }

/** The findings on a number. @param path the place of the number */
export function numberFindings(
  value: number,
  schema: Structural,
  path: string,
  format: NumberFormat,
): (Finding | undefined)[] {
  const limited = (what: string, limit: number | undefined, check: LimitCheck) => {
    if (limit === undefined) return []
    const range = rangeFinding(what, limit, format, path)
    const asInt = range === undefined && isInt64(value)
    return [range, check(asInt ? asInt64(limit) : limit, asInt)]
  }
  const { multipleOf, minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema
  return [
    rangeFinding('Checked', value, format, path),
    ...limited('MultipleOf', multipleOf, multipleOfCheck(path, value)),
    ...limited('Minimum boundary', minimum, boundCheck(path, value, exclusiveMinimum, -1)),
    ...limited('Maximum boundary', maximum, boundCheck(path, value, exclusiveMaximum, 1)),
  ]
}
