// Runs upstream's e2e.test of 1.36.3 against `kepsim up`: the conformance tests that need no running containers, one after the other.
// usage: npm run e2e -- --binaries DIR [--real | --containers] [--focus TEXT] [--all] [--seconds 180] [--jobs 1] [--kubeconfig FILE] [--json FILE]
// DIR holds e2e.test. --real: against kepsim's kube-apiserver with the kube-controller-manager, kube-scheduler and kubemark of DIR.
// --containers: those that need running containers, in place of those that need none. --focus: tests whose file or name has the
// text. --all: also those that fail on a real control plane with hollow kubelets (with --containers: here).
// --kubeconfig: of a cluster that runs already, in place of one of its own. Exit code 1 when a test does not pass that passes on the
// real one.
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startUp, type TestCluster } from '../e2e/upstream/cluster.ts'
import { missingComponents, startRealControllers } from '../e2e/upstream/real-controllers.ts'
import { runTests, type TestResult } from '../e2e/upstream/run-tests.ts'
import { chosenTests, upstreamTests } from '../e2e/upstream/tests.ts'
import { commandLine } from './command-line.mjs'

const usage =
  'npm run e2e -- --binaries DIR [--real | --containers] [--focus TEXT] [--all] [--seconds 180] [--jobs 1] [--kubeconfig FILE] [--json FILE]'
const { values } = commandLine(usage, {
  options: {
    binaries: { type: 'string', default: '' },
    real: { type: 'boolean', default: false },
    containers: { type: 'boolean', default: false },
    focus: { type: 'string' },
    all: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '180' },
    jobs: { type: 'string', default: '1' },
    kubeconfig: { type: 'string' },
    json: { type: 'string' },
  },
})

const root = join(import.meta.dirname, '..')
const binary = resolve(values.binaries, 'e2e.test')

const wholeFrom1 = (text: string, flag: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) fail(`--${flag} ${text}: write a whole number from 1`)
  return value
}

function fail(message: string): never {
  process.stderr.write(`${message}\nusage: ${usage}\n`)
  process.exit(2)
}

const row = ({ outcome, seconds, name, failure }: TestResult): string =>
  `${outcome.padEnd(8)}${`${seconds}s`.padStart(6)}  ${name}${failure === '' ? '' : `\n${' '.repeat(16)}${failure}`}\n`

if (!existsSync(binary)) fail(`--binaries ${values.binaries}: there is no e2e.test`)
const missing = values.real ? missingComponents(values.binaries) : []
if (missing.length > 0) fail(`--binaries ${values.binaries}: there is no ${missing.join(', no ')}`)
if (values.real && values.kubeconfig !== undefined)
  fail('--kubeconfig names a cluster that runs already: --real starts one')
if (values.real && values.containers) fail('--real has hollow nodes: they run no containers')
const limits = { seconds: wholeFrom1(values.seconds, 'seconds'), jobs: wholeFrom1(values.jobs, 'jobs') }
const tests = chosenTests(upstreamTests(root, values.containers), values)
if (tests.length === 0) fail(`--focus ${values.focus}: no test has this in its file or name`)

function start(): Promise<TestCluster> {
  if (values.kubeconfig !== undefined)
    return Promise.resolve({ kubeconfig: resolve(values.kubeconfig), stop: async () => {} })
  return values.real ? startRealControllers(resolve(values.binaries)) : startUp(root)
}

const cluster = await start().catch(({ message }: Error) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
})
const onEnd = (result: TestResult): void => void process.stdout.write(row(result))
const results = await runTests(tests, { binary, kubeconfig: cluster.kubeconfig, ...limits, onEnd })
await cluster.stop()

const expected = results.filter(({ recorded }) => recorded === 'pass')
const passed = expected.filter(({ outcome }) => outcome === 'pass').length
process.stdout.write(
  `${passed} of ${expected.length} that ${values.containers ? 'are known to pass' : 'pass on a real control plane'}\n`,
)
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ passed, of: expected.length, tests: results }, undefined, 2)}\n`,
  )
if (passed < expected.length) process.exitCode = 1
