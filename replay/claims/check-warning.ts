// Whether commands of a step warned, as kubectl tells what the API or it itself warns of, and curl shows the header.
import type { OutputTest } from './claim.ts'
import { type ClaimResult, type ClaimWorld, holds, type SeenCommand, unknown } from './world.ts'

/** As kubectl prints it, as a header of HTTP, as kubeadm does. */
const warning = /^\s*(?:[<>]\s*)?warning: |^\s*\[WARNING\b/i
const warningsOf = ({ stdout, stderr }: SeenCommand): string[] =>
  (stdout + stderr).split('\n').filter((line) => warning.test(line))

/** Whether all that a command prints of warnings is there to be seen. */
function showsAll({ text }: SeenCommand): boolean {
  // Before what a here-document holds.
  const at = text.indexOf('<<')
  const end = at < 0 ? -1 : text.indexOf('\n', at)
  const typed = (end < 0 ? text : text.slice(0, end)).replace(/'[^']*'|"[^"]*"/g, 'x')
  return (
    !/2>|&>|>&|[|;`]|\$\(/.test(typed) &&
    (/\bkubectl\s/.test(typed) ||
      (/\bcurl\s/.test(typed) && /\s(?:-[a-zA-Z]*[iv]|--include|--verbose)\b/.test(typed)))
  )
}

const denial = /\b(?:not|no|never|cannot|without|nor|none)\b|n't\b/i
const stemOf = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[^a-z\d.]+/g, '')
    .slice(0, 6)

/** Whether warnings have what one is said to have: undefined where it may be said in other words. */
function says(warnings: readonly string[], saying: readonly string[]): boolean | undefined {
  const texts = saying.filter((one) => /\s/.test(one))
  const text = warnings.join('\n')
  if (texts.some((one) => !text.includes(one))) return false
  const all = text.toLowerCase()
  const others = saying.filter((one) => !texts.includes(one))
  if (others.length > 0 && denial.test(text) !== others.some((one) => denial.test(one))) return undefined
  return others.every((one) => all.includes(stemOf(one))) ? true : undefined
}

/** Checks whether any command of the step warned of that, or none did. */
export function checkWarning(
  { no, saying }: Extract<OutputTest, { is: 'warns' }>,
  world: ClaimWorld,
): ClaimResult {
  const own = world.commands.filter(({ step, text }) => step === world.step && !text.startsWith('#'))
  if (own.length === 0) return unknown('the step has no command that could warn')
  const warnings = own.flatMap(warningsOf)
  if (warnings.length === 0) {
    const hides = own.find((one) => !showsAll(one))
    return hides === undefined
      ? holds(no, 'no warning was printed')
      : unknown(`\`${hides.text.split('\n')[0]!}\` may not show all that it warns of`)
  }
  const saw = `printed: ${warnings[0]!.trim().slice(0, 160)}`
  const found = says(warnings, saying)
  if (found === undefined) return unknown(`whether that is what it warns of is not known; ${saw}`)
  if (!no) return holds(found, saw)
  // What one command warned of and the last did not may be said of either.
  return found && warningsOf(own.at(-1)!).length === 0
    ? unknown(`a command before the last one warned; ${saw}`)
    : holds(!found, saw)
}
