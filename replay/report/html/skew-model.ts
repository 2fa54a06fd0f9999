// The results of a matrix as the report's model.
import type { CellResult } from '../../skew/cell.ts'
import { reportTable, type SkewReport, summaryLine } from '../../skew/report.ts'
import type { HtmlReport, ReportRun } from './model.ts'

/** A row for each cell; those that did not pass are runs with their reasons. */
export function skewModel(report: SkewReport): HtmlReport {
  const { header, rows } = reportTable(report.results)
  const result = header.indexOf('result')
  const without = (cells: string[]): string[] => cells.filter((_cell, i) => i !== result)
  const runs: ReportRun[] = []
  const matrix = {
    header: without(header),
    rows: report.results.map((cell, i) => {
      const row = { cells: without(rows[i]!), verdict: cell.status }
      if (cell.status === 'passed') return row
      runs.push(runOf(report.scenario, cell))
      return { ...row, run: runs.length - 1 }
    }),
  }
  const failed = report.results.some(({ status }) => status === 'failed')
  return {
    title: report.scenario,
    verdict: failed ? 'failed' : 'passed',
    summary: summaryLine(report),
    matrix,
    runs,
  }
}

function runOf(
  scenario: string,
  { cell, status, outcome, details, line, milliseconds }: CellResult,
): ReportRun {
  const place = line === undefined ? scenario : `${scenario}:${line}`
  const message = cell.unsupported === undefined ? outcome : `${cell.unsupported}: ${outcome}`
  const actual = details === undefined || details === outcome ? {} : { actual: details }
  const severity = status === 'failed' ? 'error' : 'warning'
  return {
    title: cell.id,
    verdict: status,
    place: `${place}, ${(milliseconds / 1000).toFixed(2)} s`,
    findings: [{ severity, message, ...actual }],
    steps: [],
  }
}
