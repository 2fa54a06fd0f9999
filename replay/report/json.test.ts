import { expect, it } from 'vitest'
import { fourOutcomes, nasty } from './html/testing/four-outcomes.ts'
import { jsonReport } from './json.ts'

it('has the outcomes of the steps, and totals', () => {
  const report = JSON.parse(jsonReport(fourOutcomes(), false))
  expect(report.sections[0].steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'passed',
    'differs',
    'not checked',
    'could not run',
  ])
  expect(report.totals).toEqual({
    steps: 4,
    passed: 1,
    differs: 1,
    notChecked: 1,
    couldNotRun: 1,
    compared: 4,
    exitCode: 1,
  })
  expect(Object.keys(report)).toEqual(['file', 'milliseconds', 'notes', 'sections', 'totals'])
})

it('is all that the replay says, whatever that is', () => {
  const result = fourOutcomes(nasty)
  const { totals: _totals, ...report } = JSON.parse(jsonReport(result, false))
  expect(report).toEqual(result)
})

it('accepts what was not checked where that is asked for', () => {
  const result = fourOutcomes()
  const { steps } = result.sections[0]!
  result.sections[0]!.steps = steps.filter(({ outcome }) => outcome === 'passed' || outcome === 'not checked')
  const exitCodes = [false, true].map((allow) => JSON.parse(jsonReport(result, allow)).totals.exitCode)
  expect(exitCodes).toEqual([2, 0])
})
