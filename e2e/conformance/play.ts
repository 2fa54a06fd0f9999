import { makeCanonical } from './canonical.ts'
import { type Answer, exchange } from './exchange.ts'
import { idleWait } from './idle-wait.ts'
import type { Step } from './scenario.ts'
import { Symbols } from './symbols.ts'

/** An answer in the form of the recordings. */
export type Result =
  | { error: string }
  | { status: number; type: string; warnings?: string[]; headers?: Record<string, unknown>; body?: unknown }

/** The names and values that a scenario has seen, kept over restarts of the server. */
export class Memory {
  readonly answers = new Map<string, { body: unknown; status: number; headers: Answer['headers'] }>()
  readonly symbols = new Symbols()
}

/** Plays steps in order against one server. */
export async function play(
  target: { server: string; token: string },
  steps: readonly Step[],
  memory = new Memory(),
): Promise<Result[]> {
  const results: Result[] = []
  for (const template of steps) {
    const step = fill(template, memory)
    if (step.waitMs !== undefined) await idleWait(step.waitMs)
    memory.symbols.noteRequest(template)
    try {
      results.push(toResult(step, await exchange(target.server, target.token, step), memory))
    } catch (error) {
      results.push({ error: (error as Error).message })
    }
  }
  return results
}

/** Steps are played in each release: those with nothing to fill in are known. */
const complete = new WeakSet<Step>()

/** `{{step.body.metadata.uid}}`: from the answer of an earlier step; `{{repeat.N}}`: a long text. */
function fill(step: Step, memory: Memory): Step {
  if (complete.has(step)) return step
  const text = JSON.stringify(step)
  if (!text.includes('{{')) {
    complete.add(step)
    return step
  }
  return JSON.parse(
    text.replace(/\{\{([\w-]+)\.([\w./~-]+)\}\}/g, (_whole, id: string, path: string) => {
      if (id === 'repeat') return 'x'.repeat(Number(path))
      let value: unknown = memory.answers.get(id)
      for (const part of path.split('.'))
        value = (value as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/')]
      return value === undefined ? 'UNRESOLVED' : JSON.stringify(String(value)).slice(1, -1)
    }),
  ) as Step
}

function toResult(step: Step, answer: Answer, memory: Memory): Result {
  const isWatch = /[?&]watch=/.test(step.path)
  const body = parseBody(step, answer)
  const kept = Array.isArray(body) && isWatch ? Object.fromEntries(body.map((event, i) => [i, event])) : body
  memory.answers.set(step.id, { body: kept, status: answer.status, headers: answer.headers })
  const { symbols } = memory
  const early = answer.status === 201 ? symbols.created(revisionOf(body)) : undefined
  if (early !== undefined) return { error: early }
  const result: Result = {
    status: answer.status,
    type: (answer.headers['content-type'] ?? '').replace(/\s/g, ''),
  }
  // The body's symbols come before those of the warnings, as when it was recorded.
  const shown =
    step.ignoreBody === true
      ? undefined
      : symbols.value(
          typeof body === 'string' ? symbols.yaml(body) : pick(body, step.only),
          lastKey(step.only),
        )
  makeCanonical(shown)
  const warnings = warningsOf(answer).map((w) => symbols.text(w))
  if (warnings.length > 0) result.warnings = warnings
  if (step.showHeaders !== undefined)
    result.headers = Object.fromEntries(step.showHeaders.map((h) => [h, answer.headers[h] ?? null]))
  if (shown !== undefined) result.body = shown
  return result
}

function parseBody(step: Step, answer: Answer): unknown {
  const type = answer.headers['content-type'] ?? ''
  if (step.grep !== undefined) {
    const pattern = new RegExp(step.grep)
    return answer.text
      .split('\n')
      .filter((line) => pattern.test(line))
      .sort()
  }
  if (step.stream === true || (/[?&]watch=(true|1)/.test(step.path) && answer.status === 200))
    return answer.text.split('\n').filter(Boolean).map(parseOr)
  return type.includes('json') || (step.only !== undefined && /^[{[]/.test(answer.text))
    ? parseOr(answer.text)
    : answer.text
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function warningsOf(answer: Answer): string[] {
  const out: string[] = []
  for (let i = 0; i < answer.rawHeaders.length; i += 2) {
    if (answer.rawHeaders[i]!.toLowerCase() === 'warning')
      out.push(...answer.rawHeaders[i + 1]!.split(/, (?=\d{3} )/))
  }
  return out
}

/** The revision of an object that was answered as JSON or YAML. */
function revisionOf(body: unknown): string | undefined {
  if (typeof body === 'string') return /^ {2}resourceVersion: "(\d+)"$/m.exec(body)?.[1]
  return (body as { metadata?: { resourceVersion?: string } } | undefined)?.metadata?.resourceVersion
}

const lastKey = (only: Step['only']): string | undefined =>
  only === undefined ? undefined : [only].flat().at(-1)!.split('.').at(-1)

function pick(body: unknown, only: Step['only']): unknown {
  if (only === undefined) return body
  let value = body
  for (const part of Array.isArray(only) ? only : only.split('.'))
    value = (value as Record<string, unknown> | undefined)?.[part]
  return value === undefined ? null : value
}
