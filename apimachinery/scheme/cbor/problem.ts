// Upstream: github.com/fxamacker/cbor/v2 (UnmarshalTypeError, DupMapKeyError, UnknownFieldError, UnacceptableDataItemError)
import { DecodeError } from '../decode-error.ts'

/** The words for the eight major types, by their numbers. */
export const majorTypes = [
  'positive integer',
  'negative integer',
  'byte string',
  'UTF-8 text string',
  'array',
  'map',
  'tag',
  'primitives',
] as const

/**
 * What is wrong with an item. No Error, since reading goes on after most of them and tells the first: a hostile body has many.
 * `found` and `goType`: a value of a wrong type, which the structs around it put their `field` to; otherwise a `text`.
 */
export type Problem =
  | { readonly text: string; readonly unknownField?: true }
  | { readonly found: string; readonly goType: string; readonly note?: string; readonly field?: string }

/** A value of a wrong type. `note`: what follows in brackets. */
export const wrongType = (type: number, goType: string, note?: string): Problem => ({
  found: majorTypes[type]!,
  goType,
  ...(note === undefined ? {} : { note }),
})

/** A data item of a kind that is not taken anywhere. */
export const notAccepted = (type: number, what: string): Problem => ({
  text: `cbor: data item of cbor type ${majorTypes[type]} is not accepted by protocol: ${what}`,
})

/** A key that a map has twice. `key`: as Go's %#v prints it. */
export const duplicateKey = (key: string, index: number): Problem => ({
  text: `cbor: found duplicate map key ${key} at map element index ${index}`,
})

/** A key that no field of a struct has. */
export const unknownField = (index: number): Problem => ({
  text: `cbor: found unknown field at map element index ${index}`,
  unknownField: true,
})

/** A problem of a struct's field: a wrong type is told with the outermost field that holds it. */
export const inField = (problem: Problem, field: string): Problem =>
  'text' in problem ? problem : { ...problem, field }

/** The text of a problem. */
export function problemText(problem: Problem): string {
  if ('text' in problem) return problem.text
  const { found, goType, note, field } = problem
  const into = field === undefined ? 'Go value' : `Go struct field ${field}`
  return `cbor: cannot unmarshal ${found} into ${into} of type ${goType}${note === undefined ? '' : ` (${note})`}`
}

/** The error that ends decoding. */
export const problemError = (problem: Problem): DecodeError => new DecodeError(problemText(problem))
