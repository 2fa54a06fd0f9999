import { goJsonKind } from '../../../apimachinery/go-json-kind.ts'
import { DecodeError } from '../../../apimachinery/scheme/decode-error.ts'
import { parseJson } from '../../../apimachinery/scheme/parse-json.ts'

/** What Go's encoding/json says of a text that is no JSON object; undefined where it is one (or null). Upstream: encoding/json */
export function goJsonObjectError(text: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return goJsonSyntaxError(text)
  }
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined
  return `json: cannot unmarshal ${goJsonKind(value)} into Go value of type map[string]interface {}`
}

/** What Go says of a text that is no JSON. */
export function goJsonSyntaxError(text: string): string {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
  return 'unexpected end of JSON input'
}
