import { relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { canonical } from './canonical.ts'
import { differences } from './differences.ts'
import { Memory, play, type Result } from './play.ts'
import { type Expected, type Scenario, type Step, scenarioName } from './scenario.ts'
import { startServerHere } from './server-here.ts'
import { serverFolder, startServerProcess } from './server-process.ts'

/** A step whose answer differs from the recorded one; `diff` has the lines. */
export interface Failure {
  scenario: string
  step: string
  /** Where it is recorded. */
  file: string
  request: string
  diff: string[]
}
/** The comparison of a release's recorded answers; totals by category. */
export interface ReleaseReport {
  release: string
  totals: Record<string, { passed: number; failed: number }>
  failures: Failure[]
  /** Scenario and step of everything that was compared. */
  compared: { scenario: string; step: string }[]
}

const sideBySide = 12
/** A difference for people: what was asked and where that is recorded, then up to `lines` lines of what differs. */
export const failureText = (release: string, f: Failure, lines: number): string =>
  [
    `${release} ${f.scenario} step ${f.step}: ${f.request} (${relative(process.cwd(), f.file)})`,
    ...f.diff.slice(0, lines),
  ].join('\n     ')

/** Plays scenarios that a release answered: one server for each set, independent scenarios side by side. */
export async function runRelease(options: {
  release: string
  scenarios: readonly Scenario[]
  jobs?: number
  /** The address of an etcd that servers keep their data in. Default: they keep it in memory */
  etcd?: string | undefined
}): Promise<ReleaseReport> {
  const sets = new Map<string, Scenario[]>()
  for (const scenario of options.scenarios) {
    const key = serverOf(scenario)
    sets.set(key, [...(sets.get(key) ?? []), scenario])
  }
  const report: ReleaseReport = { release: options.release, totals: {}, failures: [], compared: [] }
  // Those that wait or watch longest first, then the largest.
  const idle = (set: readonly Scenario[]): number => Math.max(...set.map(idleTime))
  const queue = [...sets.values()].sort((a, b) => idle(b) - idle(a) || b.length - a.length)
  await inParallel(options.jobs ?? 4, queue, (set) =>
    runSet({ ...options, flags: set[0]!.flags ?? [], scenarios: set }, report),
  )
  report.failures.sort((a, b) => (a.scenario < b.scenario ? -1 : a.scenario > b.scenario ? 1 : 0))
  return report
}

/** Does `work` for all items, `jobs` at a time, in their order. Rejects with the first error. */
export async function inParallel<T>(
  jobs: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}

/** Milliseconds that a scenario may take of the time of those that wait until nobody else writes. */
const longAlone = 10_000

/**
 * Which scenarios share a server: those with the same flags, but that what extends the API shows in discovery, and that one which has to
 * be alone for long has a server of its own.
 */
const serverOf = (scenario: Scenario): string =>
  [
    JSON.stringify(scenario.flags ?? []),
    scenario.file.includes('/extension/') ? scenario.category : '',
    showsListRevision(scenario) && idleTime(scenario) > longAlone ? scenario.name : '',
  ].join(' ')

/** Scenarios that ask one server. */
interface ScenarioSet {
  readonly release: string
  readonly etcd?: string | undefined
  readonly flags: readonly string[]
  readonly scenarios: readonly Scenario[]
}

async function runSet(
  { release, etcd, flags, scenarios }: ScenarioSet,
  report: ReleaseReport,
): Promise<void> {
  const folder = serverFolder()
  try {
    const start = isOwnProcess(release, flags) ? startServerProcess : startServerHere
    const target = await start({ release, dir: folder.dir, flags, etcd })
    try {
      // Those that wait or watch longest start first, so that others run meanwhile.
      const ordered = [...scenarios].sort((a, b) => idleTime(b) - idleTime(a))
      const one = async (scenario: Scenario): Promise<void> =>
        count(report, scenario, await playScenario(target, scenario, release))
      const shared = ordered.filter((s) => !showsListRevision(s))
      await Promise.all([
        inParallel(1, shared.filter(claimsSharedThings), one),
        inParallel(
          sideBySide,
          shared.filter((s) => !claimsSharedThings(s)),
          one,
        ),
      ])
      await inParallel(1, ordered.filter(showsListRevision), one)
    } finally {
      await target.stop()
    }
  } catch (error) {
    const diff = [(error as Error).message]
    for (const s of scenarios)
      count(
        report,
        s,
        s.steps
          .filter((x) => x.setup !== true)
          .map((x) => ({
            scenario: scenarioName(s),
            step: x.id,
            file: s.file,
            request: `${x.method} ${x.path}`,
            diff,
          })),
      )
  } finally {
    folder.remove()
  }
}

/** One of the servers is a process as a user starts it: that of the newest release without flags. */
const isOwnProcess = (release: string, flags: readonly string[]): boolean =>
  flags.length === 0 && release === recordedReleases().at(-1)

/** Services take addresses and node ports from one pool: side by side, one may get what another asks for by number. */
const claimsSharedThings = (s: Scenario): boolean =>
  s.steps.some((step) => step.method !== 'GET' && /\/(services|servicecidrs|ipaddresses)\b/.test(step.path))

/**
 * In a list as YAML its revision is compared: with those of the objects before and after it, and the fewer others write meanwhile, the
 * more that tells.
 */
const showsListRevision = (s: Scenario): boolean =>
  s.steps.some((step) =>
    step.expect.some(
      ({ body }) => typeof body === 'string' && /^kind: \w+List\n(.+\n)* {2}resourceVersion: /m.test(body),
    ),
  )

const idleTime = (s: Scenario): number =>
  s.steps.reduce(
    (sum, step) =>
      sum +
      (step.waitMs ?? 0) +
      (/watch=/.test(step.path) ? 1000 * Number(/timeoutSeconds=(\d+)/.exec(step.path)?.[1] ?? 0) : 0),
    0,
  )

/** Made once for all releases. */
const requests = new WeakMap<Scenario, Step[]>()
const answers = new WeakMap<Expected, Omit<Expected, 'releases'>>()

function requestsOf(scenario: Scenario): Step[] {
  const known = requests.get(scenario) ?? scenario.steps.map(({ expect: _e, ...step }) => step)
  requests.set(scenario, known)
  return known
}

function answerOf(recorded: Expected): Omit<Expected, 'releases'> {
  const { releases: _r, ...answer } = recorded
  const known = answers.get(recorded) ?? canonical(answer)
  answers.set(recorded, known)
  return known
}

async function playScenario(
  target: { server: string; token: string },
  scenario: Scenario,
  release: string,
): Promise<Failure[]> {
  const memory = new Memory()
  const results = await play(target, requestsOf(scenario), memory)
  return scenario.steps.flatMap((step, i) => {
    if (step.setup === true) return []
    const want = answerOf(step.expect.find((e) => e.releases.includes(release))!)
    const got = results[i] as Result
    if (isDeepStrictEqual(want, got)) return []
    const diff = 'error' in got ? [got.error] : differences(memory.symbols.recorded(want), got)
    if (diff.length === 0) return []
    return [
      {
        scenario: scenarioName(scenario),
        step: step.id,
        file: scenario.file,
        request: `${step.method} ${step.path}`,
        diff,
      },
    ]
  })
}

function count(report: ReleaseReport, scenario: Scenario, failures: Failure[]): void {
  report.totals[scenario.category] ??= { passed: 0, failed: 0 }
  const total = report.totals[scenario.category]!
  total.failed += failures.length
  total.passed += scenario.steps.filter((s) => s.setup !== true).length - failures.length
  report.failures.push(...failures)
  const compared = scenario.steps.filter((s) => s.setup !== true)
  report.compared.push(...compared.map((s) => ({ scenario: scenarioName(scenario), step: s.id })))
}
