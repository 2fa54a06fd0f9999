// Upstream: sigs.k8s.io/structured-merge-diff fieldpath/{element,serialize-pe}.go
import { remembered } from '../../component-base/remembered.ts'
import { goQuote } from '../field-error.ts'
import { goJSON } from '../go-print/marshal.ts'
import type { JsonValue } from '../json.ts'

/**
 * A step of a path in its serialised, canonical form: `f:name` (a field), `k:{"port":80,"protocol":"TCP"}` (an item of a keyed
 * list), `v:"text"` (an item of a set), `i:0` (an index). Two elements are equal when their texts are.
 */
export type PathElement = string
/** The elements from the root of an object to a field. */
export type Path = readonly PathElement[]

/** The element of a field of a struct or map. */
export const fieldElement = (name: string): PathElement => `f:${name}`
/** The element of an item in a list of type set. */
export const valueElement = (value: JsonValue): PathElement => `v:${encodeJson(value)}`
/** The element of an item in an atomic list, by its index from 0. */
export const indexElement = (index: number): PathElement => `i:${index}`

/** The element of a keyed list's item. @param fields pairs of key and value, in any order. */
export function keyElement(fields: readonly (readonly [string, JsonValue])[]): PathElement {
  const sorted =
    fields.length < 2 ? fields : [...fields].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))
  if (fields.length === 1) return `k:{${JSON.stringify(fields[0]![0])}:${encodeJson(fields[0]![1])}}`
  return `k:{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${encodeJson(value)}`).join(',')}}`
}

/** Matches texts that JSON, and Go's JSON too, has between quotes without escapes. */
const plainText = /^[ !#-%'-;=?-[\]-~]*$/

/** JSON as Go writes it: with `<`, `>`, `&` and the line separators escaped, and keys sorted. */
export function encodeJson(value: JsonValue): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string' && plainText.test(value)) return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(encodeJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).sort()
    return `{${keys.map((key) => `${encodeJson(key)}:${encodeJson(value[key] ?? null)}`).join(',')}}`
  }
  return goJSON(value)
}

/** Reads a key of FieldsV1. undefined: an unknown kind, to be ignored. Throws when it is malformed. */
export function parsePathElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new Error('key must be 2 characters long:')
  if (text[1] !== ':') throw new Error(`missing colon: ${text}`)
  switch (text[0]) {
    case 'f':
      return text
    case 'v':
      return valueElement(JSON.parse(text.slice(2)) as JsonValue)
    case 'k': {
      const fields = JSON.parse(text.slice(2)) as Record<string, JsonValue> | null
      if (typeof fields !== 'object' || Array.isArray(fields))
        throw new Error(`expect { or n, but found ${text[2]}`)
      return keyElement(Object.entries(fields ?? {}))
    }
    case 'i':
      if (!/^[+-]?\d+$/.test(text.slice(2)))
        throw new Error(`strconv.Atoi: parsing ${goQuote(text.slice(2))}: invalid syntax`)
      return indexElement(Number(text.slice(2)))
    default:
      return undefined
  }
}

/** The element as messages show it: `.name`, `[port=80,protocol="TCP"]`, `[="text"]`, `[0]`. */
export function showElement(element: PathElement): string {
  const rest = element.slice(2)
  switch (element[0]) {
    case 'f':
      return `.${rest}`
    case 'v':
      return `[=${showValue(JSON.parse(rest) as JsonValue)}]`
    case 'k': {
      const fields = Object.entries(JSON.parse(rest) as Record<string, JsonValue>)
      return `[${fields.map(([name, value]) => `${name}=${showValue(value)}`).join(',')}]`
    }
    default:
      return `[${rest}]`
  }
}

/** The path as conflicts name it: `.spec.ports[port=80,protocol="TCP"]`. */
export const showPath = (path: Path): string => path.map(showElement).join('')

function showValue(value: JsonValue): string {
  if (typeof value === 'string') return goQuote(value)
  if (Array.isArray(value)) return `[${value.map(showValue).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([k, v]) => `${k}=${showValue(v ?? null)}`)
      .join('')
  return String(value)
}

const kinds: Readonly<Record<string, number>> = { f: 0, k: 1, v: 2, i: 3 }

type Fields = [string, JsonValue][]
/** The parts of an element that sorting compares. */
interface Parsed {
  readonly kind: number
  readonly value: JsonValue
  readonly fields: Fields | undefined
}

/** The items of a kind's lists are mostly the same few: the conditions of nodes, the ports of services. */
const parsedElement = remembered(1000, (element): Parsed => {
  const value = element[0] === 'f' ? element : (JSON.parse(element.slice(2)) as JsonValue)
  const fields =
    element[0] === 'k' ? (Object.entries(value as Record<string, JsonValue>) as Fields) : undefined
  return { kind: kinds[element[0]!]!, value, fields }
})

/**
 * The elements of a set's level as it is written: fields, keys, values, indices, each by their contents. Maps that were decoded have
 * sorted keys already.
 */
export function sortedElements(children: ReadonlyMap<PathElement, unknown>): Iterable<PathElement> {
  if (children.size < 2) return children.keys()
  let last = ''
  let isSorted = true
  for (const element of children.keys()) {
    if (element[0] !== 'f') return byContents(children.keys())
    if (element < last) isSorted = false
    last = element
  }
  return isSorted ? children.keys() : [...children.keys()].sort()
}

const byContents = (elements: Iterable<PathElement>): PathElement[] =>
  [...elements]
    .map((element): [Parsed, PathElement] => [parsedElement(element), element])
    .sort(([a], [b]) => compareParsed(a, b))
    .map(([, element]) => element)

function compareParsed(a: Parsed, b: Parsed): number {
  if (a.kind !== b.kind) return a.kind - b.kind
  return a.fields !== undefined && b.fields !== undefined
    ? compareFieldLists(a.fields, b.fields)
    : compareValues(a.value, b.value)
}

function compareFieldLists(a: [string, JsonValue][], b: [string, JsonValue][]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i]![0] !== b[i]![0]) return a[i]![0] < b[i]![0] ? -1 : 1
    const order = compareValues(a[i]![1], b[i]![1])
    if (order !== 0) return order
  }
  return a.length - b.length
}

const rank = (value: JsonValue): number =>
  typeof value === 'number'
    ? 0
    : typeof value === 'string'
      ? 1
      : typeof value === 'boolean'
        ? 2
        : Array.isArray(value)
          ? 3
          : value === null
            ? 5
            : 4

function compareValues(a: JsonValue, b: JsonValue): number {
  const order = rank(a) - rank(b)
  if (order !== 0) return order
  if (typeof a === 'object' || typeof b === 'object') return compareTexts(encodeJson(a), encodeJson(b))
  return a === b ? 0 : a < b ? -1 : 1
}
const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
