// kepsim gates: the life of feature gates as data to ask.
import type { ParsedFlags } from '../component-base/flags/parse-flags.ts'
import { didYouMean } from '../component-base/nearest.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { flaggedCommand } from './flagged-command.ts'
import { lintFile } from './gates/lint-file.ts'
import { listGates } from './gates/list-gates.ts'
import { parseFormat, type Report, render } from './gates/output.ts'
import { showDiff } from './gates/show-diff.ts'
import { showLife } from './gates/show-life.ts'
import { gatesLine } from './lines/gates.ts'
import { readPlanOption } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

/** Words after the command → what to show, and the exit code. */
function answer(
  words: readonly string[],
  values: ParsedFlags['values'],
  plan: ReleasePlan | undefined,
  set: ParsedFlags['set'],
): { report: Report; code: number } {
  const [first, ...rest] = words
  checkOptions(set, first)
  const optional = (name: string): string | undefined => values.string(name) || undefined
  if (first === undefined) {
    const options = {
      release: optional('release'),
      stage: optional('stage'),
      component: values.string('component'),
      plan,
    }
    return { report: listGates(options), code: 0 }
  }
  if (first === 'diff') {
    if (rest.length !== 2) throw new UsageError('diff needs two releases: kepsim gates diff 1.30 1.36')
    return { report: showDiff(rest[0]!, rest[1]!, optional('kind'), plan), code: 0 }
  }
  if (first === 'lint') {
    if (rest.length !== 1) throw new UsageError('lint needs one file: kepsim gates lint FILE')
    const { report, failed } = lintFile(rest[0]!)
    return { report, code: failed ? 1 : 0 }
  }
  if (rest.length > 0)
    throw new UsageError(`one gate at a time, got ${words.join(' ')}${didYouMean(first, ['diff', 'lint'])}`)
  return { report: showLife(first, plan, values.string('component')), code: 0 }
}

/** Throws a UsageError for an option that does nothing there. @param first the first word, undefined where gates are listed */
function checkOptions(set: ParsedFlags['set'], first: string | undefined): void {
  const ofDiff = first === 'diff'
  const ofList = first === undefined
  const check = (name: string, where: boolean, whose: string): void => {
    if (set.has(name) && !where) throw new UsageError(`--${name} is for ${whose}`)
  }
  check('kind', ofDiff, 'diff')
  check('release', ofList, 'the list of gates')
  check('stage', ofList, 'the list of gates')
  check('component', !ofDiff && first !== 'lint', 'the list of gates and the life of one')
  check('plan', first !== 'lint', 'the others: lint takes the plan as its file')
}

/** `kepsim gates`: lists gates, shows a gate's life, compares releases, or lints specs. */
export const run = flaggedCommand({
  line: gatesLine,
  async answer({ values, positional, set }) {
    const format = parseFormat(values.string('output'))
    const plan = await readPlanOption(values.string('plan'))
    const { report, code } = answer(positional, values, plan, set)
    return { text: render(report, format), code, data: report.data }
  },
})
