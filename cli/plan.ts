// kepsim plan: plans for releases to come.

import { writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type FlagDefinition, FlagError } from '../component-base/flags/flag-definition.ts'
import { openPlan } from '../plans/load-plan.ts'
import { withoutCommands } from '../replay/report/github.ts'
import { flaggedCommand } from './flagged-command.ts'
import { type Format, parseFormat, type Report, render } from './gates/output.ts'
import { planSkeleton } from './init/skeleton.ts'
import { writeNewFiles } from './init/write-files.ts'
import { lintPlan } from './plan/lint-plan.ts'
import { listPlans } from './plan/list-plans.ts'
import { showPlan } from './plan/show-plan.ts'
import { planErrorText } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

const flags: FlagDefinition[] = [
  { name: 'output', type: 'string', shorthand: 'o', default: 'table' },
  { name: 'write', type: 'string' },
  { name: 'help', type: 'bool', shorthand: 'h' },
]

const help = `usage: kepsim plan list                       the plans that ship
       kepsim plan show NAME|FILE             what changes in which release
       kepsim plan lint NAME|FILE             lifecycle rules; exit code 1 where one is broken
       kepsim plan init [FILE]               write a plan to begin with (default: plan.yaml)
       kepsim plan walk NAME|FILE             start the components of each phase, and ask them; exit code 1 where a
                                             claim of the plan's probes is wrong

  -o, --output table|markdown|json|yaml
      --write FILE                            write the output to a file too (of walk: as Markdown unless -o says otherwise)
`

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
  const [verb, name, ...rest] = words
  if (verb === undefined) throw new UsageError('plan needs one of list, show, lint, init, walk')
  if (!['init', 'lint', 'list', 'show', 'walk'].includes(verb))
    throw new UsageError(`unknown "${verb}": one of list, show, lint, init, walk`)
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

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(`--write ${path}: ${(error as Error).message}`)
  }
}

/** `kepsim plan`: lists, shows, lints or walks plans. --write also writes the output to a file. */
export const run = flaggedCommand({
  name: 'plan',
  flags,
  help,
  async answer({ values, positional, set }) {
    const format: Format = parseFormat(values.string('output'))
    const { report, code } = await answer(positional)
    const path = values.string('write')
    if (path !== '') write(path, render(report, set.has('output') ? format : 'markdown'))
    return { text: render(report, format), code }
  },
  told: (error) =>
    planErrorText('plan', error) ??
    (error instanceof UsageError || error instanceof FlagError
      ? `kepsim plan: ${withoutCommands(error.message)}\n`
      : undefined),
})
