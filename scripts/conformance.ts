// Replays the recorded answers of the real kube-apiserver against the simulated one, counts them step by step, and makes and
// checks docs/fidelity.md. The tests of the project `conformance` (e2e/conformance/answers.recorded.ts) play the same, with names.
// usage: npm run conformance -- [--release 1.34[,1.36]|all] [--paths] [--only TEXT] [--dir DIR] [--json FILE] [-v] [--etcd-servers URL]
//                               [--known FILE] [--check DOCUMENT | --write DOCUMENT]
// With --etcd-servers, the simulated servers keep their data there. With --known, differences that the file lists with their reason count as skipped, and an entry that is no longer
// needed as a failure. --write makes the document of all figures (docs/fidelity.md), --check holds it against the run.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../component-base/package-root.ts'
import { recordedReleases } from '../component-base/release-facts.ts'
import { fidelityDocument } from '../e2e/conformance/fidelity-document.ts'
import {
  isKnown,
  type KnownDifference,
  outdated,
  readKnownDifferences,
} from '../e2e/conformance/known-differences.ts'
import { releasesAtOnce } from '../e2e/conformance/releases-at-once.ts'
import { runPaths } from '../e2e/conformance/run-paths.ts'
import { failureText, inParallel, type ReleaseReport, runRelease } from '../e2e/conformance/run-release.ts'
import { answeredBy, loadPaths, recordedScenarios } from '../e2e/conformance/scenario.ts'
import { commandLine } from './command-line.mjs'

const { values } = commandLine(
  'npm run conformance -- [--release 1.34[,1.36]|all] [--paths] [--only TEXT] [--dir DIR] [--json FILE] [-v] [--etcd-servers URL] [--known FILE] [--check DOCUMENT | --write DOCUMENT]',
  {
    options: {
      release: { type: 'string' },
      paths: { type: 'boolean' },
      only: { type: 'string' },
      dir: { type: 'string' },
      'etcd-servers': { type: 'string' },
      json: { type: 'string' },
      known: { type: 'string' },
      check: { type: 'string' },
      write: { type: 'string' },
      verbose: { type: 'boolean', short: 'v' },
    },
  },
)
const etcd = values['etcd-servers']
const dir = values.dir ?? join(packageRoot, 'e2e/golden')
const known: KnownDifference[] = values.known === undefined ? [] : readKnownDifferences(values.known)

function chosenReleases(): string[] {
  if (values.release === undefined) return values.paths === true ? [] : recordedReleases()
  return values.release === 'all' ? recordedReleases() : values.release.split(',')
}

const sums = { passed: 0, failed: 0, skipped: 0 }

function print(report: ReleaseReport): void {
  const unknown = report.failures.filter((f) => !isKnown(known, report.release, f.scenario, f.step))
  for (const f of unknown)
    console.log(`FAIL ${failureText(report.release, f, values.verbose === true ? 12 : 3)}`)
  let passed = 0
  for (const [category, t] of Object.entries(report.totals).sort()) {
    passed += t.passed
    console.log(`${category.padEnd(44)} ${String(t.passed).padStart(5)}/${t.passed + t.failed}`)
  }
  const all = passed + report.failures.length
  console.log(
    `release ${report.release}: ${passed} of ${all} (${((100 * passed) / Math.max(1, all)).toFixed(2)} %)\n`,
  )
  sums.passed += passed
  sums.failed += unknown.length
  sums.skipped += report.failures.length - unknown.length
}

const releases = chosenReleases()
const scenarios = releases.length === 0 ? [] : recordedScenarios(dir, values.only)
const runs: { scenarios: number; run: () => Promise<ReleaseReport> }[] = releases.map((release) => {
  const answered = answeredBy(release, scenarios)
  return { scenarios: answered.length, run: () => runRelease({ release, scenarios: answered, etcd }) }
})
if (values.paths === true)
  runs.push({
    scenarios: 0,
    run: () => runPaths({ paths: loadPaths(join(dir, 'paths'), values.only), etcd }),
  })
const reports: ReleaseReport[] = []
// The longest first, so that the last does not run alone for long.
const queue = [...runs.entries()].sort(([, a], [, b]) => b.scenarios - a.scenarios)
await inParallel(releasesAtOnce, queue, async ([at, { run }]) => {
  reports[at] = await run()
})
for (const report of reports) print(report)

if (values.known !== undefined && values.only === undefined && reports.length > recordedReleases().length) {
  for (const k of outdated(known, reports)) {
    sums.failed++
    console.log(
      `FAIL ${values.known}: ${k.scenario} (${k.steps?.join(', ') ?? 'all steps'}) agrees now; take the entry out`,
    )
  }
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(reports, undefined, 1))
const document = fidelityDocument(reports, known)
if (values.write !== undefined) writeFileSync(values.write, document)
if (values.check !== undefined && readFileSync(values.check, 'utf8') !== document) {
  sums.failed++
  console.log(`FAIL ${values.check} does not show these figures; run 'npm run fidelity'`)
}
console.log(`${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`)
process.exitCode = sums.failed > 0 || sums.passed === 0 ? 1 : 0
