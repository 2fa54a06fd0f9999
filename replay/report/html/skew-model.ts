// The results of a matrix as the report's model.
import { worstOf } from '../../outcome.ts'
import type { CellResult } from '../../skew/cell.ts'
import { outcomesOf, reportTable, type SkewReport, summaryLine } from '../../skew/report.ts'
import type { HtmlReport, ReportFinding, ReportRun } from './model.ts'
import { sectionRun } from './replay-model.ts'

/** A row for each cell; a run for each that has steps or a reason. Of cells that passed only the timeline is told. */
export function skewModel(report: SkewReport): HtmlReport {
  const { header, rows } = reportTable(report.results)
  const result = header.indexOf('result')
  const without = (cells: string[]): string[] => cells.filter((_cell, i) => i !== result)
  const runs: ReportRun[] = []
  const matrix = {
    header: without(header),
    rows: report.results.map((cell, i) => {
      const row = { cells: without(rows[i]!), verdict: cell.status }
      const more = runsOf(report.scenario, cell)
      if (more.length === 0) return row
      runs.push(...more)
      return { ...row, run: runs.length - more.length }
    }),
  }
  shareSteps(runs)
  return {
    title: report.scenario,
    verdict: worstOf(outcomesOf(report)),
    summary: summaryLine(report),
    matrix,
    runs,
  }
}

function runsOf(scenario: string, result: CellResult): ReportRun[] {
  const { cell, status, line, sections = [] } = result
  const place = line === undefined ? {} : { place: `${scenario}:${line}` }
  const steps = sections.map((section) => {
    const run = sectionRun(scenario, section)
    const title = sections.length === 1 ? cell.id : `${cell.id}: ${run.title}`
    const findings = cell.unsupported === undefined ? [] : [judgement(result)]
    return { ...run, ...place, title, verdict: status, findings, steps: status === 'passed' ? [] : run.steps }
  })
  if (steps.length > 0 || status === 'passed') return steps
  return [reasonOf(scenario, result)]
}

/** Cells that differ in the same places: the steps of the first stand for all, which keeps the page small. */
function shareSteps(runs: ReportRun[]): void {
  const first = new Map<string, number>()
  for (const [index, run] of runs.entries()) {
    const differences = run.steps.flatMap(({ findings }) => findings)
    if (differences.length === 0) continue
    const places = JSON.stringify(
      differences.map(({ place, message, expected }) => [place, message, expected]),
    )
    const like = first.get(places)
    if (like === undefined) first.set(places, index)
    else runs[index] = { ...run, like, findings: [...(run.findings ?? []), ...differences], steps: [] }
  }
}

/** What became of a cell that the skew policy does not support. */
const judgement = ({ status, outcome }: CellResult): ReportFinding => ({
  outcome: status === 'passed' ? 'note' : status,
  message: outcome,
})

function reasonOf(
  scenario: string,
  { cell, status, outcome, details, line, milliseconds }: CellResult,
): ReportRun {
  const place = line === undefined ? scenario : `${scenario}:${line}`
  const actual = details === undefined || details === outcome ? {} : { actual: details }
  return {
    title: cell.id,
    verdict: status,
    place: `${place}, ${(milliseconds / 1000).toFixed(2)} s`,
    findings: [{ outcome: status === 'passed' ? 'note' : status, message: outcome, ...actual }],
    steps: [],
  }
}
