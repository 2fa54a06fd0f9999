// "The field", where the document named it before, or the command below asks for it.
import type { Claim, FieldName, Subject } from './claims/claim.ts'
import { onlyLooks } from './command-kinds.ts'
import type { CommandLine } from './command-line.ts'
import { kindOf } from './instructions/objects-in.ts'
import { givenToKubectl } from './kubectl-words.ts'
import { announces } from './read-sentence.ts'
import type { ScriptCommand } from './script-command.ts'
import type { Account, Step } from './step.ts'

/** `ipMode`, `.spec.ipMode`, `ipMode: VIP`: as the API writes the names of fields. */
const fieldInCode = /`\.?((?:[a-z]\w*\.)*[a-z]+(?:[A-Z]\w*|(?=:\s))\w*)(?:(?::|=)\s?[^`]{0,80})?`/g

/**
 * Gives claims about "the field" the one that was named last before them, or else the one that the command right below asks for; where it
 * is neither, they are not read.
 */
export function nameFields(steps: readonly Step[]): void {
  const accounts = steps.flatMap((step) => step.accounts)
  const named = namedUpTo(accounts)
  for (const step of steps) {
    if (!step.actions.some((action) => action.kind === 'claim' && isThatField(action.claim))) continue
    const own = new Map(step.accounts.map((account) => [keyOf(account), account]))
    step.actions = step.actions.flatMap((action) => {
      if (action.kind !== 'claim' || !isThatField(action.claim)) return action
      const { claim } = action
      const name = named.get(keyOf(claim)) ?? askedBelow(claim, step)
      if (name !== undefined) return { kind: 'claim', claim: { ...claim, field: { name } } }
      const account = own.get(keyOf(claim))
      if (isShownBelow(claim, step)) {
        if (account !== undefined) account.as = 'introduction'
        return []
      }
      if (account !== undefined) account.as = 'not understood'
      return { kind: 'unread', what: 'statement', text: claim.text, line: claim.line }
    })
  }
}

/** The command right below a sentence that announces it. */
function commandBelow({ text, line }: Claim, step: Step): ScriptCommand | undefined {
  const at = step.accounts.findLastIndex((one) => one.line === line && one.text === text)
  const next = step.accounts[at + 1]
  const below = step.actions.find((one) => one.kind === 'command' && one.command.line > line)
  if (!announces(text) || next?.as !== 'command' || below?.kind !== 'command') return undefined
  return below.command.line === next.line ? below.command : undefined
}

/** All commands of the block below a sentence that announces it. */
function commandsBelow(claim: Claim, step: Step): ScriptCommand[] {
  const first = commandBelow(claim, step)
  if (first === undefined) return []
  const at = step.accounts.findLastIndex((one) => one.line === claim.line && one.text === claim.text) + 1
  const end = step.accounts.findIndex((one, i) => i > at && one.as !== 'command' && one.as !== 'output')
  const lines = new Set(step.accounts.slice(at, end < 0 ? undefined : end).map(({ line }) => line))
  return step.actions.flatMap((one) =>
    one.kind === 'command' && lines.has(one.command.line) ? [one.command] : [],
  )
}

/** One field of one object: `jsonpath='{.spec.trafficDistribution}'`, with or without a line break behind it. */
const jsonpathOfField =
  /^(?:-o=?|--output=)?jsonpath=['"]?\{\.((?:[a-z]\w*\.)*[a-z]\w*)\}(?:\{"\\n"\}|\\n)?['"]?$/

/** The one field that commands right below a sentence ask for. */
function askedBelow(claim: Claim, step: Step): string | undefined {
  const asked = new Set(
    commandsBelow(claim, step).flatMap(({ commands }) =>
      commands
        .flatMap((one) => givenToKubectl(one) ?? [])
        .flatMap((word) => jsonpathOfField.exec(word)?.[1] ?? []),
    ),
  )
  return asked.size === 1 ? [...asked][0] : undefined
}

/**
 * Whether a sentence that says what is there announces the command right below it, which shows an object of the kind that it speaks
 * of: what is said is compared there.
 */
function isShownBelow(claim: Claim & { kind: 'field' }, step: Step): boolean {
  const { subject, test } = claim
  const command = commandBelow(claim, step)
  if (command === undefined) return false
  const { output } = command
  if (output === undefined || !onlyLooks(command)) return false
  // Of how it was before one output tells nothing.
  const isThere =
    test.is === 'set' || (test.is === 'equals' && output.lines.some((shown) => shown.includes(test.value)))
  return isThere && subject !== undefined && asksFor(subject, command)
}

/** Whether kubectl is asked for objects of the kind that is spoken of, and for those that are named. */
function asksFor({ kind, names = [] }: Subject, { commands }: CommandLine): boolean {
  const [verb, resource, ...others] = (
    commands.map(givenToKubectl).find((one) => one !== undefined) ?? []
  ).filter(
    (word, at, words) => !word.startsWith('-') && !/^(?:-n|--namespace|--context)$/.test(words[at - 1] ?? ''),
  )
  if (kind === undefined || !/^(?:get|describe)$/.test(verb ?? '') || resource === undefined) return false
  const [type, name] = resource.split('/')
  const asked = kindOf(type!.split('.')[0]!)
  return (
    asked !== undefined &&
    asked === kindOf(kind) &&
    names.every((one) => one === name || others.includes(one))
  )
}

const isThatField = (claim: Claim): claim is Claim & { kind: 'field'; field: FieldName } =>
  claim.kind === 'field' && claim.field.that === true

const keyOf = ({ line, text }: Pick<Account, 'line' | 'text'>): string => `${line} ${text}`

/** For each sentence the one field that was named last up to it; none where that were several. */
function namedUpTo(accounts: readonly Account[]): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  let last: string | undefined
  for (const account of accounts) {
    const fields = fieldsIn(account.text)
    if (fields.size > 0) last = fields.size === 1 ? [...fields][0] : undefined
    found.set(keyOf(account), last)
  }
  return found
}

const fieldsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(fieldInCode)].map(([, name]) => name!))
