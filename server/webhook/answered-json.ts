import type { JsonValue } from '../../apimachinery/json.ts'
import { countValues, exactParseJson, isTooDeep } from '../../apimachinery/scheme/json-parser.ts'

/** Objects, lists and nulls of an answer, as of a request's body. Upstream has no bound. */
const maxValues = 200_000
/** Those of an answer that holds a whole list of objects. */
export const maxConverted = 1_000_000

/** JSON that a webhook answered with, each number as it is written. Throws Error with Go's words, and where it holds more than can be meant. */
export function answeredJson(text: string, most = maxValues): JsonValue {
  if (countValues(text, most) > most && !isTooDeep(text)) throw new Error(`json: more than ${most} values`)
  return exactParseJson(text).value
}
