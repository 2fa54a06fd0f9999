// Upstream: pkg/printers/internalversion/printers.go (the helpers)
import type { Ages } from '../../../apimachinery/human-duration.ts'
import {
  getOwn,
  isObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '../../../apimachinery/json.ts'

/** A row as the server sends it, but for the object. Cells stand in the order of the release's columns. */
export interface Row {
  readonly cells: JsonValue[]
  readonly conditions?: readonly RowCondition[]
}
/** A condition of a row, by which clients shade rows of pods that have ended. */
export interface RowCondition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** The release and the moment that cells depend on: they know the time by the ages that they tell only. */
export interface RowOptions {
  /** The release's minor number: 34 for 1.34. */
  readonly minor: number
  readonly ages: Ages
}
/** Cells of an object of a resource; all columns, as the server prints them (clients hide those of low priority). */
export type Printer = (object: JsonObject, options: RowOptions) => JsonValue[]

/** The value at a path of keys; undefined where any is missing or null. */
export function at(value: unknown, ...path: readonly string[]): JsonValue | undefined {
  let current = value as JsonValue | undefined
  for (const key of path) current = isObject(current) ? getOwn(current, key) : undefined
  return current ?? undefined
}
/** The text at a path; numbers and booleans as texts, empty where there is nothing. */
export function text(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : found === undefined ? '' : String(found)
}
/** The number at a path; 0 where there is none. */
export function int(value: unknown, ...path: readonly string[]): number {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : 0
}
/** The objects of a list at a path; none where there is no list. */
export function list(value: unknown, ...path: readonly string[]): readonly JsonObject[] {
  return values(value, ...path) as readonly JsonObject[]
}
/** The items of a list at a path; none where there is no list. */
export function values(value: unknown, ...path: readonly string[]): readonly JsonValue[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
/** The name of an object. */
export const name = (object: JsonObject): string => text(object, 'metadata', 'name')
/** The time since an object was created: `5m`. */
export const age = (object: JsonObject, { ages }: RowOptions): string =>
  ages.of(text(object, 'metadata', 'creationTimestamp'))
/** Whether an object is being deleted. */
export const isDeleted = (object: JsonObject): boolean =>
  at(object, 'metadata', 'deletionTimestamp') !== undefined
/** The number of keys of a map; 0 for anything else. */
export const size = (value: JsonValue | undefined): number =>
  isObject(value) ? Object.keys(value).length : 0
/** The object as JSON data, which cells are read from. */
export const asJson = (object: KubeObject): JsonObject => object as unknown as JsonObject

/** `a=b,c=d`, or `<none>`. */
export function labelsText(labels: JsonValue | undefined): string {
  const entries = isObject(labels)
    ? Object.keys(labels)
        .sort()
        .map((key) => `${key}=${text(labels, key)}`)
    : []
  return entries.length === 0 ? '<none>' : entries.join(',')
}

/** A meta/v1 LabelSelector as a selector's text; undefined where it is invalid. */
export function selectorText(selector: JsonValue | undefined): string | undefined {
  if (selector === undefined) return ''
  const labels = at(selector, 'matchLabels')
  const parts: [string, string][] = isObject(labels)
    ? Object.keys(labels).map((key) => [key, `${key}=${text(labels, key)}`])
    : []
  for (const requirement of list(selector, 'matchExpressions')) {
    const key = text(requirement, 'key')
    const operator = text(requirement, 'operator')
    const shown = `(${values(requirement, 'values').map(String).sort().join(',')})`
    if (operator === 'In') parts.push([key, `${key} in ${shown}`])
    else if (operator === 'NotIn') parts.push([key, `${key} notin ${shown}`])
    else if (operator === 'Exists') parts.push([key, key])
    else if (operator === 'DoesNotExist') parts.push([key, `!${key}`])
    else return undefined
  }
  return parts
    .sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))
    .map(([, shown]) => shown)
    .join(',')
}
/** The cell of a label selector: `<none>` for an empty one, `<error>` for an invalid one. */
export const selectorCell = (selector: JsonValue | undefined): string => {
  const shown = selectorText(selector)
  return shown === undefined ? '<error>' : shown === '' ? '<none>' : shown
}

/** Names and images of containers, each in one cell. */
export function containerCells(podSpec: JsonValue | undefined): [string, string] {
  const containers = list(podSpec, 'containers')
  return [containers.map((c) => text(c, 'name')).join(','), containers.map((c) => text(c, 'image')).join(',')]
}

/** The first three, and how many more there are. */
export function firstThree(items: readonly string[], none: string): string {
  if (items.length > 3) return `${items.slice(0, 3).join(',')} + ${items.length - 3} more...`
  return items.join(',') || none
}

/** The condition of a type in an object's status; undefined where there is none. */
export const conditionOf = (object: JsonObject, type: string): JsonObject | undefined =>
  list(object, 'status', 'conditions').find((condition) => text(condition, 'type') === type)
