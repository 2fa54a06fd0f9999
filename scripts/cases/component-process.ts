// Starts a component as a process of its own, until it is ready or has ended.
import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { packageRoot } from '../../component-base/package-root.ts'

/** The end of a component's process, and its output. */
export interface ProcessOutcome {
  /** Null where it was still running when it was ended. */
  exitCode: number | null
  /** It answered /readyz (of components without one: it ran on until the time was up). */
  ready: boolean
  stdout: string
  stderr: string
}

/** The arguments of a component's process, and how long it runs. */
export interface StartOptions {
  args: readonly string[]
  cwd: string
  /** Where to ask for readiness; without it the process is only waited for. */
  ready?: { port: number; token: string }
  /** How long to wait, in milliseconds. */
  timeout: number
  /** True when enough was printed: the process counts as ready. */
  enough?: (stderr: string) => boolean
  /** Asked while the process is ready, before it is ended. */
  whenReady?: () => Promise<void>
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A GET over HTTPS without looking at the certificate; status 0 where nothing answers. */
export function get(
  port: number,
  path: string,
  token: string,
  accept = 'application/json',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, accept }
    const options = {
      host: '127.0.0.1',
      port,
      path,
      headers,
      rejectUnauthorized: false,
      timeout: 2000,
      agent: false as const,
    }
    const call = request(options, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', () => resolve({ status: 0, body }))
    })
    call.on('error', () => resolve({ status: 0, body: '' }))
    call.on('timeout', () => call.destroy())
    call.end()
  })
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

function end(child: ChildProcess, closed: Promise<unknown>): Promise<unknown> {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 5000)
  return closed.finally(() => clearTimeout(force))
}

/** Runs `kepsim ARGS` until it is ready or has ended; always ends it. */
export async function runComponent(options: StartOptions): Promise<ProcessOutcome> {
  const child = spawn(process.execPath, [join(packageRoot, 'bin/kepsim'), ...options.args], {
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outcome: ProcessOutcome = { exitCode: null, ready: false, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    outcome.stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    outcome.stderr += chunk
  })
  let over = false
  const closed = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      over = true
      resolve(code)
    })
  })
  outcome.ready = await waitUntilReady(
    options,
    () => over,
    () => outcome.stderr,
  )
  if (over) return { ...outcome, exitCode: await closed }
  if (outcome.ready) await options.whenReady?.()
  await end(child, closed)
  return outcome
}
