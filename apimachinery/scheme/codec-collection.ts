import { goJsonKind } from '../go-json-kind.ts'
import { getOwn, setOwn } from '../json.ts'
import { type Codec, type Frame, saveError, saveStrictError, settledAt } from './codec.ts'
import { WrongType } from './decode-error.ts'
import { notedEntries, noteLiteral } from './number-literal.ts'

/** Decodes a pointer: null is nil, any other value its target. */
export function pointerCodec(inner: Codec): Codec {
  return {
    decode: (value, state, frame) => (value === null ? null : inner.decode(value, state, frame)),
    zero: () => null,
    isEmpty: (encoded) => encoded === null,
    isZero: (encoded) => encoded === null,
  }
}

const emptyList = (encoded: unknown): boolean => encoded === null || (encoded as unknown[]).length === 0

/** Decodes a Go slice. `goType` is its name in the error for a value that is no list; null stays null. */
export function sliceCodec(goType: string, element: Codec): Codec {
  return {
    decode(value, state, parent) {
      if (value === null) return null
      if (!Array.isArray(value)) {
        saveError(state, () => new WrongType(goJsonKind(value), goType), parent)
        return null
      }
      const settled = settledAt(state, parent)
      if (value === settled) return value
      const frame: Frame = { parent, struct: undefined, container: value, settled, key: 0, embedded: '' }
      const out: unknown[] = new Array(value.length)
      for (let i = 0; i < value.length; i++) {
        frame.key = i
        out[i] = element.decode(value[i], state, frame)
      }
      return out
    },
    zero: () => null,
    isEmpty: emptyList,
    isZero: (encoded) => encoded === null,
  }
}

const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isSorted(keys: readonly string[]): boolean {
  for (let i = 1; i < keys.length; i++) if (keys[i - 1]! > keys[i]!) return false
  return true
}

/** Large maps that were decoded: to look for their keys again takes as long as to read them. */
const filled = new WeakSet<object>()
const largeMap = 1000

function filledOrNot<T extends object>(map: T, keys: number): T {
  if (keys >= largeMap) filled.add(map)
  return map
}

function noteWritten(out: Record<string, unknown>, given: unknown, element: Codec, frame: Frame): void {
  if (element.written === undefined || given === null) return
  const [text, shown] = [element.written(given, frame), getOwn(out, frame.key as string)]
  if (text !== shown) noteLiteral(out, frame.key, text)
}

/** map[string]T; keys come out sorted, as Go encodes them. */
export function mapCodec(goType: string, element: Codec): Codec {
  return {
    decode(value, state, parent) {
      if (value === null) return null
      if (!isPlainObject(value)) {
        saveError(state, () => new WrongType(goJsonKind(value), goType), parent)
        return null
      }
      const settled = settledAt(state, parent)
      if (value === settled) return value
      const frame: Frame = { parent, struct: undefined, container: value, settled, key: '', embedded: '' }
      const noted = notedEntries(value)
      const keys = noted === undefined ? Object.keys(value) : undefined
      const out: Record<string, unknown> = {}
      if (keys !== undefined && isSorted(keys)) {
        for (const key of keys) {
          frame.key = key
          setOwn(out, key, element.decode(value[key], state, frame))
          noteWritten(out, value[key], element, frame)
        }
        return filledOrNot(out, keys.length)
      }
      const all = new Map<string, unknown>()
      for (const [key, item] of noted ?? Object.entries(value)) {
        if (all.has(key)) saveStrictError(state, 'duplicate', key, parent)
        frame.key = key
        all.set(key, element.decode(item, state, frame))
      }
      for (const key of [...all.keys()].sort(byCodePoint)) {
        setOwn(out, key, all.get(key))
        frame.key = key
        noteWritten(out, value[key], element, frame)
      }
      return filledOrNot(out, all.size)
    },
    zero: () => null,
    isEmpty: (encoded) =>
      encoded === null || (!filled.has(encoded as object) && Object.keys(encoded as object).length === 0),
    isZero: (encoded) => encoded === null,
  }
}
