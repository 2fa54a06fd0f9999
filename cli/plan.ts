// kepsim plan: plans for releases to come.

import { basename, dirname } from 'node:path'
import { openPlan } from '../plans/load-plan.ts'
import { checkedVerb } from './command-line.ts'
import { flaggedCommand } from './flagged-command.ts'
import { type Format, parseFormat, type Report, render } from './gates/output.ts'
import { planSkeleton } from './init/skeleton.ts'
import { writeNewFiles } from './init/write-files.ts'
import { planLine } from './lines/plan.ts'
import { checkOutputFiles, writeOutput } from './output-files.ts'
import { lintPlan } from './plan/lint-plan.ts'
import { listPlans } from './plan/list-plans.ts'
import { showPlan } from './plan/show-plan.ts'
import { UsageError } from './usage-error.ts'

async function walk(nameOrFile: string): Promise<{ report: Report; failed: boolean }> {
  const { plan } = openPlan(nameOrFile)
  const [{ walkPlan }, { walkReport }] = await Promise.all([
    import('./plan/walk.ts'),
    import('./plan/walk-report.ts'),
  ])
  const terminal = process.stderr.isTTY === true
  const runs = await walkPlan(plan, ({ phase, run }) => {
    if (terminal) process.stderr.write(`\r\u001b[K${phase.name}: ${run.title}`)
  })
  if (terminal) process.stderr.write('\r\u001b[K')
  return walkReport(plan, runs)
}

/** A plan to begin with, in a new file. */
function init(file: string): Report {
  const [path] = writeNewFiles(dirname(file), {
    [basename(file)]: planSkeleton({ number: '0000', gate: 'MyFeature' }),
  })
  return { header: ['WROTE', 'NEXT'], rows: [[path!, `kepsim plan walk ${path}`]], data: { wrote: path } }
}

async function answer(words: readonly string[]): Promise<{ report: Report; code: number }> {
  const [first, name, ...rest] = words
  const verb = checkedVerb(planLine, first)
  if (verb === 'list') {
    if (name !== undefined) throw new UsageError(`list takes no arguments, got ${name}`)
    return { report: listPlans(), code: 0 }
  }
  if (verb === 'init' && rest.length === 0) return { report: init(name ?? 'plan.yaml'), code: 0 }
  if (name === undefined || rest.length > 0)
    throw new UsageError(`${verb} needs one plan: kepsim plan ${verb} kep-5707`)
  if (verb === 'show') return { report: showPlan(openPlan(name).plan), code: 0 }
  const { report, failed } = verb === 'walk' ? await walk(name) : lintPlan(openPlan(name))
  return { report, code: failed ? 1 : 0 }
}

/** `kepsim plan`: lists, shows, lints or walks plans. --write also writes the output to a file. */
export const run = flaggedCommand({
  line: planLine,
  async answer({ values, positional, set }) {
    const format: Format = parseFormat(values.string('output'))
    const path = values.string('write')
    checkOutputFiles({ write: path || undefined, json: values.string('json') || undefined }, positional)
    const { report, code } = await answer(positional)
    if (path !== '') writeOutput('--write', path, render(report, set.has('output') ? format : 'markdown'))
    return { text: render(report, format), code, data: report.data }
  },
})
