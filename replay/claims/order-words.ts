// Which of two things came first, as sentences say it.
import { kindAt } from './kinds.ts'

const happened = /^(?:[a-z-]+ed|made|built)$/i

/**
 * Whether words say which of two came first, which no state tells: "created after the pods".
 * @param verb before "after" or "before"; than what stands behind it, without its article
 */
export function tellsOrder(verb: string, than: readonly string[]): boolean {
  if (!happened.test(verb)) return false
  const kind = kindAt(than.map((one) => one.toLowerCase()))
  const next = kind === undefined ? undefined : than[kind.words]
  return kind !== undefined && (next === undefined || ofThem.test(next))
}
const ofThem = /^(?:of|in|with|on|named|called|`|["'])/i
