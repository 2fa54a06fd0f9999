import { junitXml } from '../report/junit-xml.ts'
import type { SkewReport } from './report.ts'

/** JUnit XML: one suite, a case for each cell. */
export const skewJunit = ({ scenario, results, milliseconds }: SkewReport): string =>
  junitXml([
    {
      name: scenario,
      notes: [],
      milliseconds,
      cases: results.map(({ cell, status, outcome, details, line, printed, ...result }) => ({
        name: cell.id,
        file: scenario,
        line,
        milliseconds: result.milliseconds,
        result: status,
        message: outcome,
        details: details ?? outcome,
        output: [...(status === 'passed' ? [outcome] : []), ...(printed === undefined ? [] : [printed])].join(
          '\n',
        ),
      })),
    },
  ])
