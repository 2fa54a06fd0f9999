// Every recorded scenario and path as a test of its name. Those of a release that are to run are played together before the
// first of its tests, which then tell what became of each.
import { join } from 'node:path'
import { beforeAll, describe, it, type TestContext } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { isKnown, type KnownDifference, outdated, readKnownDifferences } from './known-differences.ts'
import { runPaths } from './run-paths.ts'
import { type Failure, failureText, type ReleaseReport, runRelease } from './run-release.ts'
import { answeredBy, loadPaths, recordedScenarios, scenarioName } from './scenario.ts'

const golden = join(packageRoot, 'e2e/golden')
const knownFile = 'e2e/conformance/known-differences.json'
const known = readKnownDifferences(join(packageRoot, knownFile))
const scenarios = recordedScenarios(golden)
const paths = loadPaths(join(golden, 'paths'))

/** Of releases all of whose recordings were played. */
const whole: ReleaseReport[] = []

function describeRelease<T extends { file: string }>(
  release: string,
  recordings: ReadonlyMap<string, T>,
  play: (chosen: T[]) => Promise<ReleaseReport>,
): void {
  describe.concurrent(release, () => {
    let report: ReleaseReport
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook wants
    beforeAll(async ({}, { tasks }) => {
      const chosen = tasks.filter(({ mode }) => mode !== 'skip').map(({ name }) => recordings.get(name)!)
      report = await play(chosen)
      if (chosen.length === recordings.size) whole.push(report)
    })
    for (const [name, { file }] of recordings)
      it(name, (context) => {
        const failures = report.failures.filter((f) => f.file === file)
        return judge(context, release, failures)
      })
  })
}

/** Fails with all differences that are not known; tells of those that are. */
async function judge(context: TestContext, release: string, failures: readonly Failure[]): Promise<void> {
  const of = (f: Failure): KnownDifference | undefined =>
    known.find((k) => isKnown([k], release, f.scenario, f.step))
  for (const f of failures) {
    const reason = of(f)?.reason
    if (reason !== undefined) await context.annotate(`${f.scenario} step ${f.step} differs: ${reason}`)
  }
  const unknown = failures.filter((f) => of(f) === undefined)
  if (unknown.length > 0) throw failed(unknown.map((f) => failureText(release, f, 12)).join('\n'))
}

/** An error whose place tells nothing: what differs is in the recording. */
const failed = (message: string): Error => Object.assign(new Error(message), { stack: '' })

for (const release of recordedReleases())
  describeRelease(
    release,
    new Map(answeredBy(release, scenarios).map((s) => [scenarioName(s), s])),
    (chosen) => runRelease({ release, scenarios: chosen }),
  )
describeRelease('paths', new Map(paths.map((p) => [p.name, p])), (chosen) => runPaths({ paths: chosen }))

it(`has every known difference in ${knownFile} still`, ({ skip }) => {
  skip(whole.length <= recordedReleases().length, 'only a part was played')
  const agreeing = outdated(known, whole).map((k) => `${k.scenario} (${k.steps?.join(', ') ?? 'all steps'})`)
  if (agreeing.length > 0) throw failed(`agree now; take them out: ${agreeing.join('; ')}`)
})
