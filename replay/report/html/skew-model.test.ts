import { expect, test } from 'vitest'
import type { Cell, CellResult } from '../../skew/cell.ts'
import { htmlReport } from './html-report.ts'
import { skewModel } from './skew-model.ts'
import { hostile, sampleResult } from './testing/sample-result.ts'

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
const result = (kubelet: string, more: Partial<CellResult>): CellResult => ({
  cell: cell(kubelet),
  status: 'passed',
  outcome: 'holds',
  details: undefined,
  line: undefined,
  milliseconds: 10,
  ...more,
})

const model = skewModel({
  scenario: 'scenario.md',
  chosen: 3,
  milliseconds: 30,
  results: [
    result('1.36', {}),
    result('1.35', { sections: sampleResult().sections }),
    result('1.34', { status: 'failed', outcome: hostile, details: `${hostile}\nmore`, line: 7 }),
  ],
})

test('each cell is a row, and leads to what there is to tell of it', () => {
  expect(model.matrix!.header).toEqual(['apiserver', 'kubelet', 'outcome'])
  expect(model.matrix!.rows.map(({ verdict, run }) => [verdict, run])).toEqual([
    ['passed', undefined],
    ['passed', 0],
    ['failed', 1],
  ])
  expect(model.verdict).toBe('failed')
})

test('a cell that passed tells its timeline, one that failed its reason', () => {
  const [passed, failed] = model.runs
  expect(passed!.timeline!.lanes.map((lane) => lane.name)).toEqual(['kubelet/127.0.0.1', 'version'])
  expect(passed!.steps).toEqual([])
  expect(failed!.findings).toEqual([{ severity: 'error', message: hostile, actual: `${hostile}\nmore` }])
  expect(failed!.place).toBe('scenario.md:7, 0.01 s')
})

test('its page escapes outcomes and reasons', () => {
  expect(htmlReport(model)).not.toMatch(/<script|<img/)
})
