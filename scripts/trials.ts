// Variants of a document, held against reality in the replay of the document itself.
import { speaksOfWarnings } from '../replay/claims/telling.ts'
import { type Outcome, worstOf } from '../replay/outcome.ts'
import type { Action, Step } from '../replay/step.ts'

/** A document with a change. */
export interface Variant {
  text: string
  /** Where a line of the document is in it: that many more from line `from` on. */
  from: number
  more: number
}

type Judge = (other: Action) => Promise<Outcome | undefined>

/** The outcomes of variants of a document, judged while the document itself is replayed. */
export interface Trials {
  /** In the order of the variants; null: only a replay of it tells. */
  outcomes: (Outcome | null)[]
  after(action: Action, outcomeWith: Judge): Promise<void>
}

/** What is judged after an action of the document. */
interface Trial {
  variant: number
  others: Action[]
  /** The titles say something else as well, which is held against what is started. */
  isTitled: boolean
}

/** The trials of variants of a document. @param read the steps of a text; throws for one that cannot be read */
export function trialsOf(
  steps: readonly Step[],
  variants: readonly Variant[],
  read: (text: string) => readonly Step[],
): Trials {
  const outcomes: (Outcome | null)[] = variants.map(() => null)
  const trials = new Map<Action, Trial[]>()
  const own = actionsOf(steps)
  for (const [i, variant] of variants.entries()) {
    const found = stepsIn(variant, read)
    if (found === 'unreadable') outcomes[i] = 'not checked'
    else if (found.length === steps.length && warnAlike(found, steps)) {
      const changed = changedIn(own, actionsOf(found), variant)
      // What is started may go by a title.
      if (changed === undefined) outcomes[i] = haveSameTitles(found, steps) ? 'passed' : null
      else if (changed.last !== undefined && changed.others.every(isJudged))
        trials.set(changed.last, [
          ...(trials.get(changed.last) ?? []),
          { variant: i, others: changed.others, isTitled: !haveSameTitles(found, steps) },
        ])
    }
  }
  return {
    outcomes,
    after: async (action, outcomeWith) => {
      for (const { variant, others, isTitled } of trials.get(action) ?? []) {
        const outcome = await worst(others, outcomeWith)
        outcomes[variant] = isTitled && outcome === 'passed' ? null : outcome
      }
    },
  }
}

const actionsOf = (steps: readonly Step[]): Action[] => steps.flatMap(({ actions }) => actions)
const isJudged = ({ kind }: Action): boolean => ['claim', 'check', 'unread', 'command'].includes(kind)

function stepsIn({ text }: Variant, read: (text: string) => readonly Step[]): readonly Step[] | 'unreadable' {
  try {
    return read(text)
  } catch {
    return 'unreadable'
  }
}

const haveSameTitles = (some: readonly Step[], others: readonly Step[]): boolean =>
  some.every(({ title }, i) => title === others[i]!.title)

/** What a step's prose tells of warnings decides what outputs are held against, whatever its actions are. */
const warnAlike = (some: readonly Step[], others: readonly Step[]): boolean =>
  some.every((one, i) => tellsOfWarnings(one) === tellsOfWarnings(others[i]!))
const tellsOfWarnings = ({ title, accounts }: Step): boolean =>
  [title, ...accounts.flatMap(({ as, text }) => (as === 'command' || as === 'output' ? [] : text))].some(
    speaksOfWarnings,
  )

async function worst(others: readonly Action[], outcomeWith: Judge): Promise<Outcome | null> {
  const found: (Outcome | undefined)[] = []
  for (const other of others) found.push(await outcomeWith(other))
  const told = worstOf(found.filter((one) => one !== undefined))
  return told === 'passed' && found.includes(undefined) ? null : told
}

/**
 * The actions that a variant has in the place of others, and after which of the document's own they are judged; undefined where it
 * has the same.
 */
function changedIn(
  own: readonly Action[],
  others: readonly Action[],
  variant: Variant,
): { last: Action | undefined; others: Action[] } | undefined {
  const a = own.map((one) => JSON.stringify(one, movedBy(variant)))
  const b = others.map((one) => JSON.stringify(one))
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const left = own.slice(start, own.length - end)
  const came = others.slice(start, others.length - end)
  if (left.length === 0 && came.length === 0) return undefined
  const does = left.some((one) => !isJudged(one) || one.kind === 'command')
  // A command that is another one has another course.
  if (does && !(left.length === came.length && left.every((one, i) => isSameCommand(one, came[i]!))))
    return { last: undefined, others: came }
  return { last: own[Math.max(start, own.length - end - 1)], others: came }
}

const movedBy =
  ({ from, more }: Variant) =>
  (key: string, value: unknown): unknown =>
    key === 'line' && typeof value === 'number' && value >= from ? value + more : value

const isSameCommand = (one: Action, other: Action): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'command' || other.kind !== 'command' || one.command.text === other.command.text)
