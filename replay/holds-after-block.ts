// What a sentence claims before a block of commands: is it so where it stands, or once they have run?
import type { Claim } from './claims/claim.ts'
import { entryOfKind } from './claims/kinds.ts'
import { leavesAll, startsCluster } from './command-kinds.ts'
import { commandLine } from './command-line.ts'
import { isDoneBelow } from './done-before.ts'
import { announces, isAwaitedBelow } from './read-sentence.ts'
import type { Following } from './section-commands.ts'
import type { Step } from './step.ts'

/** Whether a claim of a sentence that commands follow is about what they leave. @param above the steps up to the sentence */
export const holdsAfterBlock = (
  claim: Claim,
  text: string,
  following: Following,
  above: readonly Step[],
): boolean =>
  following.commands.length > 0 &&
  (isOfOutput(claim) ||
    (announces(text) &&
      (!following.changes ||
        isDoneBelow(text, following.commands) ||
        asksForIt.test(text) ||
        isAwaitedBelow(text, following.commands) ||
        isOfMadeBelow(claim, following, above) ||
        isOfKindMadeBelow(claim, following, above))))

/** "Check that nothing is printed:" before the commands that print. */
const isOfOutput = (claim: Claim): boolean =>
  claim.kind === 'traffic' ||
  ((claim.kind === 'output' || claim.kind === 'exit') && claim.command === undefined)

/** "Check that the pods are running:", "Now the pods are running:" before what does it; else a sentence says what is so where it stands. */
const asksForIt =
  /\b(?:verify|verifies|check|confirm|validate|ensure|make sure|assert|observe|see|expect(?:ed|s)?|should|will|must|now|then)\b|^\W*(?:after|by)\s\w+ing\b/i

/** "The Pod `b` does not have it:", where only the commands below know of a `b`. */
function isOfMadeBelow(claim: Claim, { commands }: Following, above: readonly Step[]): boolean {
  const names = 'subject' in claim ? (claim.subject?.names ?? []) : []
  const before = above.flatMap(({ actions }) =>
    actions.flatMap((action) => (action.kind === 'command' ? [action.command.text] : [])),
  )
  const made = commands.findIndex((command) => /\b(?:create|apply|run|expose)\b/.test(command))
  return (
    made >= 0 &&
    names.length > 0 &&
    !isOfAbsence(claim) &&
    names.every((name) => firstThatNames(before, name) < 0 && firstThatNames(commands, name) >= made)
  )
}

/** "The budget demands that …:", where only the commands below make a budget. */
function isOfKindMadeBelow(claim: Claim, { commands }: Following, above: readonly Step[]): boolean {
  const { kind, names } = ('subject' in claim ? claim.subject : undefined) ?? {}
  const entry = kind === undefined ? undefined : entryOfKind(kind)
  if (entry === undefined || names !== undefined || isOfAbsence(claim) || comesOfOthers.test(entry.kind))
    return false
  const words = [entry.kind, entry.resource.split('.')[0]!, ...entry.shortNames].join('|')
  const makes = new RegExp(`\\bcreate\\s+(?:${words})\\b|^\\s*["']?kind["']?:\\s*["']?${entry.kind}\\b`, 'im')
  return commands.some((command) => makes.test(command)) && !textsOf(above).some((text) => makes.test(text))
}
const comesOfOthers = /^(?:Pod|ReplicaSet|EndpointSlice|Node|Event)$/

/** What steps type and what files they have. */
const textsOf = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ actions }) =>
    actions.flatMap((one) =>
      one.kind === 'command'
        ? [one.command.text]
        : one.kind === 'manifest'
          ? [one.text]
          : one.kind === 'file'
            ? [one.content]
            : [],
    ),
  )

/** "There is no Pod `b` yet:" is so until it is made. */
const isOfAbsence = (claim: Claim): boolean =>
  (claim.kind === 'count' && claim.comparison === '==' && claim.number === 0) ||
  (claim.kind === 'state' && (claim.negated ? claim.state === 'existing' : claim.state === 'deleted'))

const firstThatNames = (commands: readonly string[], name: string): number =>
  commands.findIndex((text) => text.split(/[^\w.-]+/).includes(name))

const changesIt =
  /^\W*(?:(?:then|now|next|and|we|you)\b,?\s*)*(?:change|patch|scale|delete|remove|update|edit|set|label|annotate|increase|decrease|raise|lower|replace)\b/i
/** Whether a sentence right before a block is of what the block does: "The value is 2. Change it to 5:" is so before. @param after what stands between */
const isOfBlock = (after: readonly { text: string }[], { commands }: Following): boolean =>
  commands.length > 0 && !after.some(({ text }) => changesIt.test(text))

/** "The pod is still gated. After the gate is removed, the pod is scheduled:" */
const afterAct =
  /^\W*(?:then,?\s+|but\s+|and\s+)?(?:after|once|when|as soon as)\s(?:(?:the|its?|they|that|this|both|all|`)[^,:]*?\s(?:is|are|was|were|has been|have been)\s[a-z-]+(?:ed|en|ilt|un)\b|(?:re-?)?[a-z]{3,}ing\s)[^,:]*,/i

/**
 * The command below that does what a later sentence of a paragraph comes after: what is said before that sentence is so before it.
 * @param after the sentences between a claim and the block
 */
function actAfter(after: readonly { text: string }[], { commands }: Following): string | undefined {
  if (!after.some(({ text }) => afterAct.test(text))) return undefined
  const typed = commands.map(commandLine)
  const at = typed.findLastIndex((command) => !leavesAll(command))
  return at < 1 || startsCluster(typed[at]!) ? undefined : commands[at]
}

/**
 * The command before which is so what a sentence says to be still so: "With v1.32.0 the Secret is still there:", above a block that
 * starts a cluster and then does something to it.
 */
export function stillSoBefore(
  claim: Claim,
  text: string,
  following: Following,
  above: readonly Step[],
): { before: string } | undefined {
  if (!/\bstill\b/i.test(text) || !announces(text) || isOfMadeBelow(claim, following, above)) return undefined
  const typed = following.commands.map(commandLine)
  const start = typed.findLastIndex(startsCluster)
  const act = typed.findIndex((command, at) => at > start && !leavesAll(command))
  return start < 0 || act < 0 ? undefined : { before: following.commands[act]! }
}

/** When it holds what a sentence says that begins a step: at its end, before its block, or before a command of it. @param after as isOfBlock has it */
export const whenHeld = (
  after: readonly { text: string }[],
  following: Following,
): boolean | { before: string } => {
  const before = actAfter(after, following)
  return before === undefined ? isOfBlock(after, following) : { before }
}
