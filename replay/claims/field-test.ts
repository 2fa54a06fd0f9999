// Whether the values of a field are what a claim says.
import type { Comparison, FieldTest } from './claim.ts'
import { unquote } from './field-in-text.ts'
import { isEmpty, valueText } from './object-fields.ts'

/** Whether a number compares as claimed. */
export const compares = (found: number, comparison: Comparison, wanted: number): boolean => {
  switch (comparison) {
    case '==':
      return found === wanted
    case '!=':
      return found !== wanted
    case '>=':
      return found >= wanted
    case '<=':
      return found <= wanted
    case '>':
      return found > wanted
    case '<':
      return found < wanted
  }
}

/** A value as a document writes it: `"0"` is `0`, `true` is true. */
export function isValue(found: unknown, wanted: string): boolean {
  const plain = unquote(wanted)
  if (found === undefined || found === null)
    return /^(?:nil|null|<none>|<unset>)$/.test(plain) || plain === ''
  if (typeof found !== 'object') return String(found) === plain
  if (isEmpty(found)) return /^(?:\[\]|\{\}|nil|null|)$/.test(plain)
  try {
    return same(JSON.parse(plain), found)
  } catch {
    if (!Array.isArray(found)) return asProse(found, plain) === true
    return found.length === 1 && isValue(found[0], wanted)
  }
}

/** An object as prose writes it: a map as `a=b,c=d`, a union by its `type`; undefined: otherwise. */
function asProse(found: object, plain: string): boolean | undefined {
  if (/^[^\s=,]+=[^\s=,]*(?:,\s*[^\s=,]+=[^\s=,]*)*$/.test(plain))
    return same(Object.fromEntries(plain.split(/,\s*/).map((one) => one.split('='))), found)
  const { type } = found as { type?: unknown }
  return typeof type === 'string' && /^\w+$/.test(plain) ? type === plain : undefined
}

/** Whether a value is an object, and what it is held against no way to write one. */
function isUncompared(found: unknown, wanted: string): boolean {
  const plain = unquote(wanted)
  if (typeof found !== 'object' || found === null || Array.isArray(found) || isEmpty(found)) return false
  return !/^[[{]/.test(plain) && asProse(found, plain) === undefined
}

/** Equal as data, whatever the order of keys. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  )
}

/** Undefined: of several values some fit and some do not, so that the claim cannot be judged. */
function every(values: readonly unknown[], fits: (value: unknown) => boolean): boolean | undefined {
  if (values.length === 0) return fits(undefined)
  const good = values.filter(fits).length
  return good === values.length ? true : good === 0 ? false : undefined
}

/** @param earlier the values at the end of the step before; undefined: the object was not there */
export function testField(
  test: FieldTest,
  values: readonly unknown[],
  earlier: readonly unknown[] | undefined,
): boolean | undefined {
  const one = values.length > 1 && values.every((value) => same(value, values[0])) ? [values[0]] : values
  switch (test.is) {
    case 'set':
      return every(one, (value) => !isEmpty(value))
    case 'unset':
      return every(one, isEmpty)
    case 'equals':
      return one.some((value) => isUncompared(value, test.value))
        ? undefined
        : every(one, (value) => isValue(value, test.value))
    case 'differs':
      return one.some((value) => isUncompared(value, test.value))
        ? undefined
        : every(one, (value) => !isValue(value, test.value))
    case 'compares':
      return every(one, (value) => isNumber(value) && compares(Number(value), test.comparison, test.number))
    case 'unchanged':
      return earlier === undefined ? undefined : same([...values], [...earlier])
    case 'kept':
      return earlier !== undefined && !same([...values], [...earlier])
        ? false
        : every(one, (value) => !isEmpty(value))
    case 'changed':
      return earlier === undefined ? undefined : !same([...values], [...earlier])
    default:
      return undefined
  }
}
const isNumber = (value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '')) && Number.isFinite(Number(value))

/** The values for a report, each once; `absent` for none. */
export const valuesText = (values: readonly unknown[]): string =>
  values.length === 0 ? 'absent' : [...new Set(values.map(valueText))].join(', ')
