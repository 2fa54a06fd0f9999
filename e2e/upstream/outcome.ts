// What e2e.test prints at the end of a run of one test.

/** How a test ended. `none`: e2e.test did not run it. */
export type Outcome = 'pass' | 'fail' | 'timeout' | 'none'

/** The end of a test, with the first line of why it failed. */
export interface TestEnd {
  outcome: Outcome
  failure: string
}

/** The end that e2e.test's output tells. @param killed it did not end in its time */
export function endOf(output: string, killed: boolean): TestEnd {
  if (killed) return { outcome: 'timeout', failure: failureIn(output) }
  const counts = /(\d+) Passed \| (\d+) Failed/.exec(output)
  if (counts === null) return { outcome: 'none', failure: lastLine(output) }
  const [, passed, failed] = counts
  if (passed === '1' && failed === '0') return { outcome: 'pass', failure: '' }
  if (failed === '0') return { outcome: 'none', failure: 'no test has this name' }
  return {
    outcome: output.includes('Suite Timeout Elapsed') ? 'timeout' : 'fail',
    failure: failureIn(output),
  }
}

/** Of the messages after [FAILED], the first that says more than where it was. */
function failureIn(output: string): string {
  const said = [...output.matchAll(/\[(?:FAILED|TIMEDOUT|PANICKED)\] (.*)/g)].map(([, text]) => text!.trim())
  return said.find((text) => !/^in \[|^\[\d|^A suite timeout/.test(text) && text !== '') ?? said[0] ?? ''
}

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? ''
