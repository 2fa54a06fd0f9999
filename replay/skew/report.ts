// The results of a matrix as texts: for people, for CI systems, for programs.
import { annotation } from '../report/github.ts'
import type { Cell, CellResult, CellStatus } from './cell.ts'

export interface SkewReport {
  scenario: string
  results: CellResult[]
  /** Cells chosen, those that fail-fast left out included. */
  chosen: number
  milliseconds: number
}

const words: Readonly<Record<CellStatus, string>> = {
  passed: 'ok',
  failed: 'FAILED',
  unsupported: 'unsupported',
}

interface Column {
  title: string
  of(cell: Cell): string | undefined
}

/** Header and rows; axes that the matrix does not have are no columns. */
export function reportTable(results: readonly CellResult[]): { header: string[]; rows: string[][] } {
  const gates = results[0]?.cell.gates ?? []
  const columns: Column[] = [
    { title: 'apiserver', of: (cell) => cell.apiserver },
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
      words[status],
      outcome,
    ]),
  }
}

const count = (results: readonly CellResult[], status: CellStatus): number =>
  results.filter((result) => result.status === status).length

/** "66 cells: 66 ok, 0 failed, in 12.3 s". */
export function summaryLine({ results, chosen, milliseconds }: SkewReport): string {
  const parts = [`${count(results, 'passed')} ok`, `${count(results, 'failed')} failed`]
  const unsupported = count(results, 'unsupported')
  if (unsupported > 0) parts.push(`${unsupported} unsupported`)
  if (results.length < chosen) parts.push(`${chosen - results.length} not run`)
  return `${chosen} cell${chosen === 1 ? '' : 's'}: ${parts.join(', ')}, in ${(milliseconds / 1000).toFixed(1)} s`
}

export function jsonReport(report: SkewReport): string {
  const cells = report.results.map(({ cell, sections: _steps, ...result }) => ({
    ...cell,
    ...result,
    milliseconds: Math.round(result.milliseconds),
  }))
  return `${JSON.stringify({ scenario: report.scenario, cells, notRun: report.chosen - report.results.length }, undefined, 2)}\n`
}

/** Annotations as GitHub's runners read them on stdout, one for each cell that failed. */
export function githubAnnotations({ scenario, results }: SkewReport): string {
  return results
    .filter((result) => result.status === 'failed')
    .map(({ cell, outcome, line }) =>
      annotation({
        severity: 'error',
        file: scenario,
        line,
        title: `kepsim skew: ${cell.id}`,
        message: outcome,
      }),
    )
    .join('')
}
