// Upstream: pkg/apis/resource/validation/validation.go (validateSlice, validateSet, validateMap)
import {
  eachFinding,
  type FieldError,
  type FieldPath,
  field,
  repeats,
} from '../../../apimachinery/field-error.ts'
import { tooMany } from '../../../apimachinery/validation/messages.ts'
import { deviceDialect } from './dialect.ts'

/** Tells the errors of an item that stands at `path`. */
export type ItemRules<T> = (item: T, path: FieldPath) => readonly FieldError[]

/** The bounds of a list, and the release whose words are used. */
export interface ListRules<T> {
  /** The most items; undefined: any number. */
  readonly max?: number | undefined
  readonly each: ItemRules<T>
  readonly minor: number
}

/** What makes an item of a set unique: its text, and the field that holds it where it is not the item. */
export interface SetRules<T> extends ListRules<T> {
  readonly key: (item: T) => string
  readonly keyField?: string
  /** How a repeated key is printed, where that is not its text. */
  readonly shown?: (item: T) => unknown
}

const isTooLong = (items: readonly unknown[], max: number | undefined): boolean =>
  max !== undefined && items.length > max

/** The errors of a list of at most `max` items. */
export function validateSlice<T>(
  items: readonly T[] | null | undefined,
  path: FieldPath,
  { max, each, minor }: ListRules<T>,
): FieldError[] {
  const all = items ?? []
  const tooLong = isTooLong(all, max) ? [tooMany(path, all.length, max!, minor)] : []
  if (tooLong.length > 0 && deviceDialect(minor).countsDevicesFirst) return tooLong
  return [...eachFinding(all, (item, i) => each(item, path.index(i))), ...tooLong]
}

/** The errors of a list whose items differ in their keys. */
export function validateSet<T>(
  items: readonly T[] | null | undefined,
  path: FieldPath,
  rules: SetRules<T>,
): FieldError[] {
  const { countsDevicesFirst } = deviceDialect(rules.minor)
  const errors = validateSlice(items, path, rules)
  if (countsDevicesFirst && isTooLong(items ?? [], rules.max)) return errors
  const isRepeated = repeats()
  const { key, keyField, shown = key } = rules
  const place = (at: FieldPath): FieldPath =>
    keyField === undefined || countsDevicesFirst ? at : at.child(keyField)
  return [
    ...errors,
    ...eachFinding(items ?? [], (item, i) =>
      isRepeated(key(item)) ? [field.duplicate(place(path.index(i)), shown(item))] : [],
    ),
  ]
}

/** The middle of a long key left out. */
function shortened(text: string, max: number): string {
  const length = Math.max(max, 16)
  if (text.length <= length) return text
  const rest = length - 3
  return `${text.slice(0, Math.floor((rest + 1) / 2))}...${text.slice(text.length - Math.floor(rest / 2))}`
}

/** The bounds of a map. */
export interface MapRules<T> extends ListRules<T> {
  /** The most characters of a key that a path shows. */
  readonly shownKey: number
  readonly key: ItemRules<string>
}

/** The errors of a map's keys and values. */
export function validateMap<T>(
  map: Readonly<Record<string, T>> | null | undefined,
  path: FieldPath,
  { max, key, each, shownKey, minor }: MapRules<T>,
): FieldError[] {
  const entries = Object.entries(map ?? {})
  const tooLong = isTooLong(entries, max) ? [tooMany(path, entries.length, max!, minor)] : []
  const { countsDevicesFirst, keepsKeysOutOfPaths } = deviceDialect(minor)
  if (tooLong.length > 0 && countsDevicesFirst) return tooLong
  return [
    ...tooLong,
    ...eachFinding(entries, ([name, value]) => {
      const at = path.key(shortened(name, shownKey))
      return [...key(name, keepsKeysOutOfPaths ? path : at), ...each(value, at)]
    }),
  ]
}
