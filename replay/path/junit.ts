import { type JunitCase, junitXml } from '../report/junit-xml.ts'
import { hopText } from './hop-text.ts'
import { endedText, hopResult, type OrderedRun } from './path-verdict.ts'

/** JUnit XML: a suite for each order of the components, a case for each hop, and one for a setup that did not pass. */
export function pathJunit(releases: readonly string[], runs: readonly OrderedRun[], file: string): string {
  return junitXml(
    runs.map((run) => ({
      name: `${releases.join(' → ')}${run.order === undefined ? '' : `, ${run.order.join(', then ')}`}`,
      notes: [],
      milliseconds: run.hops.reduce((sum, hop) => sum + hop.milliseconds, 0),
      cases: [
        ...setupCases(run, releases[0]!, file),
        ...hopCases(run, runs[0], file),
        ...endedCases(run, file),
      ],
    })),
  )
}

const setupCases = ({ setup }: OrderedRun, release: string, file: string): JunitCase[] =>
  setup === undefined
    ? []
    : [
        {
          ...place(file),
          name: `${release}: the scenario's beginning`,
          result: setup.status,
          message: setup.outcome,
          details: setup.outcome,
          output: '',
        },
      ]

const endedCases = ({ ended, hops }: OrderedRun, file: string): JunitCase[] =>
  ended === undefined
    ? []
    : [
        {
          ...place(file),
          name: `${hops.length + 1}. and the hops after it`,
          result: 'could not run',
          message: endedText,
          details: endedText,
          output: '',
        },
      ]

/** Of what no clock was asked for. */
const place = (file: string) => ({ file, line: undefined, milliseconds: 0 })

const hopCases = (run: OrderedRun, first: OrderedRun | undefined, file: string): JunitCase[] =>
  run.hops.map((hop, i) => {
    const result = hopResult(run, i, first)
    const text = hopText(hop, true).trimEnd()
    return {
      file,
      line: undefined,
      milliseconds: hop.milliseconds,
      name: `${i + 1}. ${hop.from} → ${hop.to}`,
      result,
      message: hop.outcome || result,
      details: text,
      output: result === 'passed' ? text : '',
    }
  })
