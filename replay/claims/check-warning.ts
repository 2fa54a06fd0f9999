// Whether commands of a step warned, as kubectl tells what the API or it itself warns of, and curl shows the header.
import { commandLine } from '../command-line.ts'
import { isKnownAs } from '../programs/programs.ts'
import type { OutputTest, WarningPart } from './claim.ts'
import { type ClaimResult, type ClaimWorld, holds, type SeenCommand, unknown } from './world.ts'

/** As kubectl prints it, as a header of HTTP, as kubeadm does. */
const warning = /^\s*(?:[<>]\s*)?warning: |^\s*\[WARNING\b/i
const warningsOf = ({ stdout, stderr }: SeenCommand): string[] =>
  (stdout + stderr).split('\n').filter((line) => warning.test(line))

/** What a command types, without what quotes and here-documents hold. */
function typedIn({ text }: SeenCommand): string {
  const at = text.indexOf('<<')
  const end = at < 0 ? -1 : text.indexOf('\n', at)
  return (end < 0 ? text : text.slice(0, end)).replace(/'[^']*'|"[^"]*"/g, 'x')
}
const leadsAway = /2>|&>|>&/

/** Whether all that a command prints of warnings is there to be seen. */
function showsAll(seen: SeenCommand): boolean {
  const typed = typedIn(seen)
  return (
    !leadsAway.test(typed) &&
    !/[|;`]|\$\(/.test(typed) &&
    !failedBefore(seen) &&
    (/\bkubectl\s/.test(typed) ||
      (/\bcurl\s/.test(typed) && /\s(?:-[a-zA-Z]*[iv]|--include|--verbose)\b/.test(typed)))
  )
}

/** Whether it failed without an answer of the server, which could have had warnings. */
const failedBefore = ({ exitCode, stderr }: SeenCommand): boolean =>
  exitCode !== 0 &&
  !/\bfrom server\b|\bthe server doesn't have\b|\bis invalid:|\d+ warnings? received/.test(stderr)

const defines = /\balias\s|\bfunction\s+[\w-]+|\b[\w-]+\s*\(\)|(?:^|[;&|\n])\s*exec\s/
/** Whether an alias, a function or the shell itself may lead away what the commands after it print as errors. */
const leadsErrorsAway = ({ text }: SeenCommand): boolean => defines.test(text) && leadsAway.test(text)

/** Of the shell's grammar: an assignment alone, a condition. */
const grammar = new Set(['', ':', '['])
/** Whether it may ask the API. */
const asks = ({ text }: SeenCommand): boolean =>
  commandLine(text).commands.some(({ program }) => !grammar.has(program) && !isKnownAs(program, 'idle'))

const denial = /\b(?:not|no|never|cannot|without|nor|none)\b|n't\b/i
/** A version whole, and another word without its ending. */
const stemOf = (word: string): string =>
  /\d/.test(word)
    ? word.replace(/^v(?=\d)/, '').replace(/\+$/, '')
    : word.replace(/(?<=\w{3})(?:ations?|at(?:ed|es?|ing)|ions?|ed|ing|es|s|e)$/, '')

/** What a warning says of its subject, part by part, without what it recommends instead. */
function partsOf(line: string): string[] {
  const [main = ''] = line.replace(warning, '').split(/[;,.]?\s*\b(?:use|prefer|replaced by|instead of)\b/i)
  const [subject = ''] = /^.*?(?::\s|\s(?=is\s))/.exec(main) ?? []
  return main.split(/[,;]\s/).map((part, n) => (n === 0 ? part : subject + part))
}

/** The words of a part of a warning, in lower case; those of a path of fields beside the path. */
function wordsOf(part: string): string[] {
  const words = part
    .toLowerCase()
    .split(/[\s"'`:;,()[\]]+/)
    .map((word) => word.replace(/\.$/, ''))
  return words.flatMap((word) => (/^[a-z.]+$/.test(word) ? [word, ...word.split('.')] : [word]))
}

/** Whether code stands there, not as a part of a longer name or path. */
function hasCode(part: string, code: string): boolean {
  const inName = /[\w./[\]-]/
  for (let at = part.indexOf(code); at >= 0 && code !== ''; at = part.indexOf(code, at + 1)) {
    const after = part.slice(at + code.length)
    const before = part[at - 1] ?? ' '
    // A key in brackets is what the warning is about.
    if (
      (before === '[' ? /^\]:?(?:\s|$)/.test(after) : !inName.test(before)) &&
      (before === '[' || !/^(?:[\w/[-]|\.\S)/.test(after))
    )
      return true
  }
  return false
}

/** Whether a part of a warning has all that it is said to have. */
function has(part: string, saying: readonly WarningPart[]): boolean {
  const stems = new Set(wordsOf(part).map(stemOf))
  const denied = saying.some(({ text, as }) => as === 'word' && denial.test(text))
  return (
    denial.test(part) === denied &&
    saying.every(({ text, as }) =>
      as === 'word' ? denial.test(text) || stems.has(stemOf(text.toLowerCase())) : hasCode(part, text),
    )
  )
}

/** Whether one of the warnings has what one is said to have: undefined where it may be said in other words. */
function says(
  warnings: readonly string[],
  { saying, sort }: Pick<Warns, 'saying' | 'sort'>,
): boolean | undefined {
  if (sort !== undefined) return undefined
  if (saying.length === 0) return true
  const texts = saying.filter(({ as }) => as === 'text')
  const others = saying.filter(({ as }) => as !== 'text')
  const quoting = warnings.filter((line) => texts.every(({ text }) => line.includes(text)))
  if (quoting.length === 0) return false
  return others.length === 0 || quoting.some((line) => partsOf(line).some((part) => has(part, others)))
    ? true
    : undefined
}

type Warns = Extract<OutputTest, { is: 'warns' }>

/** Checks whether any command of the step warned of that, or none did. */
export function checkWarning(test: Warns, world: ClaimWorld): ClaimResult {
  const { no } = test
  const own = world.commands.filter(({ step, text }) => step === world.step && !text.startsWith('#'))
  if (own.length === 0) return unknown('the step has no command that could warn')
  const warnings = own.flatMap(warningsOf)
  if (warnings.length === 0) {
    const asking = own.filter(asks)
    if (asking.length === 0) return unknown('the step has no command that could warn')
    const hides = world.commands.find(leadsErrorsAway) ?? asking.find((one) => !showsAll(one))
    return hides === undefined
      ? holds(no, 'no warning was printed')
      : unknown(`\`${hides.text.split('\n')[0]!}\` may not show all that it warns of`)
  }
  const saw = `printed: ${warnings[0]!.trim().slice(0, 160)}`
  const found = says(warnings, test)
  if (found === undefined) return unknown(`whether that is what it warns of is not known; ${saw}`)
  if (!no) return holds(found, saw)
  // What one command warned of and the last did not may be said of either.
  return found && warningsOf(own.at(-1)!).length === 0
    ? unknown(`a command before the last one warned; ${saw}`)
    : holds(!found, saw)
}
