// Upstream: sigs.k8s.io/structured-merge-diff typed/helpers.go
import { isObject, type JsonValue } from '../json.ts'
import { keyElement, type PathElement, valueElement } from './path-element.ts'
import type { ListType } from './smd-schema.ts'

/** The reason why an item of an associative list has no path. */
export class ListItemError extends Error {}

/**
 * The rules that tell items of a keyed list apart: all keys without a default are required, or with optional keys at least
 * one (1.34 and later). `strictLists`: as before structured-merge-diff 4.4 (1.28 and earlier), duplicates in lists are errors, scalars
 * without a type anything, and conflicts name their paths as {@link sharedPaths} does. `formatsErrors`: a text that tells of what is no
 * list or map is formatted once more (until 1.33), so that a percent sign in it reads `%!}(MISSING)`.
 */
export interface ListItemRules {
  readonly optionalKeys: boolean
  readonly strictLists: boolean
  readonly formatsErrors: boolean
}

/** The rules of the newest release. */
export const newestRules: ListItemRules = { optionalKeys: true, strictLists: false, formatsErrors: false }

/** The path element of an item of a set or keyed list. Throws {@link ListItemError}. */
export function itemElement(list: ListType, item: JsonValue, rules: ListItemRules): PathElement {
  if (list.keys.length > 0) return keyedElement(list, item, rules)
  if (isObject(item))
    throw new ListItemError("associative list without keys has an element that's a map type")
  if (Array.isArray(item)) throw new ListItemError('not supported: associative list with lists as elements')
  if (item === null)
    throw new ListItemError("associative list without keys has an element that's an explicit null")
  return valueElement(item)
}

/** Whether every well-typed item of the list has a path, so that equal lists need not be looked into. */
export function alwaysIndexed(list: ListType, rules: ListItemRules): boolean {
  if (list.keys.length === 0) return true
  const hasDefault = (key: string): boolean => keyDefault(list, key) !== undefined
  return rules.optionalKeys ? list.keys.some(hasDefault) : list.keys.every(hasDefault)
}

function keyedElement(list: ListType, item: JsonValue, rules: ListItemRules): PathElement {
  if (item === null) throw new ListItemError('associative list with keys may not have a null element')
  if (!isObject(item)) throw new ListItemError('associative list with keys may not have non-map elements')
  const fields: [string, JsonValue][] = []
  for (const key of list.keys) {
    const value = Object.hasOwn(item, key) ? item[key] : keyDefault(list, key)
    if (value !== undefined) fields.push([key, value])
    else if (!rules.optionalKeys) {
      throw new ListItemError(
        `associative list with keys has an element that omits key field "${key}" (and doesn't have default value)`,
      )
    }
  }
  if (fields.length === 0) {
    const keys = list.keys.map((key) => `"${key}"`).join(' ')
    throw new ListItemError(
      `associative list with keys has an element that omits all key fields [${keys}] (and doesn't have default values for any key fields)`,
    )
  }
  return keyElement(fields)
}

function keyDefault(list: ListType, key: string): JsonValue | undefined {
  const map = list.element.atom?.map
  if (map === undefined)
    throw new ListItemError(
      `couldn't find default value for ${key}: associative list may not have non-map types`,
    )
  return (map.fields.get(key)?.default as JsonValue | undefined) ?? undefined
}
