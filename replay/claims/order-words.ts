// Which of two things came first, as sentences say it.
import { kindAt } from './kinds.ts'

const happened = /^(?:[a-z-]+ed|made|built|ready|running|available|bound|pending)$/i
/** What says that something became of them: then it is no other thing, but an event. */
const verb = /^(?:is|are|was|were|has|have|had|been|being|got|gets|did|does|can|[a-z]+ed|[a-z]{3,}[^s]s)$/
const before = /^(?:other|others|first|second|third|last|old|new|all|both|same|[a-z]+-[a-z]+)$/i

/**
 * Whether words say which of two came first, which no state tells: "created after the pods".
 * @param done before "after" or "before"; than what stands behind it, without its article; named whether something in it is a name
 */
export function tellsOrder(done: string, than: readonly string[], named = false): boolean {
  if (!happened.test(done)) return false
  const skipped = before.test(than[0] ?? '') ? 1 : 0
  const kind = kindAt(than.slice(skipped).map((one) => one.toLowerCase()))
  const [next, ...others] = kind === undefined ? than : than.slice(skipped + kind.words)
  if (kind === undefined) return named && !than.some((one) => verb.test(one))
  return next === undefined || ofThem.test(next) || (named && others.length === 0 && !verb.test(next))
}
const ofThem = /^(?:of|in|with|on|named|called|`|["'])/i
