// kepsim gates: the life of feature gates as data to ask.
import type { ParsedFlags } from '../component-base/flags/parse-flags.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { flaggedCommand } from './flagged-command.ts'
import { lintFile } from './gates/lint-file.ts'
import { listGates } from './gates/list-gates.ts'
import { parseFormat, type Report, render } from './gates/output.ts'
import { showDiff } from './gates/show-diff.ts'
import { showLife } from './gates/show-life.ts'
import { gatesLine } from './lines/gates.ts'
import { didYouMean } from './nearest.ts'
import { readPlanOption } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

/** Words after the command → what to show, and the exit code. */
function answer(
  words: readonly string[],
  values: ParsedFlags['values'],
  plan: ReleasePlan | undefined,
): { report: Report; code: number } {
  const [first, ...rest] = words
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

/** `kepsim gates`: lists gates, shows a gate's life, compares releases, or lints specs. */
export const run = flaggedCommand({
  line: gatesLine,
  async answer({ values, positional }) {
    const format = parseFormat(values.string('output'))
    const { report, code } = answer(positional, values, await readPlanOption(values.string('plan')))
    return { text: render(report, format), code, data: report.data }
  },
})
