// "This is accomplished by scaling down the Deployment, and checking that Y:", where the steps below do so.
import { type Beside, unshownIn } from './instructions/agrees.ts'
import { type Clause, clausesOf } from './instructions/clauses.ts'
import { isDoneBy } from './instructions/introduces.ts'
import { onlyAsks } from './instructions/verbs.ts'
import type { SectionCommands } from './section-commands.ts'
import { isHeading, type Part } from './section-parts.ts'

/** What stands before it, and what it is accomplished by; it ends with a colon. */
const accomplishedBy =
  /^(?:(.{1,600}?[.!?])\s+)?(this (?:is|was|can be) (?:accomplished|achieved|done|tested|verified) by ([^.]{1,400}):)\s*$/i

/** What a sentence says that the steps below do. */
export interface Accomplished {
  /** What it says before that. */
  before: string | undefined
  told: string
  acts: readonly Clause[]
  below: Beside
}

/** Undefined where a sentence says no such thing, or the steps below do not do it. */
export function accomplishedBelow(
  text: string,
  code: SectionCommands,
  rest: readonly Part[],
): Accomplished | undefined {
  const [, before, told, by] = accomplishedBy.exec(text) ?? []
  const acts = by === undefined ? [] : clausesOf(`then ${by}`)
  if (acts.length === 0) return undefined
  const end = rest.findIndex((one) => one.kind === 'prose' && isHeading(one))
  const below = { ...code.all(end < 0 ? rest : rest.slice(0, end)), told: true as const }
  const done =
    acts.every((act) => onlyAsks(act.verb) || isDoneBy(act, below.done)) &&
    unshownIn(by!, below) === undefined
  return done ? { before, told: told!, acts, below } : undefined
}
