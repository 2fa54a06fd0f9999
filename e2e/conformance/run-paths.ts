import { isDeepStrictEqual } from 'node:util'
import { canonical } from './canonical.ts'
import { differences } from './differences.ts'
import { Memory, play, type Result } from './play.ts'
import type { Failure, ReleaseReport } from './run-release.ts'
import { inParallel } from './run-release.ts'
import type { PathScenario } from './scenario.ts'
import { startServerHere } from './server-here.ts'
import { type Server, type ServerStart, serverFolder, startServerProcess } from './server-process.ts'

/** Plays upgrade and downgrade paths: one data directory, a new server for each phase. Paths of the same phases share the servers. */
export async function runPaths(options: {
  paths: readonly PathScenario[]
  jobs?: number
  /** The address of an etcd that servers keep their data in. Default: a directory */
  etcd?: string | undefined
}): Promise<ReleaseReport> {
  const groups = new Map<string, PathScenario[]>()
  for (const path of options.paths) {
    const key = JSON.stringify(path.phases.map((p) => [p.release, p.flags ?? []]))
    groups.set(key, [...(groups.get(key) ?? []), path])
  }
  const report: ReleaseReport = { release: 'paths', totals: {}, failures: [], compared: [] }
  // The servers of one group are processes as a user starts them.
  await inParallel(options.jobs ?? 2, [...[...groups.values()].entries()], ([i, paths]) =>
    runGroup(
      paths,
      (start) => (i === 0 ? startServerProcess : startServerHere)({ ...start, etcd: options.etcd }),
      report,
    ),
  )
  return report
}

async function runGroup(
  paths: readonly PathScenario[],
  start: (options: ServerStart) => Promise<Server>,
  report: ReleaseReport,
): Promise<void> {
  const folder = serverFolder()
  const memories = new Map(paths.map((p) => [p, new Memory()]))
  try {
    for (const [i, phase] of paths[0]!.phases.entries()) {
      const target = await start({
        release: phase.release,
        dir: folder.dir,
        flags: phase.flags ?? [],
        keepData: true,
      }).catch((error: Error) => error)
      for (const path of paths) {
        const steps = path.phases[i]!.steps
        const results =
          target instanceof Error
            ? steps.map((): Result => ({ error: target.message }))
            : await play(
                target,
                steps.map(({ expect: _e, ...step }) => step),
                memories.get(path)!,
              )
        judge(report, path, i, results)
      }
      if (!(target instanceof Error)) await target.stop()
    }
  } finally {
    folder.remove()
  }
}

function judge(report: ReleaseReport, path: PathScenario, phase: number, results: readonly Result[]): void {
  report.totals[path.name] ??= { passed: 0, failed: 0 }
  const total = report.totals[path.name]!
  const { release, steps } = path.phases[phase]!
  for (const [i, step] of steps.entries()) {
    if (step.setup === true) continue
    report.compared.push({ scenario: `${path.name} phase ${phase + 1} (${release})`, step: step.id })
    const got = results[i]!
    const want = canonical(step.expect)
    if (isDeepStrictEqual(want, got)) {
      total.passed++
      continue
    }
    total.failed++
    const failure: Failure = {
      scenario: `${path.name} phase ${phase + 1} (${release})`,
      step: step.id,
      file: path.file,
      request: `${step.method} ${step.path}`,
      diff: 'error' in got ? [got.error] : differences(want, got),
    }
    report.failures.push(failure)
  }
}
