// What is left to do with the steps of a section once all of it has been read.
import { withResultsAtSteps } from './after-steps.ts'
import type { Document } from './document.ts'
import { supplyFiles } from './document-files.ts'
import { type Terms, termsOf } from './instructions/components-in.ts'
import { mergeStarts } from './instructions/merge-starts.ts'
import { nameFields } from './named-fields.ts'
import { placeObjects } from './objects-order.ts'
import { joinSessions } from './sessions.ts'
import { ShownFiles } from './shown-files.ts'
import { commandsOf, type Step } from './step.ts'
import { isToLookAt } from './test-told.ts'

/** A document with what all of its sections ask for, so that it is found once. */
export interface ReadDocument extends Document {
  terms?: Terms
  shown?: ShownFiles
}

/** For sections of a document that are read one after the other. */
export const readOnce = (document: Document): ReadDocument => ({
  ...document,
  terms: termsOf(document.source),
  shown: new ShownFiles(document, document.beside),
})

/** The steps with their files, sessions and objects in place; empty where there is nothing to do. Changes the steps in place. */
export function finishedSteps(read: readonly Step[], document: ReadDocument): Step[] {
  mergeStarts(read)
  nameFields(read)
  const steps = withResultsAtSteps(withoutPreamble(withoutEmpty(read)))
  if (!steps.some(doesSomething)) return []
  const files = document.shown ?? new ShownFiles(document, document.beside)
  const commands = steps.flatMap(commandsOf)
  for (const { path, line } of supplyFiles(steps, files)) {
    const reader = commands.find((command) => command.line === line)
    if (reader !== undefined) reader.missing = files.missing(path)
  }
  joinSessions(commands)
  placeObjects(steps)
  for (const step of steps) step.actions.sort((a, b) => Number(awaitsEnd(a)) - Number(awaitsEnd(b)))
  return steps
}

/** What comes only when something has ended is looked at last: what is said of the time before would not be so any more. */
const awaitsEnd = (action: Step['actions'][number]): boolean =>
  action.kind === 'claim' && action.claim.kind === 'replacement' && action.claim.created === 'after'

/** What is said in a step without anything to do belongs to the next one, and so does its number. */
function withoutEmpty(steps: readonly Step[]): Step[] {
  let left: Pick<Step, 'number' | 'accounts'> = { number: '', accounts: [] }
  return steps.flatMap((step) => {
    const accounts = [...left.accounts, ...step.accounts]
    const number = step.number === '' ? left.number : step.number
    const empty = step.actions.length === 0
    left = empty ? { number, accounts } : { number: '', accounts: [] }
    return empty ? [] : [{ ...step, number, accounts }]
  })
}

/** Statements before anything is done tell what it is all about; of those on a feature or a release the report tells. */
function withoutPreamble(steps: readonly Step[]): Step[] {
  const first = steps.findIndex(({ actions }) => actions.some((action) => action.kind !== 'unread'))
  const before = steps.slice(0, first < 0 ? steps.length : first)
  const told = before.findLastIndex(doesSomething)
  const left = before.slice(told + 1)
  const preamble = left.flatMap(({ accounts }) => accounts)
  const rest = [...steps.slice(0, told + 1), ...steps.slice(before.length)]
  const unread = left
    .flatMap(({ actions }) => actions)
    .filter((one) => one.kind === 'unread' && isToLookAt(one.text))
  for (const account of preamble)
    if (account.as !== 'not understood' || !isToLookAt(account.text)) account.as = 'context'
  rest[told + 1]?.accounts.unshift(...preamble)
  rest[told + 1]?.actions.unshift(...unread)
  return rest
}

/** A file alone, or a statement about the whole test, is nothing to do. */
const doesSomething = ({ actions }: Step): boolean =>
  actions.some(
    (a) => a.kind !== 'file' && a.kind !== 'claim' && !(a.kind === 'unread' && a.what === 'statement'),
  )
