import type { JsonValue } from '../../apimachinery/json.ts'
import { countValues } from '../../apimachinery/scheme/json-counts.ts'
import { exactParseJsonPaced, isTooDeep } from '../../apimachinery/scheme/json-parser.ts'
import { turns } from '../registry/generic/pace.ts'

/** The most that is read of an answer: objects, lists and nulls, and all values with commas in between. Upstream has no bound. */
interface Most {
  readonly nodes: number
  readonly all: number
}

/** A review holds some lists and maps of texts, each of which is decoded at one go. */
export const reviewLimits: Most = { nodes: 50_000, all: 50_000 }
/** A patch may hold what a request's body may. */
export const patchLimits: Most = { nodes: 200_000, all: 1_000_000 }
/** A conversion holds a whole list of objects. */
export const conversionLimits: Most = { nodes: 1_000_000, all: 5_000_000 }

/**
 * JSON that a webhook answered with, each number as it is written; others have their turns while it is read. Throws Error with Go's words,
 * and where it holds more than can be meant.
 */
export async function answeredJson(text: string, { nodes, all }: Most): Promise<JsonValue> {
  for (const [most, counted] of [
    [nodes, countValues(text, nodes)],
    [all, countValues(text, all, true)],
  ] as const)
    if (counted > most && !isTooDeep(text)) throw new Error(`json: more than ${most} values`)
  return (await exactParseJsonPaced(text, turns)).value
}
