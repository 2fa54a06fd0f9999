// `kepsim path "1.30 → 1.36 → 1.30" SCENARIO`: one live store through releases.
import { hopText, setupText } from '../replay/path/hop-text.ts'
import { loadPathScenario } from '../replay/path/load-path-scenario.ts'
import type { HopResult } from '../replay/path/path-result.ts'
import type { Checked } from '../replay/path/path-scenario.ts'
import { releasesOfPath } from '../replay/path/path-spec.ts'
import { type OrderedRun, ordersOf, pathJson, verdictOf } from '../replay/path/path-verdict.ts'
import { type PathOptions, runPath } from '../replay/path/run-path.ts'
import { onGithub, withCommandsStopped } from '../replay/report/github.ts'
import type { Command } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { durationOption } from './duration-option.ts'
import { endedBySignals } from './ended-by-signals.ts'
import { errorText } from './error-text.ts'
import { recordedGateFacts } from './gate-facts.ts'
import { kubectlRunner } from './kubectl-option.ts'
import { pathLine } from './lines/path.ts'
import { checkOutputFiles, writeOutput } from './output-files.ts'
import { readPlanOption } from './plan-option.ts'
import { writePages } from './replay-reports.ts'
import { isStoredPath, type StoredObjects, storedPath } from './stored-path.ts'

interface Flags extends StoredObjects {
  orders: 'prescribed' | 'all'
  featureGates: Record<string, boolean>
  plan?: string
  section?: string
  kubectl: string
  hopTimeout: string
  explain?: boolean
  allowUnchecked?: boolean
  etcdPrefix: string
  json?: string
  html?: string
  svg?: string
  junit?: string
}

// What a module has left running does not keep the process.
/** `kepsim path`. Ends the process itself, since a scenario's module may keep it running. */
export const run: Command = async (args) => process.exit(await statusOf(args))

async function statusOf(args: string[]): Promise<number> {
  // The first signal lets the cluster end, and take its files with it, and the hops that were made are reported.
  const ended = endedBySignals()
  try {
    const code = await pathCommand(args, ended.signal)
    return ended.exitCode() ?? code
  } catch (error) {
    const code = ended.exitCode()
    if (code !== undefined && error === ended.signal.reason) return code
    process.stderr.write(errorText('path', error))
    return code ?? 2
  }
}

async function pathCommand(args: string[], signal: AbortSignal): Promise<number> {
  const line = readCommandLine<Flags>(pathLine, args)
  if (line === undefined) return 0
  const { flags, words } = line
  checkOutputFiles({ junit: flags.junit, html: flags.html, svg: flags.svg, json: flags.json }, [
    ...words,
    flags.plan,
    flags.etcdSnapshot,
  ])
  const facts = recordedGateFacts(await readPlanOption(flags.plan))
  const releases = releasesOfPath(words[0]!, (release) => facts.known(release))
  const file = words[1]
  if (isStoredPath(flags))
    return storedPath({ ...flags, scenario: file, gates: flags.featureGates }, releases, { facts, signal })
  const scenario = file === undefined ? undefined : await loadPathScenario(file, flags.section)
  const timeoutMs = durationOption('hop-timeout', flags.hopTimeout)
  const screen = flags.json === '-' ? process.stderr : process.stdout
  const write = (text: string): void => void screen.write(text)
  const kubectl = await kubectlRunner(flags.kubectl)
  if (kubectl.note !== undefined) process.stderr.write(`kepsim path: ${kubectl.note}\n`)
  const given = {
    releases,
    scenario,
    gates: flags.featureGates,
    facts,
    kubectl: kubectl.run,
    timeoutMs,
    signal,
  }
  const walk = (): Promise<OrderedRun[]> => walkAll(given, flags, write)
  const runs = await (onGithub() ? withCommandsStopped(write, walk) : walk())
  await writeReports(releases, runs, file, flags)
  return verdictOf(runs, flags.allowUnchecked).exitCode
}

async function walkAll(
  given: PathOptions,
  { explain, orders }: Flags,
  write: (text: string) => void,
): Promise<OrderedRun[]> {
  const onSetup = (setup: Checked): void => write(setupText(given.releases[0]!, setup))
  const onHop = (hop: HopResult): void => write(hopText(hop, explain === true))
  const runs: OrderedRun[] = []
  const all = ordersOf(given.releases, orders)
  for (const order of all) {
    if (orders === 'all') write(`== ${order?.join(', then ') ?? 'as prescribed'}\n\n`)
    runs.push({ order, ...(await runPath({ ...given, order, onSetup, onHop })) })
    if (given.signal?.aborted) break
  }
  // Also where it was ended between two walks: those that are missing have not passed.
  if (runs.length < all.length) runs.push({ ...runs.pop()!, ended: true })
  if (runs.at(-1)?.ended) tellEnd(runs, all.length * (given.releases.length - 1))
  write(`${verdictOf(runs).text}\n`)
  return runs
}

/** A path that was ended looks shorter than it is. */
function tellEnd(runs: readonly OrderedRun[], hops: number): void {
  const made = runs.reduce((sum, run) => sum + run.hops.length, 0)
  process.stderr.write(`kepsim path: ended after ${made} of ${hops} hops\n`)
}

async function writeReports(
  releases: readonly string[],
  runs: readonly OrderedRun[],
  file: string | undefined,
  { allowUnchecked, html, svg, json, junit }: Flags,
): Promise<void> {
  if (html !== undefined || svg !== undefined) {
    const { pathModel } = await import('../replay/report/html/path-model.ts')
    await writePages({ html, svg }, pathModel(releases, runs, file))
  }
  if (junit !== undefined) {
    const { pathJunit } = await import('../replay/path/junit.ts')
    writeOutput('--junit', junit, pathJunit(releases, runs, file ?? 'kepsim path'))
  }
  if (json === undefined) return
  const text = pathJson(releases, runs, allowUnchecked === true)
  if (json === '-') process.stdout.write(text)
  else writeOutput('--json', json, text)
}
