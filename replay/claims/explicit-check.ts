// Checks that authors write in comments, which readers of the rendered document do not see:
// <!-- kepsim: kubectl get job j -o jsonpath='{.status.failedIndexes}' == "0" -->
import { InputError } from '../input-error.ts'
import type { Comparison } from './claim.ts'
import { unquote } from './field-in-text.ts'
import { compares } from './field-test.ts'
import { type Glob, globFits, readGlob } from './glob.ts'
import { type ClaimResult, holds, unknown } from './world.ts'

/** What must be so of the command's stdout, without line breaks at its end, or of its exit code. */
export type ExplicitTest =
  | { is: 'equals' | 'differs' | 'contains' | 'lacks'; value: string }
  | { is: 'matches'; glob: Glob; pattern: string }
  | { is: 'empty' | 'not-empty' | 'succeeds' }
  | { is: 'fails'; message?: string }
  | { is: 'compares'; comparison: Comparison; number: number }

/** A check in a comment of the document, which readers do not see. */
export interface ExplicitCheck {
  /** A command line, to be run as one of the document's. */
  command: string
  test: ExplicitTest
  line: number
  /** As written, without the comment's marks. */
  text: string
}

const ours = /^\s*<!--\s*kepsim\s*:\s*([\s\S]*?)\s*-->\s*$/
const begun = /^\s*<!--\s*kepsim\b/
/** What is said to kepsim otherwise. */
const otherWords = /^(?:skip|output|allow|clock|cluster)(?![\w./-])/
const howTo =
  'write COMMAND OPERATOR VALUE, as in <!-- kepsim: kubectl get pod p -o jsonpath=\'{.status.phase}\' == "Running" -->; operators: ==, !=, <, <=, >, >=, contains, does not contain, matches (with * and ?), is empty, is not empty, succeeds, fails, fails with'

/** Undefined: a comment that is no check. Throws {@link InputError} for one to kepsim that cannot be read. */
export function readExplicitCheck(comment: string, line: number): ExplicitCheck | undefined {
  if (!begun.test(comment)) return undefined
  const text = ours.exec(comment)?.[1]?.replace(/\s+/g, ' ')
  if (text !== undefined && otherWords.test(text)) return undefined
  const found = text === undefined || text === '' ? undefined : split(text)
  if (found === undefined) throw new InputError('', line, `"${text ?? comment.trim()}" is no check: ${howTo}`)
  return { ...found, line, text: text! }
}

type Operator = (value: string) => ExplicitTest | undefined
const text =
  (is: 'equals' | 'differs' | 'contains' | 'lacks'): Operator =>
  (value) =>
    value === '' ? undefined : { is, value: unquote(value) }
const numeric =
  (comparison: Comparison): Operator =>
  (value) =>
    /^-?\d+(?:\.\d+)?$/.test(unquote(value))
      ? { is: 'compares', comparison, number: Number(unquote(value)) }
      : undefined
const alone =
  (is: 'empty' | 'not-empty' | 'succeeds'): Operator =>
  (value) =>
    value === '' ? { is } : undefined

/** Longer ones first, so that `is not empty` is no `is empty`. */
const operators: readonly [string, Operator][] = [
  ['does not contain', text('lacks')],
  ['is not empty', alone('not-empty')],
  ['is empty', alone('empty')],
  ['fails with', (value) => (value === '' ? undefined : { is: 'fails', message: unquote(value) })],
  ['contains', text('contains')],
  ['matches', (value) => (value === '' ? undefined : globTest(unquote(value)))],
  ['succeeds', alone('succeeds')],
  ['fails', (value) => (value === '' ? { is: 'fails' } : undefined)],
  ['==', text('equals')],
  ['!=', text('differs')],
  ['<=', numeric('<=')],
  ['>=', numeric('>=')],
  ['<', numeric('<')],
  ['>', numeric('>')],
]
const globTest = (pattern: string): ExplicitTest => ({ is: 'matches', glob: readGlob(pattern), pattern })

/** The last operator that stands outside of quotes, between blanks, and whose value can be read. */
function split(text: string): { command: string; test: ExplicitTest } | undefined {
  const quoted = quotedPlaces(text)
  for (let at = text.length - 1; at > 0; at--) {
    if (quoted[at] || text[at - 1] !== ' ') continue
    for (const [word, operator] of operators) {
      if (!text.startsWith(word, at) || !/^(?:\s|$)/.test(text.slice(at + word.length))) continue
      const value = text.slice(at + word.length).trim()
      if (value !== '' && !isOneValue(value)) continue
      const test = operator(value)
      const command = text.slice(0, at).trim()
      if (test !== undefined && command !== '') return { command, test }
    }
  }
  return undefined
}
/** Quoted as a whole, or one word. */
const isOneValue = (value: string): boolean => /^"[^"]*"$|^'[^']*'$|^[^\s"']+$/.test(value)

function quotedPlaces(text: string): boolean[] {
  let quote = ''
  return [...text].map((c) => {
    if (quote !== '') {
      if (c === quote) quote = ''
      return true
    }
    if (c === '"' || c === "'") quote = c
    return quote !== ''
  })
}

/** The result of an explicit check's command. */
export interface CheckedOutput {
  stdout: string
  stderr: string
  exitCode: number
}

/** What the command gave against what must be; a command that failed is compared only where failing is asked for. */
export function judgeExplicit(
  { test }: ExplicitCheck,
  { stdout, stderr, exitCode }: CheckedOutput,
): ClaimResult {
  const said = (stderr + stdout).trim()
  const saw =
    exitCode === 0
      ? stdout.trim() === ''
        ? 'nothing was printed'
        : stdout.trim().slice(0, 300)
      : `exit code ${exitCode}: ${said.slice(0, 300)}`
  if (test.is === 'fails')
    return holds(exitCode !== 0 && (test.message === undefined || said.includes(test.message)), saw)
  if (test.is === 'succeeds') return holds(exitCode === 0, saw)
  if (exitCode !== 0 && !(exitCode === 1 && said === '')) return holds(false, saw)
  return judgeText(test, stdout.replace(/\n+$/, ''), saw)
}

function judgeText(test: Exclude<ExplicitTest, { is: 'fails' }>, found: string, saw: string): ClaimResult {
  switch (test.is) {
    case 'equals':
      return holds(isText(found, test.value), saw)
    case 'differs':
      return holds(!isText(found, test.value), saw)
    case 'contains':
      return holds(found.includes(test.value), saw)
    case 'lacks':
      return holds(!found.includes(test.value), saw)
    case 'matches':
      return holds(globFits(test.glob, found), saw)
    case 'empty':
      return holds(found.trim() === '', saw)
    case 'not-empty':
      return holds(found.trim() !== '', saw)
    case 'compares': {
      const number = Number(unquote(found.trim()))
      return found.trim() === '' || Number.isNaN(number)
        ? holds(false, `${saw} (not a number)`)
        : holds(compares(number, test.comparison, test.number), saw)
    }
    case 'succeeds':
      return unknown('nothing is compared')
  }
}

/** As printed, or as `jq` prints a text: in quotes. */
const isText = (found: string, wanted: string): boolean =>
  found.trim() === wanted.trim() || unquote(found.trim()) === wanted.trim()
