// YAML is slow to read: what is long is read beside the thread that serves.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { JsonValue } from '../apimachinery/json.ts'
import { DecodeError } from '../apimachinery/scheme/decode-error.ts'
import { parseJson } from '../apimachinery/scheme/parse-json.ts'
import { type ParsedYaml, parseYaml } from '../apimachinery/scheme/parse-yaml.ts'
import { plainJson } from '../apimachinery/scheme/plain-json.ts'
import type { YamlAnswer } from '../apimachinery/scheme/yaml-worker.ts'
import { StatusError } from '../apimachinery/status-error.ts'

/** What is read at once, in characters. */
const shortText = 8 * 1024
/** Upstream: the default of --request-timeout, waiting for others included. */
const timeoutMs = 60_000
/** A thread that has nothing to do ends, and its memory with it. */
const idleMs = 2_000
const heapMegabytes = 512

const program = fileURLToPath(new URL('./yaml-worker.js', import.meta.url))

/** One text after the other, in a thread that lives while there are some. */
class YamlThread {
  private worker: Worker | undefined
  private idle: NodeJS.Timeout | undefined
  private last: Promise<unknown> = Promise.resolve()

  /** Throws what {@link parseYaml} throws, and 504 where the time is over. */
  parse(text: string): Promise<ParsedYaml> {
    const deadline = performance.now() + timeoutMs
    const answer = this.last.then(() => this.turn(text, deadline))
    this.last = answer.catch(() => {})
    return answer
  }

  private async turn(text: string, deadline: number): Promise<ParsedYaml> {
    clearTimeout(this.idle)
    const left = deadline - performance.now()
    if (left <= 0) throw timedOut()
    try {
      const answer = await this.ask(text, left)
      this.idle = setTimeout(() => this.end(), idleMs)
      this.idle.unref()
      return parsed(answer)
    } catch (error) {
      if (!(error instanceof DecodeError)) this.end()
      throw error
    }
  }

  private ask(text: string, left: number): Promise<YamlAnswer> {
    this.worker ??= newWorker()
    const { worker } = this
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => done(() => reject(timedOut())), left)
      const done = (settle: () => void): void => {
        clearTimeout(timer)
        worker.removeAllListeners()
        worker.on('error', () => {})
        settle()
      }
      worker.once('message', (answer: YamlAnswer) => done(() => resolve(answer)))
      worker.once('error', (error) => done(() => reject(tooLarge(error))))
      worker.postMessage(text)
    })
  }

  private end(): void {
    const { worker } = this
    this.worker = undefined
    worker?.terminate().catch(() => {})
  }
}

function newWorker(): Worker {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
  worker.unref()
  return worker
}

const timedOut = (): StatusError =>
  new StatusError(504, 'Timeout', 'Timeout: request did not complete within the allotted timeout')

const tooLarge = (error: Error): Error =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new StatusError(
        413,
        'RequestEntityTooLarge',
        'Request entity too large: the YAML needs too much memory',
      )
    : error

function parsed(answer: YamlAnswer): ParsedYaml {
  if ('error' in answer) throw new DecodeError(answer.error)
  const { json, literals, strictError } = answer
  return { value: literals ? parseJson(json).value : (JSON.parse(json) as JsonValue), strictError }
}

/** Whether threads can be had: not from the sources, and not where Node was told to permit none. */
function hasThreads(): boolean {
  const { permission } = process as { permission?: { has(scope: string): boolean } }
  return permission?.has('worker') !== false && existsSync(program)
}

const thread = new YamlThread()

/** As {@link parseYaml}; long texts without keeping this thread busy. */
export async function parseYamlAside(text: string): Promise<ParsedYaml> {
  if (text.length <= shortText || !hasThreads()) return parseYaml(text)
  const json = plainJson(text)
  return json === undefined ? thread.parse(text) : { value: json, strictError: undefined }
}
