// Replays the recorded answers of the real kube-apiserver against the simulated one.
// usage: npm run conformance -- [--release 1.34[,1.36]|all] [--paths] [--only TEXT] [--dir DIR] [--json FILE] [-v]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packageRoot } from '../component-base/package-root.ts'
import { recordedReleases } from '../component-base/release-facts.ts'
import { runPaths } from '../e2e/conformance/run-paths.ts'
import { type ReleaseReport, runRelease } from '../e2e/conformance/run-release.ts'

const { values } = parseArgs({
  options: {
    release: { type: 'string' },
    paths: { type: 'boolean' },
    only: { type: 'string' },
    dir: { type: 'string' },
    json: { type: 'string' },
    verbose: { type: 'boolean', short: 'v' },
  },
})
const dir = values.dir ?? join(packageRoot, 'e2e/golden')
const releases =
  values.release === undefined
    ? values.paths === true
      ? []
      : recordedReleases()
    : values.release === 'all'
      ? recordedReleases()
      : values.release.split(',')
const only = values.only === undefined ? {} : { only: values.only }

function print(report: ReleaseReport): { passed: number; failed: number } {
  for (const f of report.failures) {
    console.log(`FAIL ${report.release} ${f.scenario} step ${f.step}: ${f.request}`)
    for (const line of f.diff.slice(0, values.verbose === true ? 12 : 3)) console.log(`     ${line}`)
  }
  let passed = 0
  let failed = 0
  for (const [category, t] of Object.entries(report.totals).sort()) {
    passed += t.passed
    failed += t.failed
    console.log(`${category.padEnd(36)} ${String(t.passed).padStart(5)}/${t.passed + t.failed}`)
  }
  console.log(
    `release ${report.release}: ${passed} of ${passed + failed} (${((100 * passed) / Math.max(1, passed + failed)).toFixed(2)} %)\n`,
  )
  return { passed, failed }
}

const reports: ReleaseReport[] = []
for (const release of releases)
  reports.push(await runRelease({ dir: join(dir, 'conformance'), release, ...only }))
if (values.paths === true) reports.push(await runPaths({ dir: join(dir, 'paths'), ...only }))
const sums = reports.map(print)
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(reports, undefined, 1))
const total = sums.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
  passed: 0,
  failed: 0,
})
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
