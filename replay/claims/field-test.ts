// Whether the values of a field are what a claim says.
import { canonicalQuantity } from '../../apimachinery/quantity.ts'
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
export const isValue = (found: unknown, wanted: string): boolean => valueIs(found, wanted) === true

/** As {@link isValue}; undefined: an object, held against what writes none, or only a part of one. */
function valueIs(found: unknown, wanted: string): boolean | undefined {
  const plain = unquote(wanted)
  if (found === undefined || found === null)
    return /^(?:nil|null|<none>|<unset>)$/.test(plain) || plain === ''
  if (typeof found !== 'object') return String(found) === plain || isSameQuantity(String(found), plain)
  if (isEmpty(found)) return /^(?:\[\]|\{\}|nil|null|)$/.test(plain)
  try {
    return same(JSON.parse(plain), found)
  } catch {
    if (Array.isArray(found)) return listIs(found, wanted)
    return /^[[{]/.test(plain) ? false : proseIs(found, plain)
  }
}

/** Of several elements that one is it may be said of the list: then it is not clear whether it is. */
function listIs(found: readonly unknown[], wanted: string): boolean | undefined {
  const results = found.map((one) => valueIs(one, wanted))
  if (results.length === 1) return results[0]
  return results.every((one) => one === false) ? false : undefined
}

const quantity = /^\d{1,15}(?:\.\d{1,9})?(?:m|k|[KMGTPE]i?)$/
/** `1024Mi` and `1Gi`: one amount in two ways. */
const isSameQuantity = (one: string, other: string): boolean =>
  quantity.test(one) && quantity.test(other) && canonicalQuantity(one) === canonicalQuantity(other)

/** An object as prose writes it: a map as `a=b,c=d`, a union by its `type`. */
function proseIs(found: object, plain: string): boolean | undefined {
  if (/^[^\s=,]+=[^\s=,]*(?:,\s*[^\s=,]+=[^\s=,]*)*$/.test(plain))
    return fieldsAre(new Map(Object.entries(selected(found))), plain.split(/,\s*/))
  const values = Object.values(found)
  // A capacity of only its storage.
  if (values.length === 1 && typeof values[0] !== 'object') return valueIs(values[0], plain)
  const { type, name, kind, uid } = found as Record<string, unknown>
  if (typeof name === 'string' && (kind !== undefined || uid !== undefined)) return name === plain
  return typeof type === 'string' && /^\w+$/.test(plain) ? type === plain : undefined
}

/** Of a selector that has only labels, those. */
function selected(found: object): object {
  const [[key, labels] = []] = Object.entries(found)
  return Object.keys(found).length === 1 && key === 'matchLabels' ? (labels as object) : found
}

/** @param said `a=b` each; where they are only some of the fields, who reads does not know whether all are meant */
function fieldsAre(found: ReadonlyMap<string, unknown>, said: readonly string[]): boolean | undefined {
  const results = said.map((one) => {
    const [key, value] = one.split('=') as [string, string]
    return found.has(key) ? valueIs(found.get(key), value) : false
  })
  if (results.includes(false)) return false
  return results.includes(undefined) || new Set(said).size < found.size ? undefined : true
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

/** Undefined: of several values some fit and some do not, or of one it is not known, so that the claim cannot be judged. */
function every(
  values: readonly unknown[],
  fits: (value: unknown) => boolean | undefined,
): boolean | undefined {
  const results = new Set(values.length === 0 ? [fits(undefined)] : values.map(fits))
  return results.size === 1 ? [...results][0] : undefined
}
const not = (result: boolean | undefined): boolean | undefined => (result === undefined ? undefined : !result)

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
      return comesFrom(
        test,
        every(one, (value) => valueIs(value, test.value)),
        earlier,
      )
    case 'differs':
      return every(one, (value) => not(valueIs(value, test.value)))
    case 'compares':
      return every(one, (value) => isNumber(value) && compares(Number(value), test.comparison, test.number))
    case 'release': {
      const shape = new RegExp(`^v?${test.release.replaceAll('.', '\\.')}(?![\\d])(?:[-.+]|$)`)
      return every(one, (value) => shape.test(String(value)) !== test.negated)
    }
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
/** "Drops from 3 to 2": whether it was so before as well; undefined where it came about earlier, or there was nothing before. */
function comesFrom(
  { value, from, moved }: Extract<FieldTest, { is: 'equals' }>,
  isSo: boolean | undefined,
  earlier: readonly unknown[] | undefined,
): boolean | undefined {
  if (isSo !== true || (from === undefined && moved === undefined)) return isSo
  if (earlier === undefined || every(earlier, (one) => valueIs(one, value)) !== false) return undefined
  if (from !== undefined) return every(earlier, (one) => valueIs(one, from))
  if (moved === 'other') return true
  const direction = moved === 'up' ? '<' : '>'
  return every(earlier, (one) =>
    isNumber(one) && isNumber(value) ? compares(Number(one), direction, Number(value)) : undefined,
  )
}
const isNumber = (value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '')) && Number.isFinite(Number(value))

/** The values for a report, each once; `absent` for none. */
export const valuesText = (values: readonly unknown[]): string =>
  values.length === 0 ? 'absent' : [...new Set(values.map(valueText))].join(', ')
