import { exitCodeOf, type ReplayResult } from '../replay/outcome.ts'
import { onGithub } from '../replay/report/github.ts'
import { type Screen, TerminalReport } from '../replay/report/terminal.ts'
import { withoutCommands } from '../replay/report/without-commands.ts'
import { type GuardFlags, type Limits, overText, runGuarded } from './guard.ts'
import { type ReportFlags, tellGithub, writeReports } from './replay-reports.ts'
import { ToldSoFar } from './told-so-far.ts'
import { kindOf, shortened } from './writable-place.ts'

/**
 * Replays a document in a process of its own; where that ends before it has told all, its report is completed here: a report of
 * an earlier replay would be taken for it.
 */
export async function guardedReplay(
  args: string[],
  file: string,
  flags: GuardFlags & ReportFlags,
  limits: Limits,
  screen: Screen,
): Promise<number> {
  const told = new ToldSoFar()
  const run = await runGuarded(['replay', ...args], { limits, onMessage: told.take })
  if (run.over === undefined && run.complete) return run.exitCode
  const reason = run.over === undefined ? run.text : overText(run.over, flags)
  const result = told.result(file, reason)
  const reports = told.mayWrite ? flags : onlyNew(flags)
  if (run.stopped) {
    await writeReports(reports, result)
    return run.exitCode
  }
  completeReport(new TerminalReport(file, screen), result, told)
  if (told.token !== undefined) screen.write(`\n::${told.token}::\n`)
  process.stderr.write(`kepsim replay: ${withoutCommands(file)}: ${reason}\n`)
  await writeReports(reports, result)
  if (onGithub(flags.github)) tellGithub(result, screen)
  return exitCodeOf(result, flags.allowUnchecked) || 2
}

/** Without the reports in place of files that the document may be read with, which its process has not told. */
function onlyNew(flags: ReportFlags): ReportFlags {
  const reports = { ...flags }
  for (const name of ['junit', 'html', 'svg', 'json'] as const) {
    const path = flags[name]
    if (path === undefined || kindOf(path) !== 'file') continue
    process.stderr.write(
      `kepsim replay: --${name} ${shortened(path)}: left as it was: the document may be read with it, and was not read to its end\n`,
    )
    delete reports[name]
  }
  return reports
}

function completeReport(report: TerminalReport, result: ReplayResult, { shown }: ToldSoFar): void {
  const last = Math.max(0, shown.sections - 1)
  for (const [at, { title, line, steps }] of result.sections.entries()) {
    if (at < last) continue
    if (at === last && shown.sections > 0) report.steps(steps)
    else report.section(title, line, steps)
    for (const step of steps.slice(at === last ? shown.steps : 0)) report.stepDone(step)
  }
  report.summary(result)
}
