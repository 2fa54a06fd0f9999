import { type JunitCase, junitXml } from '../report/junit-xml.ts'
import type { CellResult } from './cell.ts'
import type { SkewReport } from './report.ts'

/** JUnit XML: one suite, a case for each cell, and one for those that were not run. */
export const skewJunit = ({ scenario, results, chosen, milliseconds }: SkewReport): string =>
  junitXml([
    {
      name: scenario,
      notes: [],
      milliseconds,
      cases: [
        ...results.map((result) => cellCase(scenario, result)),
        ...notRun(scenario, chosen - results.length),
      ],
    },
  ])

const cellCase = (
  file: string,
  { cell, status, outcome, details, line, printed, milliseconds }: CellResult,
): JunitCase => ({
  name: cell.id,
  file,
  line,
  milliseconds,
  result: status,
  message: outcome,
  details: details ?? outcome,
  output: [...(status === 'passed' ? [outcome] : []), ...(printed === undefined ? [] : [printed])].join('\n'),
})

function notRun(file: string, count: number): JunitCase[] {
  if (count === 0) return []
  const message = `${count} cell${count === 1 ? '' : 's'} not run`
  const nothing = { line: undefined, milliseconds: 0, output: '' }
  return [{ ...nothing, name: message, file, result: 'could not run', message, details: message }]
}
