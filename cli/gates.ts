// kepsim gates: the life of feature gates as data to ask.
import type { FlagDefinition } from '../component-base/flags/flag-definition.ts'
import type { ParsedFlags } from '../component-base/flags/parse-flags.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import { flaggedCommand } from './flagged-command.ts'
import { lintFile } from './gates/lint-file.ts'
import { listGates } from './gates/list-gates.ts'
import { parseFormat, type Report, render } from './gates/output.ts'
import { showDiff } from './gates/show-diff.ts'
import { showLife } from './gates/show-life.ts'
import { planErrorText, readPlanOption } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

const flags: FlagDefinition[] = [
  { name: 'release', type: 'string' },
  { name: 'stage', type: 'string' },
  { name: 'component', type: 'string', default: 'kube-apiserver' },
  { name: 'kind', type: 'string' },
  { name: 'plan', type: 'string' },
  { name: 'output', type: 'string', shorthand: 'o', default: 'table' },
  { name: 'help', type: 'bool', shorthand: 'h' },
]

const help = `usage: kepsim gates [--release R] [--stage alpha|beta|ga|deprecated] [--component NAME]
       kepsim gates NAME                     the life of one gate from 1.24 on
       kepsim gates diff A B [--kind K]      gates, APIs, fields and defaults that changed (K: gate, api, field, default)
       kepsim gates lint FILE                lifecycle rules for a list of specs or a plan; exit code 1 where one is broken

      --plan NAME|FILE                       adds the releases of a plan
  -o, --output table|json|yaml|markdown      yaml has the shape of upstream's versioned_feature_list.yaml
`

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
  if (rest.length > 0) throw new UsageError(`one gate at a time, got ${words.join(' ')}`)
  return { report: showLife(first, plan, values.string('component')), code: 0 }
}

/** `kepsim gates`: lists gates, shows a gate's life, compares releases, or lints specs. */
export const run = flaggedCommand({
  name: 'gates',
  flags,
  help,
  async answer({ values, positional }) {
    const format = parseFormat(values.string('output'))
    const { report, code } = answer(positional, values, await readPlanOption(values.string('plan')))
    return { text: render(report, format), code }
  },
  told: (error) =>
    planErrorText('gates', error) ??
    (error instanceof UnknownReleaseError ? `kepsim gates: ${error.message}\n` : undefined),
})
