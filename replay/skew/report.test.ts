import { expect, it } from 'vitest'
import { skewModel } from '../report/html/skew-model.ts'
import { sampleCell } from '../report/html/testing/sample-skew.ts'
import { skewJunit } from './junit.ts'
import { jsonReport } from './report.ts'

it('is no success where cells were not run', () => {
  const passed = sampleCell('1.36', {})
  for (const results of [[], [passed]]) {
    const report = { scenario: 'a.md', results, chosen: 2, milliseconds: 1 }
    expect(JSON.parse(jsonReport(report, true)).totals.exitCode).toBe(2)
    expect(skewModel(report).verdict).toBe('could not run')
    expect(skewJunit(report)).toContain(`errors="1"`)
  }
})
