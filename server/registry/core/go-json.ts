// How Go's encoding/json reads a text that an object holds (json.Unmarshal of annotations and of secrets).
import type { Codec } from '../../../apimachinery/scheme/codec.ts'
import { DecodeError } from '../../../apimachinery/scheme/decode-error.ts'
import { parseJson } from '../../../apimachinery/scheme/parse-json.ts'
import { decodedBy } from '../../../apimachinery/scheme/plain-struct.ts'

/** The value of a text of JSON, as a codec decodes it, or the problem in Go's words. */
export function readGoJson<T>(
  text: string,
  codec: Codec,
): { readonly value: T; readonly problem?: undefined } | { readonly problem: string } {
  try {
    return { value: decodedBy(codec, parseJson(text).value) as T }
  } catch (error) {
    if (error instanceof DecodeError) return { problem: error.message }
    throw error
  }
}
