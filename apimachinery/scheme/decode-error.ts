/**
 * A body that cannot be decoded at all (upstream: an error of the serializer that is no strict decoding error).
 * The message is Go's, without the words that handlers put before it.
 */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DecodeError'
  }
}

/** The text of Go's error about a document that nests too deeply. */
export const tooDeep = 'exceeded max depth'

/** Whether an error is the end of the stack: the data nests deeper than recursion can follow. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && /call stack/.test(error.message)

/** A value of the wrong type, before the place is known (encoding/json's UnmarshalTypeError). */
export class WrongType extends Error {
  /** The JSON value in the place: `string`, `number 1.5`, `object`. */
  readonly found: string
  /** The Go type of the place: `[]v1.ServicePort`. */
  readonly goType: string
  constructor(found: string, goType: string) {
    super(`json: cannot unmarshal ${found} into Go value of type ${goType}`)
    this.name = 'WrongType'
    this.found = found
    this.goType = goType
  }
}

/** A wrong type whose place is known; a decoder around the one that met it tells its own place. */
export class PlacedWrongType extends DecodeError {
  readonly wrong: WrongType
  /** The names of the fields that lead to the value, outermost first. */
  readonly fields: readonly string[]
  /** @param struct Go's name of the innermost struct; undefined where the value is in none */
  constructor(wrong: WrongType, struct: string | undefined, fields: readonly string[]) {
    super(
      struct === undefined
        ? wrong.message
        : `json: cannot unmarshal ${wrong.found} into Go struct field ${struct}.${fields.join('.')} of type ${wrong.goType}`,
    )
    this.wrong = wrong
    this.fields = fields
  }
}
