// How Go's encoding/json reads a text that an object holds (json.Unmarshal of annotations and of secrets).
import { goJsonKind } from '../../../apimachinery/go-json-kind.ts'
import { DecodeError } from '../../../apimachinery/scheme/decode-error.ts'
import { parseJson } from '../../../apimachinery/scheme/parse-json.ts'

const shapes = {
  object: (value: unknown) => typeof value === 'object' && !Array.isArray(value),
  array: Array.isArray,
}

/**
 * The value of a text of JSON, undefined for null, or the problem in Go's words.
 * `goType`: the type that Go reads, told where the value is not the `shape` that the type has. Deviates: does not look deeper.
 */
export function readGoJson<T>(
  text: string,
  goType: string,
  shape: keyof typeof shapes,
): { readonly value: T | undefined; readonly problem?: undefined } | { readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: goJsonSyntaxError(text) }
  }
  if (value === null) return { value: undefined }
  if (shapes[shape](value)) return { value: value as T }
  return { problem: `json: cannot unmarshal ${goJsonKind(value)} into Go value of type ${goType}` }
}

/** The words of Go on a text that is no JSON. */
export function goJsonSyntaxError(text: string): string {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
  return 'unexpected end of JSON input'
}
