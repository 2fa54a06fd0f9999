// gates/flags-cases.json: starts of kube-apiserver with one or two flags more than usual.
import { errorSet, sortedFeatures } from './aggregates.ts'
import { adminToken, createWorkspace, portOf, type Workspace } from './apiserver-flags.ts'
import { present, readJson } from './case-files.ts'
import { type CaseKind, type CaseResult, compareJson } from './case-result.ts'
import { freePort, inParallel, type ProcessOutcome, runComponent } from './component-process.ts'
import { errorLines, parseLog } from './log-lines.ts'

interface Case {
  release: string
  flags: string[]
  exitCode: number | null
  started: boolean
  stderrFirstError: string[]
  warnings: string[]
  unstable?: boolean
  stdout?: string
}

const file = 'gates/flags-cases.json'

/** `"command failed" err="[a, b]"` with the errors sorted, since upstream's order is random. */
export function normalError(line: string): string {
  const match = /^"command failed" err="(.*)"$/s.exec(line)
  if (match === null) return line
  const text = match[1]!.replace(/\\(.)/g, '$1')
  return `command failed: ${errorSet(text).join(' | ')}`
}

/** A recorded line may say `<host address>` for an address of the machine. */
function sameLine(recorded: string, actual: string): boolean {
  if (!recorded.includes('<host address>')) return recorded === actual
  const [before, after] = recorded.split('<host address>') as [string, string]
  return actual.startsWith(before) && actual.endsWith(after)
}

/** Messages about gates and versions: none may be there that was not recorded. */
const aboutGates =
  /setting (GA|deprecated) feature gate|already queried feature|alpha features enabled|alpha api enabled/i

function warningsOf(outcome: ProcessOutcome, recorded: readonly string[]): string[] {
  const messages = parseLog(outcome.stderr).map((l) => sortedFeatures(l.message))
  return [...new Set(messages.filter((m) => recorded.includes(m) || aboutGates.test(m)))].sort()
}

/** The build's own facts differ. */
const comparableVersion = (text: string): string =>
  text.replace(/(GoVersion|BuildDate|GitCommit|Platform):\\?"[^"]*"/g, '$1')

function judge(recorded: Case, outcome: ProcessOutcome): CaseResult {
  const found = errorLines(parseLog(outcome.stderr)).map(normalError)
  const wanted = recorded.stderrFirstError.map(normalError)
  const warnings = [...new Set(recorded.warnings.map(sortedFeatures))].sort()
  const expected = {
    exitCode: recorded.exitCode,
    started: recorded.started,
    errors: wanted,
    warnings,
    stdout: comparableVersion(recorded.stdout ?? ''),
  }
  const errors = wanted.map((line) =>
    found.some((other) => sameLine(line, other)) ? line : `instead: ${found.join(' / ')}`,
  )
  const actual = {
    exitCode: outcome.exitCode,
    started: outcome.ready,
    errors,
    warnings: warningsOf(outcome, warnings),
    stdout: recorded.stdout === undefined ? '' : comparableVersion(outcome.stdout),
  }
  return compareJson(`${recorded.release} ${recorded.flags.join(' ')}`, expected, actual)
}

async function runCase(recorded: Case, workspace: Workspace): Promise<CaseResult> {
  const flags = workspace.flags(await freePort(), recorded.flags)
  const port = portOf(flags)
  const outcome = await runComponent({
    args: ['kube-apiserver', '--release', recorded.release, ...flags],
    cwd: workspace.dir,
    timeout: 15_000,
    ready: { port, token: adminToken },
  })
  return judge(recorded, outcome)
}

async function* run(dir: string): AsyncIterable<CaseResult> {
  const workspace = createWorkspace()
  try {
    const stable = readJson<Case[]>(dir, file).filter((c) => c.unstable !== true)
    yield* inParallel(stable, 2, (recorded) => runCase(recorded, workspace))
  } finally {
    workspace.remove()
  }
}

/** The recorded starts of kube-apiserver. */
export const flagsCases: CaseKind = { files: (dir) => present(dir, file), run }
