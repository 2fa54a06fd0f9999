import { expect, it } from 'vitest'
import { skewModel } from '../report/html/skew-model.ts'
import type { CellResult } from './cell.ts'
import { skewJunit } from './junit.ts'
import { jsonReport } from './report.ts'

it('is no success where cells were not run', () => {
  const cell = {
    id: 'apiserver=1.36',
    apiserver: '1.36',
    kubelet: '1.36',
    kubeProxy: undefined,
    emulated: undefined,
    minCompatibility: undefined,
    gates: [],
    unsupported: undefined,
    refusals: [],
  }
  const passed: CellResult = {
    cell,
    status: 'passed',
    outcome: 'passed',
    details: undefined,
    line: undefined,
    milliseconds: 1,
  }
  for (const results of [[], [passed]]) {
    const report = { scenario: 'a.md', results, chosen: 2, milliseconds: 1 }
    expect(JSON.parse(jsonReport(report, true)).totals.exitCode).toBe(2)
    expect(skewModel(report).verdict).toBe('could not run')
    expect(skewJunit(report)).toContain(`errors="1"`)
  }
})
