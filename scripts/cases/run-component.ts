// Starts a component, in this process or as one of its own, until it is ready or has ended.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../../component-base/package-root.ts'
import { componentHere } from '../../e2e/component-here.ts'
import { get } from './readiness.ts'

/** The end of a component, and its output. */
export interface Outcome {
  /** Null where it was still running when it was ended. */
  exitCode: number | null
  /** It answered /readyz (of components without one: it ran on until the time was up). */
  ready: boolean
  stdout: string
  stderr: string
}

/** The arguments of a component, and how long it runs. */
export interface StartOptions {
  args: readonly string[]
  cwd: string
  /** As a process of its own, which shows its signals and streams too; else in this process. */
  ownProcess: boolean
  /** Where to ask for readiness; without it the end is only waited for. */
  ready?: { port: number; token: string }
  /** How long to wait, in milliseconds. */
  timeout: number
  /** True when enough was printed: the component counts as ready. */
  enough?: (stderr: string) => boolean
  /** Asked while the component is ready, before it is ended. */
  whenReady?: () => Promise<void>
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function waitUntilReady(
  options: StartOptions,
  ended: () => boolean,
  stderr: () => string,
): Promise<boolean> {
  const until = Date.now() + options.timeout
  while (!ended() && Date.now() < until) {
    if (options.enough?.(stderr())) {
      // It may still find something wrong right after that.
      await pause(150)
      return !ended()
    }
    if (options.ready !== undefined) {
      const { port, token } = options.ready
      if ((await get(port, '/readyz', token)).status === 200) return true
    }
    await pause(30)
  }
  return !ended() && options.ready === undefined
}

/** A component that was started. */
interface Started {
  readonly output: { stdout: string; stderr: string }
  /** The exit code. */
  readonly ended: Promise<number | null>
  stop(): void
}

function processOf({ args, cwd }: StartOptions): Started {
  const child = spawn(process.execPath, [join(packageRoot, 'bin/kepsim'), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const stop = (): void => {
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 5000)
    ended.then(() => clearTimeout(force))
  }
  return { output, ended, stop }
}

/** Runs `kepsim ARGS` until it is ready or has ended; always ends it. */
export async function runComponent(options: StartOptions): Promise<Outcome> {
  const { output, ended, stop } = options.ownProcess
    ? processOf(options)
    : componentHere(options.args, options.cwd)
  let over = false
  const end = (): void => {
    over = true
  }
  ended.then(end, end)
  const ready = await waitUntilReady(
    options,
    () => over,
    () => output.stderr,
  )
  if (over) return { ...output, ready, exitCode: await ended }
  if (ready) await options.whenReady?.()
  stop()
  const code = await ended
  // Null: the signal itself ended it, as it ends kube-proxy.
  if (code) throw new Error(`exit code ${code} after SIGTERM\n${output.stderr}`)
  return { ...output, ready, exitCode: null }
}
