import { spawn } from 'node:child_process'
import { literalPattern } from '../../component-base/literal-pattern.ts'
import { type TestEnd, TestOutput } from './outcome.ts'
import type { UpstreamTest } from './tests.ts'

/** A test with its end. */
export type TestResult = UpstreamTest & TestEnd

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

/** A process of e2e.test takes longer to start than most tests to run. */
const testsOfProcess = 12
/** e2e.test ends itself when it is interrupted; it is ended when it does not. */
const graceSeconds = 30

/** Upstream's mark of tests that change what others depend on, the labels of nodes for example. */
const isSerial = ({ name }: UpstreamTest): boolean => name.includes('[Serial]')

/**
 * Runs tests of e2e.test, several in a process; one that hangs is ended, and the others run on in the next process. The serial ones come
 * last, with no other beside them.
 */
export async function runTests(tests: readonly UpstreamTest[], options: RunOptions): Promise<TestResult[]> {
  const besideOthers = await runQueue(
    tests.filter((test) => !isSerial(test)),
    options,
  )
  return [...besideOthers, ...(await runQueue(tests.filter(isSerial), { ...options, jobs: 1 }))]
}

async function runQueue(tests: readonly UpstreamTest[], options: RunOptions): Promise<TestResult[]> {
  const results: TestResult[] = []
  const waiting = [...tests]
  const work = async (): Promise<void> => {
    for (;;) {
      const batch = waiting.splice(0, Math.min(testsOfProcess, Math.ceil(tests.length / options.jobs)))
      if (batch.length === 0) return
      const ended = await runProcess(batch, options)
      for (const test of batch) {
        const end = ended.get(test.name)
        if (end === undefined) waiting.unshift(test)
        else results.push({ ...test, ...end })
      }
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  return results
}

const flags = (tests: readonly UpstreamTest[], kubeconfig: string): string[] => [
  `--kubeconfig=${kubeconfig}`,
  '--provider=skeleton',
  `--ginkgo.focus=${tests.map(({ name }) => literalPattern(name)).join('|')}`,
  // The times of tests are watched here, one by one.
  '--ginkgo.timeout=24h',
  '--ginkgo.v',
  '--ginkgo.no-color',
  '--allowed-not-ready-nodes=-1',
  '--disable-log-dump',
  '--dump-logs-on-failure=false',
  '--delete-namespace=true',
]

/** The ends of at least one of the tests. */
function runProcess(
  tests: readonly UpstreamTest[],
  { binary, kubeconfig, seconds, onEnd }: RunOptions,
): Promise<ReadonlyMap<string, TestEnd>> {
  const ended = new Map<string, TestEnd>()
  const tell = (name: string, end: TestEnd): void => {
    ended.set(name, end)
    onEnd({ ...tests.find((test) => test.name === name)!, ...end })
  }
  const child = spawn(binary, flags(tests, kubeconfig), { stdio: ['ignore', 'pipe', 'pipe'] })
  let running: string | undefined
  let timers: NodeJS.Timeout[] = []
  const watch = (): void => {
    for (const timer of timers) clearTimeout(timer)
    timers = [
      setTimeout(() => child.kill('SIGINT'), seconds * 1000),
      setTimeout(() => child.kill('SIGKILL'), (seconds + graceSeconds) * 1000),
    ]
  }
  const output = new TestOutput(
    tests.map(({ name }) => name),
    {
      onStart(name) {
        running = name
        watch()
      },
      onEnd(name, end) {
        running = undefined
        watch()
        tell(name, end)
      },
    },
  )
  watch()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => output.read(piece))
  return new Promise((resolve) => {
    const end = (failure: string): void => {
      for (const timer of timers) clearTimeout(timer)
      if (running !== undefined) tell(running, { outcome: 'timeout', failure: '', seconds })
      // Nothing would be otherwise in the next process.
      if (ended.size === 0) for (const { name } of tests) tell(name, { outcome: 'none', failure, seconds: 0 })
      resolve(ended)
    }
    child.on('error', ({ message }) => end(message))
    child.on('close', () => {
      output.close()
      end(output.lastLine)
    })
  })
}
