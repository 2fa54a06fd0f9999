/**
 * Parsers leave here what plain JSON data cannot hold, on the object or list that contains it, under keys that no copy,
 * comparison or encoding sees:
 * - `literals`: numbers whose text says more than the number (`1.0`, `1e3`, more digits than a double holds), by key;
 *   in decoded maps: amounts that were written in another way than they are shown (`0.5` for `500m`)
 * - `entries`: all members in the order of the text, where one occurs twice or the order is not that of the object's keys
 */
const literals = Symbol('number literals')
const entries = Symbol('entries')

interface Notes {
  [literals]?: Map<string | number, string>
  [entries]?: readonly (readonly [string, unknown])[]
}

/** Notes a number's text; undefined takes a note back. */
export function noteLiteral(container: object, key: string | number, text: string | undefined): void {
  const notes = container as Notes
  if (text === undefined) {
    notes[literals]?.delete(key)
    return
  }
  if (notes[literals] === undefined) Object.defineProperty(container, literals, { value: new Map() })
  notes[literals]!.set(key, text)
}

/** Notes all members of an object in the order of the text, repetitions included. */
export function noteEntries(container: object, all: readonly (readonly [string, unknown])[]): void {
  Object.defineProperty(container, entries, { value: all, enumerable: false })
}

/** The text of the number or amount that `container` holds at `key`, where one was noted. */
export const notedLiteral = (container: object, key: string | number): string | undefined =>
  (container as Notes)[literals]?.get(key)

/** The members in the order of the text, repetitions included; undefined where the object itself tells all. */
export const notedEntries = (container: object): readonly (readonly [string, unknown])[] | undefined =>
  (container as Notes)[entries]

/** A number as Go's encoding/json writes a float64 (`1e+21`, `1e-7`). */
export const goNumber = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))
