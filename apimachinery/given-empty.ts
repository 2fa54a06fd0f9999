// Which fields a client gave as an empty list or map, or as no bytes, where Go keeps an empty slice or map and JSON data of the API has
// nothing: omitempty drops both, yet some rules and messages tell empty from nil.

/** An empty list or map, or the text of no bytes. */
type Empty = object | ''

const notes = new WeakMap<object, ReadonlyMap<string, Empty>>()

/** Notes that `object` was decoded with `value`, an empty list or map or no bytes, in a field that its encoding leaves out. */
export function noteEmpty(object: object, field: string, value: Empty): void {
  notes.set(object, new Map([...(notes.get(object) ?? []), [field, value]]))
}

/** What was given empty in `from` counts as given in its copy too. Answers the copy. */
export function withNotesOf<T extends object>(from: object, copy: T): T {
  const noted = notes.get(from)
  if (noted !== undefined) notes.set(copy, noted)
  return copy
}

/** What the field was given empty; undefined where it was absent, null or not empty. */
export const givenEmpty = (object: object, field: string): Empty | undefined => notes.get(object)?.get(field)

const none: ReadonlyMap<string, Empty> = new Map()

/** All fields that were given empty, by name, with what they were given. */
export const givenEmpties = (object: object): ReadonlyMap<string, Empty> => notes.get(object) ?? none

/** The field's value as Go has it: also an empty list or map that it was given. */
export const valueOrEmpty = <T extends object, K extends keyof T & string>(object: T, field: K): T[K] =>
  Object.hasOwn(object, field) ? object[field] : (givenEmpty(object, field) as T[K])

/** The field counts as absent, as after a program has built the list anew. */
export function forgetEmpty(object: object, field: string): void {
  const left = [...(notes.get(object) ?? [])].filter(([name]) => name !== field)
  if (notes.has(object)) notes.set(object, new Map(left))
}

/** Takes a field away, in place, also when it was given empty: as Go sets it to nil. */
export function dropField<T extends object>(object: T | null | undefined, field: keyof T & string): void {
  if (object === null || object === undefined) return
  delete object[field]
  forgetEmpty(object, field)
}

/** Whether Go has a non-nil value in the field: some value, also an empty list or map or no bytes. */
export function isGiven(object: object | null | undefined, field: string): boolean {
  if (object === null || object === undefined) return false
  if (Object.hasOwn(object, field)) return (object as Record<string, unknown>)[field] != null
  return givenEmpty(object, field) !== undefined
}

/** Whether anything in JSON data was given as an empty list or map, or as no bytes, that its encoding leaves out. */
export function holdsGivenEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  for (const name of notes.get(value)?.keys() ?? []) if (!Object.hasOwn(value, name)) return true
  for (const key in value) if (holdsGivenEmpty((value as Record<string, unknown>)[key])) return true
  return false
}
