// The results of a matrix as texts: for people, for CI systems, for programs.
import { exitCodeFor, type Outcome } from '../outcome.ts'
import { annotation, severityOf } from '../report/github.ts'
import { jsonText } from '../report/json-text.ts'
import { countsText, totalsOf } from '../report/outcome-words.ts'
import { visibleLine } from '../report/visible-text.ts'
import { type Cell, type CellResult, serversText } from './cell.ts'

/** The results of a matrix, for all of its reports. */
export interface SkewReport {
  scenario: string
  results: CellResult[]
  /** Cells chosen, those that fail-fast left out included. */
  chosen: number
  milliseconds: number
}

interface Column {
  title: string
  of(cell: Cell): string | undefined
}

/** Header and rows; axes that the matrix does not have are no columns. */
export function reportTable(results: readonly CellResult[]): { header: string[]; rows: string[][] } {
  const gates = results[0]?.cell.gates ?? []
  const columns: Column[] = [
    { title: 'apiserver', of: serversText },
    { title: 'emulated', of: (cell) => cell.emulated },
    { title: 'min compatibility', of: (cell) => cell.minCompatibility },
    { title: 'kubelet', of: (cell) => cell.kubelet },
    { title: 'kube-proxy', of: (cell) => cell.kubeProxy },
    ...gates.map(({ component, gate }, i) => ({
      title: component === undefined ? gate : `${component}:${gate}`,
      of: (cell: Cell) => String(cell.gates[i]?.value ?? 'unset'),
    })),
  ]
  const shown = columns.filter((column) => results.some(({ cell }) => column.of(cell) !== undefined))
  return {
    header: [...shown.map((column) => column.title), 'result', 'outcome'],
    rows: results.map(({ cell, status, outcome }) => [
      ...shown.map((column) => column.of(cell) ?? ''),
      status,
      visibleLine(outcome),
    ]),
  }
}

/** "66 cells: 65 passed, 1 differs, in 12.3 s". */
export function summaryLine({ results, chosen, milliseconds }: SkewReport): string {
  const parts = results.length === 0 ? [] : [countsText(results.map(({ status }) => status))]
  if (results.length < chosen) parts.push(`${chosen - results.length} not run`)
  return `${chosen} cell${chosen === 1 ? '' : 's'}: ${parts.join(', ')}, in ${(milliseconds / 1000).toFixed(1)} s`
}

/** What the cells came to, for a verdict on them all: those that were not run could not; what the skew policy does not support costs nothing. */
export const outcomesOf = ({ results, chosen }: Pick<SkewReport, 'results' | 'chosen'>): Outcome[] => [
  ...results.flatMap(({ status }) => (status === 'unsupported' ? [] : [status])),
  ...(results.length < chosen ? (['could not run'] as const) : []),
]

/** See {@link exitCodeFor}. @param allowUnchecked what was not checked is accepted */
export const skewExitCode = (report: SkewReport, allowUnchecked: boolean): 0 | 1 | 2 =>
  exitCodeFor(outcomesOf(report), allowUnchecked)

/** The results of a matrix as JSON; the shape is described in docs/guide/ci.md. */
export function jsonReport(report: SkewReport, allowUnchecked: boolean): string {
  const { chosen, results, scenario } = report
  const cells = results.map(({ cell, sections: _steps, reason: _same, ...result }) => ({
    ...cell,
    ...result,
    milliseconds: Math.round(result.milliseconds),
  }))
  const notRun = chosen - results.length
  const all = results.map(({ status }) => status)
  const totals = {
    cells: chosen,
    ...totalsOf(all),
    unsupported: all.filter((status) => status === 'unsupported').length,
    notRun,
    exitCode: skewExitCode(report, allowUnchecked),
  }
  return jsonText({ scenario, cells, notRun, totals })
}

/** Annotations as GitHub's runners read them on stdout, one for each cell that did not pass. */
export const githubAnnotations = ({ scenario, results }: SkewReport): string =>
  results
    .flatMap(({ cell, status, outcome, line }) =>
      status === 'passed' || status === 'unsupported'
        ? []
        : [
            annotation({
              severity: severityOf[status],
              file: scenario,
              line,
              title: `kepsim skew: ${cell.id} ${status}`,
              message: outcome,
            }),
          ],
    )
    .join('')
