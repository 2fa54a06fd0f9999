// The objects in which planned fields stand, and what is wrong with their values.
import type { FieldProblem } from '../../component-base/plan-extension.ts'
import { isOf, type PlannedValue, shapeOf } from './planned-field.ts'

/** An object that can have the field, and its path in messages (empty: the root). */
export interface Holder {
  readonly object: Record<string, unknown>
  readonly path: string
}

const isMap = (value: unknown): value is Record<string, unknown> => isOf('object', value)

/** The objects at the end of the steps, in the object's order. */
export function holdersAt(object: object, steps: readonly string[]): Holder[] {
  let found: { value: unknown; path: string }[] = [{ value: object, path: '' }]
  for (const step of steps)
    found = found.flatMap(({ value, path }) => {
      if (step === '*') {
        if (Array.isArray(value)) return value.map((item, i) => ({ value: item, path: `${path}[${i}]` }))
        return isMap(value)
          ? Object.entries(value).map(([key, item]) => ({ value: item, path: `${path}[${key}]` }))
          : []
      }
      return isMap(value) && Object.hasOwn(value, step)
        ? [{ value: value[step], path: path === '' ? step : `${path}.${step}` }]
        : []
    })
  return found.flatMap(({ value, path }) => (isMap(value) ? [{ object: value, path }] : []))
}

/** The value of a holder's field; undefined where it is not set. */
export const valueIn = ({ object }: Holder, name: string): unknown =>
  Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined

/** The path of a holder's field in messages. */
export const pathOf = ({ path }: Holder, name: string): string => (path === '' ? name : `${path}.${name}`)

/** The errors of a value by its planned schema, in upstream's words. */
export function valueProblems(rule: PlannedValue, value: unknown, path: string): FieldProblem[] {
  const { form } = shapeOf(rule.type)!
  if (form === 'list' && Array.isArray(value))
    return [
      ...value.flatMap((item, i) => itemProblems(rule, item, `${path}[${i}]`)),
      ...duplicates(rule, value, path),
    ]
  if (form === 'map' && isMap(value))
    return Object.entries(value).flatMap(([key, item]) => itemProblems(rule, item, `${path}[${key}]`))
  return itemProblems(rule, value, path)
}

function itemProblems(rule: PlannedValue, value: unknown, path: string): FieldProblem[] {
  if (isMap(value)) return propertyProblems(rule, value, path)
  const invalid = (detail: string): FieldProblem[] => [{ path, type: 'Invalid', value, detail }]
  if (rule.enum !== undefined && !rule.enum.includes(value as string))
    return [{ path, type: 'NotSupported', value, supported: [...rule.enum].sort(), detail: '' }]
  if (typeof value === 'number') {
    const why = outside(value, rule)
    return why === undefined ? [] : invalid(why)
  }
  if (typeof value === 'string' && rule.maxLength !== undefined && Buffer.byteLength(value) > rule.maxLength)
    return invalid(`must be no more than ${rule.maxLength} bytes`)
  return []
}

/** The error of a number outside of its range. Upstream: validation.InclusiveRangeError and its likes */
function outside(value: number, { minimum, maximum }: PlannedValue): string | undefined {
  const [low, high] = [minimum ?? Number.NEGATIVE_INFINITY, maximum ?? Number.POSITIVE_INFINITY]
  if (value >= low && value <= high) return undefined
  if (minimum !== undefined && maximum !== undefined)
    return `must be between ${minimum} and ${maximum}, inclusive`
  return minimum === undefined
    ? `must be less than or equal to ${maximum}`
    : `must be greater than or equal to ${minimum}`
}

function propertyProblems(rule: PlannedValue, object: Record<string, unknown>, path: string): FieldProblem[] {
  return Object.entries(rule.properties ?? {}).flatMap(([name, inner]): FieldProblem[] => {
    const value = valueIn({ object, path }, name)
    const at = pathOf({ object, path }, name)
    if (value === undefined || (inner.required === true && value === ''))
      return inner.required === true ? [{ path: at, type: 'Required', detail: '' }] : []
    return valueProblems(inner, value, at)
  })
}

function duplicates(
  { listType, listMapKeys = [] }: PlannedValue,
  list: readonly unknown[],
  path: string,
): FieldProblem[] {
  if (listType !== 'set' && listType !== 'map') return []
  const keyOf = (item: unknown): string =>
    JSON.stringify(listType === 'map' && isMap(item) ? listMapKeys.map((key) => item[key] ?? null) : item)
  const seen = new Set<string>()
  return list.flatMap((value, i): FieldProblem[] => {
    const key = keyOf(value)
    if (seen.has(key)) return [{ path: `${path}[${i}]`, type: 'Duplicate', value, detail: '' }]
    seen.add(key)
    return []
  })
}
