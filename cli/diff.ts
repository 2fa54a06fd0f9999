// kepsim diff: what is different between two releases.
import type { FlagDefinition } from '../component-base/flags/flag-definition.ts'
import { parseRelease, UnknownReleaseError } from '../component-base/release.ts'
import { showBehaviour } from './diff/show-behaviour.ts'
import { flaggedCommand } from './flagged-command.ts'
import { parseFormat, render } from './gates/output.ts'
import { showDiff } from './gates/show-diff.ts'
import { planErrorText, readPlanOption } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

const flags: FlagDefinition[] = [
  { name: 'behaviour', type: 'bool' },
  { name: 'kind', type: 'string' },
  { name: 'plan', type: 'string' },
  { name: 'output', type: 'string', shorthand: 'o', default: 'table' },
  { name: 'help', type: 'bool', shorthand: 'h' },
]

const help = `usage: kepsim diff OLD NEW [--kind K]      gates, APIs, fields and defaults that changed (K: gate, api, field, default)
       kepsim diff OLD NEW --behaviour     what the components do otherwise, beside what gates switch, as far as it is simulated

      --plan NAME|FILE                     adds the releases of a plan
  -o, --output table|json|yaml|markdown
`

/** `kepsim diff OLD NEW`: gates, APIs, fields and defaults that differ, or with --behaviour the changes of dialects. */
export const run = flaggedCommand({
  name: 'diff',
  flags,
  help,
  async answer({ values, positional }) {
    const format = parseFormat(values.string('output'))
    const [from, to, ...rest] = positional
    if (from === undefined || to === undefined || rest.length > 0)
      throw new UsageError('diff needs two releases: kepsim diff 1.33 1.34')
    const kind = values.string('kind') || undefined
    const plan = await readPlanOption(values.string('plan'))
    if (!values.bool('behaviour')) return { text: render(showDiff(from, to, kind, plan), format), code: 0 }
    if (kind !== undefined)
      throw new UsageError('--kind is of gates, APIs, fields and defaults: leave it out beside --behaviour')
    const text = await showBehaviour(parseRelease(from, plan), parseRelease(to, plan), format)
    return { text, code: 0 }
  },
  told: (error) =>
    planErrorText('diff', error) ??
    (error instanceof UnknownReleaseError ? `kepsim diff: ${error.message}\n` : undefined),
})
