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

/** What Go says of a document that is nested too deep. */
export const tooDeep = 'exceeded max depth'

/** Whether the stack ended: the data is nested deeper than it can be followed here. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && /call stack/.test(error.message)

/** A value of the wrong type, before the place is known (encoding/json's UnmarshalTypeError). */
export class WrongType extends Error {
  /** What was found: `string`, `number 1.5`, `object`. */
  readonly found: string
  /** The Go type that was expected: `[]v1.ServicePort`. */
  readonly goType: string
  constructor(found: string, goType: string) {
    super(`json: cannot unmarshal ${found} into Go value of type ${goType}`)
    this.name = 'WrongType'
    this.found = found
    this.goType = goType
  }
}
