// kepsim diff: what is different between two releases.
import { parseRelease } from '../component-base/release.ts'
import { behaviourChanges, showBehaviour } from './diff/show-behaviour.ts'
import { flaggedCommand } from './flagged-command.ts'
import { parseFormat, render } from './gates/output.ts'
import { showDiff } from './gates/show-diff.ts'
import { diffLine } from './lines/diff.ts'
import { readPlanOption } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

/** `kepsim diff OLD NEW`: gates, APIs, fields and defaults that differ, or with --behaviour the changes of dialects. */
export const run = flaggedCommand({
  line: diffLine,
  async answer({ values, positional }) {
    const format = parseFormat(values.string('output'))
    const [from, to, ...rest] = positional
    if (from === undefined || to === undefined || rest.length > 0)
      throw new UsageError('write two releases: kepsim diff 1.33 1.34')
    const kind = values.string('kind') || undefined
    const plan = await readPlanOption(values.string('plan'))
    if (!values.bool('behaviour')) {
      const report = showDiff(from, to, kind, plan)
      return { text: render(report, format), code: 0, data: report.data }
    }
    if (kind !== undefined)
      throw new UsageError('--kind is of gates, APIs, fields and defaults: leave it out beside --behaviour')
    const [before, after] = [parseRelease(from, plan), parseRelease(to, plan)]
    const text = await showBehaviour(before, after, format)
    return { text, code: 0, data: await behaviourChanges(before, after) }
  },
})
