// Upstream: sigs.k8s.io/json (decode.go, kubernetes_patch.go): how errors name the place
import { goQuote } from '../field-error.ts'
import { type DecodeError, PlacedWrongType, WrongType } from './decode-error.ts'

/** The place of the decoder: a frame for each struct, list or map around the value, the innermost first. */
export interface Frame {
  readonly parent: Frame | undefined
  /** Go's name of the struct; undefined for lists and maps. */
  readonly struct: string | undefined
  /** The JSON object or list; the parser's notes on numbers hang on it. */
  readonly container: object
  /** The part of a decoded object in the place of the container; see {@link DecodeState.settled}. */
  readonly settled: unknown
  /** The field's name, the map's key or the list's index that is decoded now. */
  key: string | number
  /** Go's names of the embedded structs that hold the field, as `Handler.`. */
  embedded: string
}

/** The errors that a decoding collects. */
export interface DecodeState {
  /** From 1.35 on, error texts name embedded structs. */
  readonly namesEmbedded: boolean
  /** The first wrong type; decoding goes on after it, as upstream's does. */
  error: DecodeError | undefined
  /** Whether fields that were given empty are noted with the struct that leaves them out. */
  readonly notesEmpty: boolean
  /** A decoded object of the type: where the data shares a part with it, that part is kept, as it would come out the same. */
  readonly settled?: unknown
  /** Unknown and duplicate fields, in the document's order, without repetition, 100 at most; undefined: none. */
  strictErrors: Set<string> | undefined
}

/** Decodes one Go type from JSON data and gives the JSON that the Go value would be encoded to. */
export interface Codec {
  decode(value: unknown, state: DecodeState, frame: Frame | undefined): unknown
  /** The JSON of Go's zero value; a new object each time. */
  zero(): unknown
  /** Whether omitempty leaves out the encoded value. */
  isEmpty(encoded: unknown): boolean
  /** Whether omitzero leaves out the encoded value. */
  isZero(encoded: unknown): boolean
  /** The text that a value was written with: maps note it where it comes out as another one. Undefined: it says no more than the value. */
  written?(value: unknown, frame: Frame | undefined): string
}

/** What the decoded object has where a frame stands now. What a key such as `__proto__` finds in a prototype is no part of any data. */
export const settledAt = (state: DecodeState, parent: Frame | undefined): unknown =>
  parent === undefined ? state.settled : (parent.settled as Record<string, unknown> | undefined)?.[parent.key]

const maxStrictErrors = 100

/** `spec.ports[0].name`: the path that unknown and duplicate fields are reported with. */
function strictPath(frame: Frame | undefined): string {
  if (frame === undefined) return ''
  const before = strictPath(frame.parent)
  if (typeof frame.key === 'number') return `${before}[${frame.key}]`
  return before === '' ? frame.key : `${before}.${frame.key}`
}

/** Notes an unknown or duplicate field, of which the first 100 are told. `frame`: the struct that has it. */
export function saveStrictError(
  state: DecodeState,
  what: 'unknown' | 'duplicate',
  name: string,
  frame: Frame | undefined,
): void {
  state.strictErrors ??= new Set()
  if (state.strictErrors.size >= maxStrictErrors) return
  const path = frame === undefined ? '' : strictPath(frame)
  state.strictErrors.add(`${what} field ${goQuote(path === '' ? name : `${path}.${name}`)}`)
}

/** Adds struct and field to a wrong type; list indexes and map keys are not named. `inner`: fields below the place, told by a decoder of its own. */
function withPlace(
  error: WrongType,
  state: DecodeState,
  frame: Frame | undefined,
  inner: readonly string[] = [],
): PlacedWrongType {
  let struct: string | undefined
  const fields: string[] = []
  for (let f = frame; f !== undefined; f = f.parent) {
    if (f.struct === undefined) continue
    struct ??= f.struct
    fields.unshift(state.namesEmbedded ? `${f.embedded}${f.key}` : String(f.key))
  }
  return new PlacedWrongType(error, struct, state.namesEmbedded ? [...fields, ...inner] : fields)
}

/** Keeps the first error and lets decoding go on. `make`: a body may have a hundred thousand more, which nobody is told. */
export function saveError(
  state: DecodeState,
  make: () => WrongType | DecodeError,
  frame: Frame | undefined,
): void {
  state.error ??= placed(make(), state, frame)
}

function placed(error: WrongType | DecodeError, state: DecodeState, frame: Frame | undefined): DecodeError {
  if (error instanceof WrongType) return withPlace(error, state, frame)
  // Of a nested json.Unmarshal: the struct and the fields around it replace its own, or from 1.35 on stand before them.
  if (error instanceof PlacedWrongType && frame !== undefined)
    return withPlace(error.wrong, state, frame, error.fields)
  return error
}

/** Ends decoding at once, as an error of a type's own UnmarshalJSON does, also where an earlier error was kept. */
export function fail(state: DecodeState, error: WrongType | DecodeError, frame: Frame | undefined): never {
  throw placed(error, state, frame)
}
