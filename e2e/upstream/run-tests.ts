import { spawn } from 'node:child_process'
import { endOf, type TestEnd } from './outcome.ts'
import type { UpstreamTest } from './tests.ts'

/** A test with its end. */
export type TestResult = UpstreamTest & TestEnd & { seconds: number }

/** The binary, the cluster and the limits of a run. */
export interface RunOptions {
  /** The path of e2e.test. */
  binary: string
  kubeconfig: string
  /** Of one test. */
  seconds: number
  /** How many tests at once. */
  jobs: number
  /** Is told of each test at its end. */
  onEnd: (result: TestResult) => void
}

/** e2e.test ends itself in time; it is ended when it does not. */
const graceSeconds = 30

/** Runs tests of e2e.test, each in a process of its own. */
export async function runTests(tests: readonly UpstreamTest[], options: RunOptions): Promise<TestResult[]> {
  const results: TestResult[] = []
  const waiting = [...tests]
  const work = async (): Promise<void> => {
    for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
      const begun = Date.now()
      const end = await runTest(test, options)
      const result = { ...test, ...end, seconds: Math.round((Date.now() - begun) / 1000) }
      results.push(result)
      options.onEnd(result)
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  return results
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function runTest({ name }: UpstreamTest, { binary, kubeconfig, seconds }: RunOptions): Promise<TestEnd> {
  const child = spawn(
    binary,
    [
      `--kubeconfig=${kubeconfig}`,
      '--provider=skeleton',
      `--ginkgo.focus=${literal(name)}`,
      `--ginkgo.timeout=${seconds}s`,
      '--ginkgo.no-color',
      '--allowed-not-ready-nodes=-1',
      '--disable-log-dump',
      '--dump-logs-on-failure=false',
      '--delete-namespace=true',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  let killed = false
  const timer = setTimeout(
    () => {
      killed = true
      child.kill('SIGKILL')
    },
    (seconds + graceSeconds) * 1000,
  )
  return new Promise((resolve) => {
    const end = (failure?: string): void => {
      clearTimeout(timer)
      if (failure !== undefined) resolve({ outcome: 'none', failure })
      else resolve(endOf(Buffer.concat(output).toString(), killed))
    }
    child.on('error', ({ message }) => end(message))
    child.on('close', () => end())
  })
}
