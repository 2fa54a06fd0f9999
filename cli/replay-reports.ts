// What `kepsim replay` writes of a result beside what it shows.
import { appendFileSync } from 'node:fs'
import type { Alteration } from '../replay/challenge/alteration.ts'
import type { ReplayResult } from '../replay/outcome.ts'
import { replayAnnotations, replaySummary } from '../replay/report/github.ts'
import type { HtmlReport } from '../replay/report/html/model.ts'
import type { Screen } from '../replay/report/terminal.ts'
import { writeOutput } from './output-files.ts'

/** The flags of `kepsim replay` that ask for reports; values are paths of files to write. */
export interface ReportFlags {
  junit?: string
  json?: string
  html?: string
  svg?: string
  github?: boolean
  allowUnchecked?: boolean
  challenge?: boolean
  /** What `--challenge` has found so far. */
  alterations: Alteration[]
}

/** Prints annotations for GitHub, and appends a summary to the file $GITHUB_STEP_SUMMARY names. */
export function tellGithub(result: ReplayResult, screen: Pick<Screen, 'write'>): void {
  screen.write(replayAnnotations(result))
  const summary = process.env['GITHUB_STEP_SUMMARY'] ?? ''
  if (summary !== '') appendFileSync(summary, replaySummary(result))
}

/** Writes the JUnit, HTML, SVG and JSON reports that the flags ask for. Loads their code only then. */
export async function writeReports(flags: ReportFlags, result: ReplayResult): Promise<void> {
  if (flags.junit !== undefined)
    writeOutput('--junit', flags.junit, (await import('../replay/report/junit.ts')).junitReport(result))
  if (flags.html !== undefined || flags.svg !== undefined) {
    const { replayModel } = await import('../replay/report/html/replay-model.ts')
    await writePages(flags, replayModel(result))
  }
  if (flags.json === undefined) return
  const text = (await import('../replay/report/json.ts')).jsonReport(
    result,
    flags.allowUnchecked === true,
    flags.challenge === true ? flags.alterations : undefined,
  )
  if (flags.json === '-') process.stdout.write(text)
  else writeOutput('--json', flags.json, text)
}

/** Writes a page, and a picture of its timelines. Loads their code only then. */
export async function writePages(
  { html, svg }: Pick<ReportFlags, 'html' | 'svg'>,
  report: HtmlReport,
): Promise<void> {
  if (html !== undefined)
    writeOutput('--html', html, (await import('../replay/report/html/html-report.ts')).htmlReport(report))
  if (svg !== undefined)
    writeOutput(
      '--svg',
      svg,
      (await import('../replay/report/svg/timeline-picture.ts')).timelinePicture(report),
    )
}
