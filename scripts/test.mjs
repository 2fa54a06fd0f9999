// All checks of the project, two or three at a time; what is needed and not there is skipped, visibly.
// usage: npm test [-- STAGE…]      ends with a line `N passed, N failed, N skipped`; exit code 1 when something failed
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { inliningLess, optimizingLess } from '../cli/optimizing-less.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
// A folder `keps` of kubernetes/enhancements, where docs/keps.md is to be verified.
const publishedKeps = process.env['KEPSIM_KEPS']
// The recordings that the copies in e2e/golden come from, and the KEPs; beside the project where its makers work.
const recordings = process.env['KEPSIM_RECORDINGS'] ?? join(root, '../shared')
// Real clients that are built and run against clusters, by name, or `all`: the first build takes ten minutes.
const realClients = process.env['KEPSIM_CLIENTS'] ?? ''
const hasRecordings = existsSync(join(recordings, 'conformance'))
const kubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0

const node = process.execPath
const bin = (name) => join('node_modules/.bin', name)
/** MiB that a heap may reach before V8 looks for garbage in all of it: it would do so again and again while what is imported comes. */
const laterGarbage = '--initial-heap-size=600'
/**
 * Files share what a worker imports, so that its heap grows: a larger young generation is copied less often, and by the thread that
 * needs it, as other workers want the processors. It saves a twentieth of the time; so it does where many servers in one process leave
 * much behind.
 */
const garbage = ['--max-semi-space-size=128', laterGarbage, '--single-threaded-gc']
/** Most of what tests run is soon over: a fifth of the time would go into machine code for it. */
const v8 = [...garbage, ...optimizingLess(process.versions.v8)]
/** Machine code of servers that live for a second is made sooner where less is put into it: a twentieth of the time, with this V8. */
const inlinesLess = inliningLess(process.versions.v8)
const vitest = [node, ...v8, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=default']
/**
 * One test or two of each kind of recordings: the stages `cases` and `conformance` play all of them without vitest, so that its projects
 * of these names would be run by people only (docs/adr/0022-two-runners-of-recorded-cases.md).
 */
const someRecorded = ['1.36 patch/patch-json-ok', 'paths emulated-two-step', 'v1.36.3 --feature-gates=Foo']
/**
 * `beside`: runs in the row of that stage, which stands before it: of a row, two run at a time, or as many as the stage says by `atOnce`.
 * `least`: with fewer tests that pass it has failed; a name that is no longer there is no error of vitest's.
 * @type {{ name: string, run: string[], count?: 'lines' | 'one', least?: number, beside?: string, atOnce?: number, skip?: string | false }[]}
 */
const stages = [
  // `npm ci` has built it, mostly.
  { name: 'build', run: [node, 'scripts/build.mjs', '--if-changed'] },
  { name: 'unused', run: ['npm', 'run', '-s', 'unused'] },
  { name: 'types', beside: 'unused', run: ['npm', 'run', '-s', 'typecheck'] },
  { name: 'lint', beside: 'unused', run: [bin('biome'), 'check', '.'] },
  { name: 'imports', beside: 'unused', run: ['npm', 'run', '-s', 'imports'] },
  {
    name: 'cli-reference',
    beside: 'unused',
    run: [node, 'scripts/update-cli-reference.mjs', '--verify'],
  },
  { name: 'gates-table', beside: 'unused', run: [node, 'scripts/update-gates-table.mjs', '--verify'] },
  { name: 'api-types', beside: 'unused', run: [node, 'scripts/update-api-types.mjs', '--verify'] },
  { name: 'releases', beside: 'unused', run: [node, 'scripts/check-releases.mjs'] },
  { name: 'docstrings', beside: 'unused', run: [node, 'scripts/check-docstrings.mjs'] },
  // Conformance leaves no time, but half of what the others take is waiting.
  { name: 'unit', run: [...vitest, '--project=unit'], count: 'lines', atOnce: 3 },
  {
    name: 'conformance',
    beside: 'unit',
    run: [
      node,
      ...garbage,
      ...inlinesLess,
      'dist/conformance.js',
      '--release',
      'all',
      '--paths',
      '--known',
      'e2e/conformance/known-differences.json',
      '--check',
      'docs/fidelity.md',
    ],
    count: 'lines',
  },
  { name: 'replay', beside: 'unit', run: [node, 'bin/kepsim', 'replay', 'e2e/scenarios/kep-4004.md'] },
  {
    name: 'replay-784',
    beside: 'unit',
    run: [node, 'bin/kepsim', 'replay', '--plan', 'kep-784', 'e2e/scenarios/kep-784.md'],
  },
  {
    name: 'copies',
    beside: 'unit',
    run: [node, 'scripts/update-golden.mjs', '--verify', recordings],
    skip: !hasRecordings && 'the recordings are not beside the project',
  },
  {
    name: 'facts',
    beside: 'unit',
    run: [node, 'scripts/record-release.mjs', '--verify', join(recordings, 'releases')],
    skip: !hasRecordings && 'the recordings are not beside the project',
  },
  {
    name: 'keps',
    beside: 'unit',
    run: [node, 'scripts/replay-keps.mjs', join(recordings, 'keps')],
    count: 'lines',
    skip: !hasRecordings && 'the KEPs are not beside the project',
  },
  {
    name: 'kubectl',
    beside: 'unit',
    run: [node, 'scripts/test-kubectl.mjs'],
    count: 'lines',
    skip: !kubectl && 'there is no kubectl on PATH',
  },
  {
    name: 'cases',
    beside: 'unit',
    run: [node, ...v8, 'dist/cases.js'],
    count: 'lines',
  },
  {
    name: 'by-name',
    beside: 'unit',
    run: [
      ...vitest,
      ...['--project=cases', '--project=conformance', '--maxWorkers=1'],
      ...['-t', someRecorded.join('|')],
    ],
    count: 'lines',
    least: 4,
  },
  {
    name: 'keps-table',
    run: [node, 'scripts/update-keps.mjs', '--verify', publishedKeps ?? ''],
    skip: !publishedKeps && 'KEPSIM_KEPS names no folder of published KEPs',
  },
  {
    name: 'keps-reading',
    beside: 'keps-table',
    run: [node, 'scripts/update-reading.mjs', '--verify', publishedKeps ?? ''],
    skip: !publishedKeps && 'KEPSIM_KEPS names no folder of published KEPs',
  },
  {
    name: 'clients',
    run: [node, 'scripts/clients.mjs', ...(realClients === 'all' ? [] : ['--only', realClients])],
    count: 'lines',
    skip: realClients === '' && 'KEPSIM_CLIENTS names no real clients, as go,helm-4, or all',
  },
]

/** The sums of a stage: its last `N passed, N failed[, N skipped]`, or vitest's `Tests  …` line; else one check. */
function counts(output, status, { least = 0 }) {
  const plain = stripVTControlCharacters(output)
  const line = plain
    .match(/^\s*(?:Tests\s.*|.*\d+ passed.*)$/gm)
    ?.filter((l) => !/Test Files/.test(l))
    .at(-1)
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(line ?? '')?.[1] ?? 0)
  const sums = { passed: number('passed'), failed: number('failed'), skipped: number('skipped') }
  // What a stage of chosen names does not choose is played by others.
  if (least > 0) sums.skipped = 0
  // A runner that ended badly without telling a failure has failed, as one that found less than there is.
  if (sums.failed === 0 && (status !== 0 || sums.passed < least)) sums.failed = 1
  return sums
}

/** What vitest says of the tests that failed, the differences of recorded answers, or the last lines of a stage. */
function failure(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*[✓↓]/.test(line))
  const told = lines.findIndex((line) => /Failed (?:Tests|Suites) \d+/.test(line))
  const differ = lines.filter((line, n) => /^FAIL /.test(line) || /^FAIL /.test(lines[n - 1] ?? ''))
  if (differ.length > 0) return differ.slice(0, 60).join('\n')
  return (told === -1 ? lines.slice(-60) : lines.slice(told, told + 120)).join('\n')
}

/** What a stage prints, how it ends, and how many seconds it takes. */
function ran({ run: [command, ...args] }) {
  const start = Date.now()
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      // scripts/bundled-tests.ts
      KEPSIM_BUNDLED_TESTS: '1',
      // The compiler of types and esbuild are Go's, and soon over: a fourth of their time goes into looking for garbage.
      GOGC: process.env['GOGC'] ?? '400',
    },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  return new Promise((resolve) => {
    const end = (status) =>
      resolve({ status, stdout, stderr, seconds: ((Date.now() - start) / 1000).toFixed(1) })
    child.on('error', (error) => {
      stderr += `${error.message}\n`
      end(1)
    })
    child.on('close', end)
  })
}

const failures = []
const total = { passed: 0, failed: 0, skipped: 0 }

function report(stage, { status, stdout, stderr, seconds }) {
  const sums =
    stage.count === 'lines'
      ? counts(stdout, status, stage)
      : { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
  for (const key of Object.keys(total)) total[key] += sums[key]
  console.log(
    `${sums.failed === 0 ? 'ok  ' : 'FAIL'} ${stage.name.padEnd(12)} ${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped  (${seconds} s)`,
  )
  if (sums.failed > 0) failures.push(`--- ${stage.name}\n${failure(`${stdout}${stderr}`)}`)
}

const chosen = process.argv.slice(2)
const batches = []
for (const stage of stages.filter((s) => chosen.length === 0 || chosen.includes(s.name))) {
  if (stage.beside !== undefined && batches.at(-1)?.[0].name === stage.beside) batches.at(-1).push(stage)
  else batches.push([stage])
}

/** Runs stages of a row that others may take from as well. */
async function fromRow(row) {
  for (let stage = row.shift(); stage !== undefined; stage = row.shift()) report(stage, await ran(stage))
}

for (const batch of batches) {
  for (const { name, skip } of batch.filter((stage) => stage.skip)) {
    total.skipped++
    console.log(`SKIP ${name}: ${skip}`)
  }
  const row = batch.filter((stage) => !stage.skip)
  const { atOnce = 2 } = batch[0]
  await Promise.all(Array.from({ length: atOnce }, () => fromRow(row)))
}
// At the end, where a log that is cut still shows them.
if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
