import type { Cell, CellResult } from '../../../skew/cell.ts'
import type { SkewReport } from '../../../skew/report.ts'
import { hostile, sampleResult } from './sample-result.ts'

const cell = (kubelet: string): Cell => ({
  id: `apiserver=1.36 kubelet=${kubelet}`,
  apiserver: '1.36',
  kubelet,
  kubeProxy: undefined,
  emulated: undefined,
  minCompatibility: undefined,
  gates: [],
  unsupported: undefined,
  refusals: [],
})

/** A cell of the sample matrix that passed, with changes. */
export const sampleCell = (kubelet: string, more: Partial<CellResult>): CellResult => ({
  cell: cell(kubelet),
  status: 'passed',
  outcome: 'holds',
  details: undefined,
  line: undefined,
  milliseconds: 10,
  ...more,
})

/** A cell that passed, one with steps, and one that differs for a hostile reason. */
export const sampleSkew = (): SkewReport => ({
  scenario: 'scenario.md',
  chosen: 3,
  milliseconds: 30,
  results: [
    sampleCell('1.36', {}),
    sampleCell('1.35', { sections: sampleResult().sections }),
    sampleCell('1.34', { status: 'differs', outcome: hostile, details: `${hostile}\nmore`, line: 7 }),
  ],
})
