import { expect, test } from 'vitest'
import { htmlReport } from './html-report.ts'
import { skewModel } from './skew-model.ts'
import { hostile, sampleResult } from './testing/sample-result.ts'
import { sampleCell, sampleSkew } from './testing/sample-skew.ts'

const model = skewModel(sampleSkew())

test('each cell is a row, and leads to what there is to tell of it', () => {
  expect(model.matrix!.header).toEqual(['apiserver', 'kubelet', 'outcome'])
  expect(model.matrix!.rows.map(({ verdict, run }) => [verdict, run])).toEqual([
    ['passed', undefined],
    ['passed', 0],
    ['differs', 1],
  ])
  expect(model.verdict).toBe('differs')
})

test('a cell that passed tells its timeline, one that differs its reason', () => {
  const [passed, failed] = model.runs
  expect(passed!.timeline!.lanes.map((lane) => lane.name)).toEqual(['kubelet/127.0.0.1', 'version'])
  expect(passed!.steps).toEqual([])
  expect(failed!.findings).toEqual([{ outcome: 'differs', message: hostile, actual: `${hostile}\nmore` }])
  expect(failed!.place).toBe('scenario.md:7, 0.01 s')
})

test('cells that differ in the same places share the steps of the first', () => {
  const failed = { status: 'differs' as const, sections: sampleResult().sections }
  const shared = skewModel({
    scenario: 'scenario.md',
    chosen: 2,
    milliseconds: 20,
    results: [sampleCell('1.36', failed), sampleCell('1.35', failed)],
  })
  const [first, second] = shared.runs
  expect([first!.like, first!.steps.length]).toEqual([undefined, 2])
  expect([second!.like, second!.steps.length]).toEqual([0, 0])
  expect(second!.findings).toEqual(first!.steps.flatMap(({ findings }) => findings))
  expect(htmlReport(shared)).toContain('are as those of <a href="#run-0">apiserver=1.36 kubelet=1.36</a>')
})

test('its page escapes outcomes and reasons', () => {
  expect(htmlReport(model)).not.toMatch(/<script|<img/)
})
