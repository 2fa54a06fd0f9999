// Runs cells in worker processes: one cell each at a time, so that a crash or a hang costs no more than its cell.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cell, CellResult } from './cell.ts'
import { resultOf } from './run-cell.ts'
import type { Verdict } from './verdict.ts'

/** The worker processes of a matrix, and the time limit of a cell in milliseconds. */
export interface PoolOptions {
  /** The program and arguments that serve cells; see serveCells. */
  program: string
  args: readonly string[]
  /** Flags of Node and V8 for them. */
  execArgv: readonly string[]
  workers: number
  /** A cell that takes longer has failed. */
  timeoutMs: number
  failFast: boolean
  /** Ends what runs; the results so far are the answer. */
  signal?: AbortSignal | undefined
  onResult?(result: CellResult, done: number): void
}

/** Milliseconds that a worker has to end once it has nothing more to do. */
const endMs = 2000

/** Results in the order of the cells; with `failFast` those that were not begun are missing. */
export async function runInPool(cells: readonly Cell[], options: PoolOptions): Promise<CellResult[]> {
  const results: (CellResult | undefined)[] = cells.map(() => undefined)
  let next = 0
  let done = 0
  let stop = false
  // A worker that is killed cannot tidy up: all that cells put into temporary directories is in this one.
  const temp = mkdtempSync(join(tmpdir(), 'kepsim-skew-'))
  const workers = new Set<Worker>()
  const tidy = (): void => {
    for (const worker of workers) worker.end()
    rmSync(temp, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', tidy)
  const aborted = (): boolean => options.signal?.aborted === true
  const end = (): void => {
    for (const worker of workers) worker.end()
  }
  options.signal?.addEventListener('abort', end)
  const lane = async (): Promise<void> => {
    const worker = new Worker(options, temp)
    workers.add(worker)
    try {
      while (!stop && !aborted() && next < cells.length) {
        const index = next++
        const result = await worker.run(cells[index]!)
        // What was ended tells nothing of its cell.
        if (aborted()) return
        results[index] = result
        options.onResult?.(result, ++done)
        if (options.failFast && result.status === 'differs') stop = true
      }
    } finally {
      await worker.ended()
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.workers, cells.length) }, lane))
  process.off('exit', tidy)
  options.signal?.removeEventListener('abort', end)
  tidy()
  return results.filter((result) => result !== undefined)
}

/** A process that is started for its first cell and replaced after a crash. */
class Worker {
  private readonly options: PoolOptions
  private readonly temp: string
  private child: ChildProcess | undefined
  /** What the process has written since its cell began. */
  private written = ''

  /** @param temp the directory for its temporary files */
  constructor(options: PoolOptions, temp: string) {
    this.options = options
    this.temp = temp
  }

  async run(cell: Cell): Promise<CellResult> {
    const fresh = this.child === undefined
    const { crashed, result } = await this.attempt(cell)
    // It may be an earlier cell of the process that has left behind what ended it.
    return crashed && !fresh && this.options.signal?.aborted !== true
      ? (await this.attempt(cell)).result
      : result
  }

  private attempt(cell: Cell): Promise<{ result: CellResult; crashed: boolean }> {
    const start = performance.now()
    const child = this.process()
    this.written = ''
    return new Promise((resolve) => {
      const settle = (result: CellResult, crashed: boolean): void => {
        clearTimeout(timer)
        child.off('message', onMessage)
        child.off('exit', onExit)
        resolve({ result, crashed })
      }
      const broken = (verdict: Verdict, crashed: boolean): void => {
        this.end()
        settle(
          withOutput(resultOf(cell, 'differs', verdict, performance.now() - start), this.written),
          crashed,
        )
      }
      const onMessage = (message: unknown): void => {
        const answer = message as Answer
        if ('uncaught' in answer) broken(answer.uncaught, true)
        else settle(answer.result, false)
      }
      const onExit = (code: number | null, signal: string | null): void =>
        broken(failure(`the cell's process ended (${code === null ? signal : `exit code ${code}`})`), true)
      const timer = setTimeout(
        () => broken(failure(`not done after ${this.options.timeoutMs / 1000} s`), false),
        this.options.timeoutMs,
      )
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.send(cell)
    })
  }

  end(): void {
    this.child?.kill('SIGKILL')
    this.child = undefined
  }

  /**
   * Has it end by itself, so that what V8 made of its code is kept for the next one (component-base/code-cache), and waits until it
   * writes no more. What keeps it from that is a module's.
   */
  async ended(): Promise<void> {
    const { child } = this
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit')
      const late = setTimeout(() => child.kill('SIGKILL'), endMs)
      if (child.connected) child.disconnect()
      await exit
      clearTimeout(late)
    }
    this.child = undefined
  }

  private process(): ChildProcess {
    if (this.child !== undefined) return this.child
    const child = fork(this.options.program, [...this.options.args], {
      execArgv: [...this.options.execArgv],
      env: { ...process.env, TMPDIR: this.temp },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.written = (this.written + chunk.toString()).slice(-longestOutput)
      })
    child.on('error', () => {})
    this.child = child
    return child
  }
}

const failure = (outcome: string): Verdict => ({
  status: 'differs',
  outcome,
  details: undefined,
  line: undefined,
})

/** What a worker sends; `uncaught`: an error that nobody caught has ended the cell, and its process is of no more use. */
type Answer = { result: CellResult } | { uncaught: Verdict }

/** Runs cells in a worker process. */
export interface CellServer {
  run(cell: Cell): Promise<CellResult>
  /** What an error comes to that nobody catches. */
  uncaught(error: unknown): Verdict
}

/** The worker's side: runs each cell that it is sent and sends its result back, until its parent is gone. */
export function serveCells(server: CellServer): Promise<void> {
  const send = (answer: Answer): void => void process.send?.(answer)
  return new Promise((resolve) => {
    process.on('message', (cell) => {
      const printed = captureOutput()
      void server.run(cell as Cell).then((result) => send({ result: withOutput(result, printed()) }))
    })
    process.on('uncaughtException', (error) => send({ uncaught: server.uncaught(error) }))
    process.on('disconnect', resolve)
  })
}

/** Keeps what is printed from now on; the answer ends that and gives it. */
function captureOutput(): () => string {
  const chunks: string[] = []
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }))
  // It is written too: of a cell whose process ends, that is all that is left.
  for (const { stream, write } of streams)
    stream.write = (chunk: string | Uint8Array): boolean => {
      chunks.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
      return write.call(stream, chunk)
    }
  return () => {
    for (const { stream, write } of streams) stream.write = write
    return chunks.join('').slice(-longestOutput)
  }
}
const longestOutput = 10_000

const withOutput = (result: CellResult, printed: string): CellResult =>
  printed.trim() === '' ? result : { ...result, printed }
