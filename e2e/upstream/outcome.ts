// What e2e.test prints of its tests. Upstream: github.com/onsi/ginkgo/v2/reporters/default_reporter.go (verbose)

/** How a test ended. `none`: e2e.test did not run it. */
export type Outcome = 'pass' | 'fail' | 'timeout' | 'none'

/** The end of a test, with the first line of why it failed. */
export interface TestEnd {
  outcome: Outcome
  failure: string
  seconds: number
}

interface Reports {
  onStart(name: string): void
  onEnd(name: string, end: TestEnd): void
}

/** `• [FAILED] [46.3 seconds]`; without a word it passed. */
const endLine = /^(?:•|S) (?:\[([A-Z]+)\] )?\[([\d.]+) seconds\]$/

/** Reads the output of a run of several tests, in pieces as they come. */
export class TestOutput {
  private readonly names: ReadonlySet<string>
  private readonly reports: Reports
  private line = ''
  private running: string | undefined
  /** Of a test that did not pass: why is said after its end, up to the next rule. */
  private failing: { name: string; end: TestEnd; said: string[] } | undefined
  /** The last line that says something. */
  lastLine = ''

  constructor(names: Iterable<string>, reports: Reports) {
    this.names = new Set(names)
    this.reports = reports
  }

  read(piece: string): void {
    const lines = (this.line + piece).split('\n')
    this.line = lines.pop()!
    for (const line of lines) this.readLine(line)
  }

  /** After the last piece. */
  close(): void {
    this.readLine(this.line)
    this.endFailing()
  }

  private readLine(line: string): void {
    if (line.trim() !== '') this.lastLine = line.trim()
    if (/^-{10,}$/.test(line)) this.endFailing()
    else if (this.failing !== undefined) this.failing.said.push(line)
    else if (this.running === undefined) this.begin(line)
    else this.mayEnd(this.running, line)
  }

  /** The name is followed by the labels. */
  private begin(line: string): void {
    const name = line.replace(/ \[[^[\]]*\]$/, '')
    const known = this.names.has(name) ? name : this.names.has(line) ? line : undefined
    if (known === undefined) return
    this.running = known
    this.reports.onStart(known)
  }

  private mayEnd(name: string, line: string): void {
    const [, word, seconds] = endLine.exec(line) ?? []
    if (seconds === undefined) return
    this.running = undefined
    const end: TestEnd = { outcome: outcomeOf(word), failure: '', seconds: Math.round(Number(seconds)) }
    if (end.outcome === 'pass') this.reports.onEnd(name, end)
    else this.failing = { name, end, said: [] }
  }

  private endFailing(): void {
    if (this.failing === undefined) return
    const { name, end, said } = this.failing
    this.failing = undefined
    this.reports.onEnd(name, { ...end, failure: failureIn(said) })
  }
}

function outcomeOf(word: string | undefined): Outcome {
  if (word === undefined) return 'pass'
  if (word === 'SKIPPED' || word === 'PENDING') return 'none'
  return word === 'TIMEDOUT' || word === 'INTERRUPTED' ? 'timeout' : 'fail'
}

/** Of the messages after [FAILED], the first that says more than where it was, or that time was over. */
function failureIn(lines: readonly string[]): string {
  const said = [...lines.join('\n').matchAll(/\[[A-Z]+\] (.+(?:\n {2}\S.*)?)/g)].map(([, text]) =>
    text!
      .replace(/^An? [\w ]+ occurred and then[^\n]*\n/, '')
      .split('\n')[0]!
      .trim(),
  )
  return said.find((text) => !/^in \[|^\[|^A suite timeout|^Interrupted by/.test(text)) ?? said[0] ?? ''
}
