// A kube-apiserver of its own for one test file: plain HTTP, memory, one administrator.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../component-base/klog.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import type { StartOptions } from '../apiserver-parts/start-options.ts'
import type { RunningApiserver } from '../start-apiserver.ts'
import { startHere } from './start-here.ts'

/** The answer to a test's request. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined where it is none. */
  readonly body: Json
}
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
type Json = any

/** The token of the administrator. */
export const testToken = 'admintoken'

/** A kube-apiserver of a test, and requests to it as its administrator. */
export interface TestServer {
  readonly running: RunningApiserver
  readonly url: string
  /** What was logged as an error. */
  readonly errors: string[]
  /** @param body an object is sent as JSON, a text as it is */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

/** Starts a kube-apiserver of a release with the flags, in memory, over HTTP at a free port. */
export const startTestServer = (release: string, ...flags: string[]): Promise<TestServer> =>
  startTestServerWith({}, release, ...flags)

/** As {@link startTestServer}, with parts of the caller's: a store that is there already, plugins, a plan. */
export async function startTestServerWith(
  parts: Omit<StartOptions, 'logger'> & { plan?: ReleasePlan },
  release: string,
  ...flags: string[]
): Promise<TestServer> {
  const errors: string[] = []
  const logger = errorsTo(errors)
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-test-'))
  const tokens = join(dir, 'tokens.csv')
  writeFileSync(tokens, `${testToken},admin,admin,"system:masters"\n`)
  const args = ['--release', release, '--http', '--token-auth-file', tokens, ...flags]
  const running = await startHere(dir, args, logger, parts)
  return {
    running,
    url: running.url,
    errors,
    async send(method, path, body, headers = {}) {
      const response = await fetch(running.url + path, {
        method,
        headers: {
          authorization: `Bearer ${testToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: parsed(text) }
    },
    async close() {
      await running.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorsTo(errors: string[]): Logger {
  const note = (severity: string, message: string, fields?: unknown): void => {
    if (severity === 'E' || severity === 'F') errors.push(`${message} ${JSON.stringify(fields ?? {})}`)
  }
  return { log: note, logS: note } as Logger
}
