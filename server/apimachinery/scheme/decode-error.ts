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
