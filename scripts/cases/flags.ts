// gates/flags-cases.json: starts of kube-apiserver with one or two flags more than usual.
import { freePort } from '../../cluster/free-port.ts'
import { errorSet, sortedFeatures } from './aggregates.ts'
import { adminToken, createWorkspace, portOf } from './apiserver-flags.ts'
import { present, readJson } from './case-files.ts'
import { errorLines, type LogLine, parseLog } from './log-lines.ts'
import { eachOutcome, readOutcomes } from './outcomes.ts'
import { type CaseKind, compareJson, firstOfEach } from './recorded-case.ts'
import { type Outcome, runComponent } from './run-component.ts'

/** How a kube-apiserver started. */
export interface ServerStart {
  exitCode: number | null
  started: boolean
  stderrFirstError: string[]
  warnings: string[]
  stdout?: string
}

/** A start with these flags beside the usual ones; `unstable`: it hung on the host or on timing. */
export interface RecordedFlags extends ServerStart {
  release: string
  flags: string[]
  unstable?: boolean
}

/** The starts that were recorded first. */
export const flagsFile = 'gates/flags-cases.json'
/** The same of more releases, and more flags, by the project's own recorder. */
export const flagsOutcomesFile = 'gates/flags-outcomes.json'

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

/** Messages about gates and versions, of whatever severity. */
const aboutGates =
  /^"Warning: |setting (GA|deprecated) feature gate|already queried feature|alpha features enabled|alpha api enabled/i

/** None may be there that was not recorded: klog's warnings, pflag's notices, and what is said of gates. */
function warningsOf(log: readonly LogLine[], recorded: readonly string[]): string[] {
  const errors = errorLines(log)
  return log
    .map(({ severity, message }) => ({ severity, message, plain: sortedFeatures(message) }))
    .filter(
      ({ severity, message, plain }) =>
        'W-'.includes(severity) || aboutGates.test(message) || recorded.includes(plain),
    )
    .filter(({ message }) => !errors.includes(message))
    .map(({ plain }) => plain)
    .sort()
}

/** The build's own facts differ. */
const comparableVersion = (text: string): string =>
  text.replace(/(GoVersion|BuildDate|GitCommit|Platform):\\?"[^"]*"/g, '$1')

function judge(recorded: ServerStart, outcome: Outcome): string {
  const log = parseLog(outcome.stderr)
  const found = errorLines(log).map(normalError)
  const wanted = recorded.stderrFirstError.map(normalError)
  const warnings = recorded.warnings.map(sortedFeatures).sort()
  const expected = {
    exitCode: recorded.exitCode,
    started: recorded.started,
    errors: wanted,
    warnings,
    stdout: comparableVersion(recorded.stdout ?? ''),
  }
  const same = found.length === wanted.length && wanted.every((line, i) => sameLine(line, found[i]!))
  const actual = {
    exitCode: outcome.exitCode,
    started: outcome.ready,
    errors: same ? wanted : found,
    warnings: warningsOf(log, warnings),
    stdout: recorded.stdout === undefined ? '' : comparableVersion(outcome.stdout),
  }
  return compareJson(expected, actual)
}

/** How it ends in this release: it serves, or has an exit code and the kind of its first line. */
const ending = ({ release, exitCode, stderrFirstError: [first = ''] }: RecordedFlags): string =>
  `${release} ${exitCode} ${first.startsWith('Error: ')}`

/** What is printed at every start, of whatever flags: APIs without resources, the store, JSON, and what tells of timing. */
const ofEveryStart =
  /Skipping API |Resetting endpoints for master service|^\[core\] |grpc: |^Trace\[|^watch chan error|^\{"ts"|^Hidden metrics|^\t|^goroutine |^created by |^[\w./*()-]+\((?:0x|\{|\.\.\.|\))/

/** A server that its own watches and hooks ended tells of timing. */
const ofTiming = /PostStartHook|reflector\.go|Handler timeout|while syncing ConfigMap/
/** Whether a start would be the same at another time. */
export const isSteady = ({ stderrFirstError, warnings }: ServerStart): boolean =>
  ![...stderrFirstError, ...warnings].some((line) => ofTiming.test(line))

/** The start that an outcome was, for a recording. */
export function startOf(outcome: Outcome): ServerStart {
  const log = parseLog(outcome.stderr).filter(({ message }) => !ofEveryStart.test(message))
  const { exitCode, ready: started, stdout } = outcome
  const stderrFirstError = started ? [] : errorLines(log)
  const warnings = warningsOf(log, [])
  return { exitCode, started, stderrFirstError, warnings, ...(stdout === '' ? {} : { stdout }) }
}

async function runCase(recorded: RecordedFlags, ownProcess: boolean): Promise<string> {
  const workspace = createWorkspace()
  try {
    const flags = workspace.flags(await freePort(), recorded.flags)
    const outcome = await runComponent({
      args: ['kube-apiserver', '--release', recorded.release, ...flags],
      cwd: workspace.dir,
      ownProcess,
      timeout: 60_000,
      ready: { port: portOf(flags), token: adminToken },
    })
    return judge(recorded, outcome)
  } finally {
    workspace.remove()
  }
}

/** The recorded starts of kube-apiserver. */
export const flagsCases: CaseKind = {
  files: (dir) => present(dir, flagsFile),
  cases(dir) {
    const all = readJson<RecordedFlags[]>(dir, flagsFile).filter((recorded) => recorded.unstable !== true)
    const sample = firstOfEach(all, ending)
    return all.map((recorded) => ({
      id: `${recorded.release} ${recorded.flags.join(' ')}`,
      difference: () => runCase(recorded, sample.has(recorded)),
    }))
  },
  startsComponents: true,
}

/** The recorded starts of kube-apiservers of several releases. */
export const flagsOutcomeCases: CaseKind = {
  files: (dir) => present(dir, flagsOutcomesFile),
  cases(dir, file) {
    const all = eachOutcome(readOutcomes<string[], ServerStart>(dir, file)).map(
      ({ input, version, outcome }) => ({ ...outcome, release: version.slice(1), flags: input }),
    )
    const sample = firstOfEach(all, ending)
    return all.map((recorded) => ({
      id: `${recorded.release} ${recorded.flags.join(' ')}`,
      difference: () => runCase(recorded, sample.has(recorded)),
    }))
  },
  startsComponents: true,
}
