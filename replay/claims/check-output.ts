// Claims about what a command printed and whether it succeeded.

import { checkWarning } from './check-warning.ts'
import type { Claim } from './claim.ts'
import { compares } from './field-test.ts'
import { countRows } from './printed-rows.ts'
import { printedStatus } from './printed-status.ts'
import { type ClaimResult, type ClaimWorld, holds, type SeenCommand, unknown } from './world.ts'

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim()
/** `A: b` of a document is `A   b` in a table, `"A": "b"` in JSON. */
const loose = (text: string): string =>
  text
    .toLowerCase()
    .replace(/["'`,:=\s]+/g, ' ')
    .trim()
const beginning = (text: string): string => {
  const [first = ''] = text.trim().split('\n')
  return first === '' ? 'nothing was printed' : `printed: ${first.slice(0, 160)}`
}

/** The command that a claim means: the one it names, else the step's last. */
function commandOf(command: string | undefined, world: ClaimWorld): SeenCommand | undefined {
  const own = world.commands.filter(({ step, text }) => step === world.step && !text.startsWith('#'))
  if (command === undefined) return own.at(-1)
  const wanted = folded(command).replace(/^sudo /, '')
  return own.findLast(({ text }) =>
    folded(text)
      .replace(/^sudo /, '')
      .includes(wanted),
  )
}

type OutputClaim = Extract<Claim, { kind: 'output' }>

/** Of what is more than it. */
const partly = /\b(?:contain|includ|mention)/i

/** Checks the output of the command that is named, or of the step's last one. */
export function checkOutput(
  { command, test, about, text: said }: OutputClaim,
  world: ClaimWorld,
): ClaimResult {
  if (test.is === 'warns') return checkWarning(test, world)
  const seen = commandOf(command, world)
  if (seen === undefined)
    return unknown(
      command === undefined
        ? 'no command of the step printed anything to look at'
        : `\`${command}\` was not run in this step`,
    )
  const text = seen.stdout + seen.stderr
  if (about !== undefined && !isAbout(about, seen))
    return unknown(`the step's last command does not look for ${about.join(' ')}`)
  switch (test.is) {
    case 'contains':
    case 'lacks': {
      const found = contains(text, test.value)
      if (!found && partly.test(said) && text.includes(test.value) && /\D/.test(test.value))
        return unknown(`"${test.value}" is only a part of a word there; ${beginning(text)}`)
      return test.is === 'contains'
        ? holds(found, beginning(text))
        : (broken(seen) ?? holds(!found, beginning(text)))
    }
    case 'empty':
      return (
        broken(seen) ??
        holds(
          seen.stdout.trim() === '' && (seen.stderr.trim() === '' || /^No resources found/.test(seen.stderr)),
          beginning(text),
        )
      )
    case 'rows': {
      const count = countRows(seen, test)
      if (typeof count === 'string') return unknown(count)
      return broken(seen) ?? holds(compares(count, test.comparison, test.number), `${count} rows`)
    }
    case 'not-empty':
      return broken(seen) ?? holds(seen.stdout.trim() !== '', beginning(seen.stdout))
  }
}

/** Silence of a command that failed says nothing; `grep` that finds nothing did not fail. */
function broken({ exitCode, stderr, text }: SeenCommand): ClaimResult | undefined {
  if (exitCode === 0 || (/\bgrep\b/.test(text) && exitCode === 1 && stderr.trim() === '')) return undefined
  return unknown(`the command failed: ${stderr.trim().split('\n')[0] ?? ''}`)
}

function contains(text: string, value: string): boolean {
  if (hasWord(text, value) || hasWord(folded(text), folded(value))) return true
  return /[:=]/.test(value) && ` ${loose(text)} `.includes(` ${loose(value)} `)
}

/** Not as a part of another word or number. */
function hasWord(text: string, value: string): boolean {
  const inWord = (c: string | undefined): boolean => c !== undefined && /\w/.test(c)
  for (let at = text.indexOf(value); at >= 0 && value !== ''; at = text.indexOf(value, at + 1)) {
    const end = at + value.length
    if (!(inWord(value[0]) && inWord(text[at - 1])) && !(inWord(value.at(-1)) && inWord(text[end])))
      return true
  }
  return false
}

/** Whether a command looks for what a sentence speaks of: a word of it is in the command or in what it found. */
function isAbout(words: readonly string[], { text, stdout }: SeenCommand): boolean {
  const plain = (one: string): string => one.toLowerCase().replace(/[^a-z0-9]/g, '')
  const said = plain(text) + plain(stdout.slice(0, 4000))
  return words.some((word) => plain(word).length > 3 && said.includes(plain(word).replace(/s$/, '')))
}

/** curl succeeds whatever a server answers. */
export const printsRefusal = ({ text, stdout }: Pick<SeenCommand, 'text' | 'stdout'>): boolean =>
  /^\s*(?:\w+=\S*\s+)*curl\s/.test(text) &&
  (/^404 page not found\s*$/.test(stdout) ||
    (/^\s*\{/.test(stdout) && /"kind": ?"Status"/.test(stdout) && /"status": ?"Failure"/.test(stdout)))

/** What commands are that do what a sentence calls so. */
const doing: readonly [RegExp, RegExp][] = [
  [/^(?:creat|apply|replac)/, /\b(?:create|apply|run|expose|replace|autoscale)\b|-X\s*POST/],
  [/^(?:delet|remov|evict)/, /\b(?:delete|drain|patch|edit|apply)\b|-X\s*(?:DELETE|POST)/],
  [/^scal/, /\b(?:scale|patch|apply|edit)\b/],
  [/^(?:label|annotat)/, /\b(?:label|annotate|patch|apply|edit)\b/],
  [
    /^/,
    /\b(?:patch|apply|edit|replace|set|label|annotate|scale|create|autoscale|taint|cordon|uncordon|drain|rollout\s+(?:restart|undo|pause|resume))\b|-X\s*(?:PUT|PATCH|POST)/,
  ],
]
function commandThat(verb: string, world: ClaimWorld): SeenCommand | undefined {
  const does = doing.find(([said]) => said.test(verb))![1]
  return world.commands.findLast(
    ({ step, text }) => step === world.step && !text.startsWith('#') && does.test(text),
  )
}

/** @param status a code of HTTP */
function answersWith(status: number, seen: SeenCommand): ClaimResult {
  const said = seen.stderr + seen.stdout
  const found = printedStatus(said)
  const failed = seen.exitCode !== 0 || printsRefusal(seen)
  if (found !== undefined) return holds(found === status, `the answer was ${found}; ${beginning(said)}`)
  if (status < 300)
    return failed
      ? unknown(`with what it was answered is not shown; ${beginning(said)}`)
      : holds(true, beginning(said))
  return failed
    ? unknown(`with what it was answered is not shown; ${beginning(said)}`)
    : holds(false, `the command succeeded; ${beginning(said)}`)
}

/** A line of pipes alone: none of its programs is a condition, or is tried again. */
const onlyPipes = (text: string): boolean =>
  /[^|]\|[^|]/.test(text) && !/\|\||&&|;|\n|(?:^|\s)!\s|\b(?:while|until|if|for)\b/.test(text)

/** What kubectl said where it failed, and a program that its output was given to did not: `kubectl apply … 2>&1 | head -1`. */
function failedInPipe({ text, exitCode, failures = [] }: SeenCommand): string | undefined {
  if (exitCode !== 0 || !onlyPipes(text)) return undefined
  return failures.find(({ program }) => program === 'kubectl')?.stderr
}

type ExitClaim = Extract<Claim, { kind: 'exit' }>

/** Reasons of the API that clients tell by the message alone: `configmaps "a" already exists`. */
const reasonTexts: Readonly<Record<string, RegExp>> = {
  AlreadyExists: /\balready exists$/m,
  NotFound: /" not found$/m,
  Forbidden: /\bis forbidden: /,
  Invalid: /\bis invalid: /,
  Conflict: /\bthe object has been modified\b/,
}
const saysReason = (said: string, reason: string): boolean =>
  Object.hasOwn(reasonTexts, reason) && reasonTexts[reason]!.test(said)

/** Checks whether a command succeeded or was refused, and with which status or message. */
export function checkExit(claim: ExitClaim, world: ClaimWorld): ClaimResult {
  const { command, fails, message, verb, status, code } = claim
  const seen = verb === undefined ? commandOf(command, world) : commandThat(verb, world)
  if (seen === undefined)
    return unknown(
      verb !== undefined
        ? `no command of the step is one for ${verb}`
        : command === undefined
          ? 'the step has no command'
          : `\`${command}\` was not run in this step`,
    )
  const within = failedInPipe(seen)
  const said = (within ?? '') + seen.stderr + seen.stdout
  if (status !== undefined) return answersWith(status, seen)
  if (code !== undefined)
    return holds(seen.exitCode === code, `exit code ${seen.exitCode}; ${beginning(said)}`)
  const refused = printsRefusal(seen) || within !== undefined
  const failed = seen.exitCode !== 0 || refused
  const saw = refused
    ? `the server refused it; ${beginning(said)}`
    : failed
      ? `exit code ${seen.exitCode}; ${beginning(said)}`
      : `the command succeeded; ${beginning(said)}`
  if (fails !== failed) return holds(false, saw)
  return holds(message === undefined || contains(said, message) || saysReason(said, message), saw)
}
