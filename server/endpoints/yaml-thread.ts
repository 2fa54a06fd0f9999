// YAML is slow to read and to write: what is long is read and written beside the thread that serves.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { JsonValue } from '../../apimachinery/json.ts'
import { DecodeError } from '../../apimachinery/scheme/decode-error.ts'
import { parseJson } from '../../apimachinery/scheme/parse-json.ts'
import { type ParsedYaml, parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import { plainJson } from '../../apimachinery/scheme/plain-json.ts'
import type { YamlAnswer, YamlQuestion } from '../../apimachinery/scheme/yaml-worker.ts'
import { newRequestEntityTooLarge, newTooManyRequests, StatusError } from '../../apimachinery/status-error.ts'
import { emitYaml } from '../../apimachinery/yaml-emitter.ts'

/** The length in characters up to which a text is read on the thread that serves. */
const shortText = 8 * 1024
/** Upstream: the default of --request-timeout, waiting for others included. */
const timeoutMs = 60_000
/** A thread that has nothing to do ends, and its memory with it. */
const idleMs = 2_000
const heapMegabytes = 512
/** Texts that wait for the thread, of some megabytes each. */
const maxWaiting = 16

const program = fileURLToPath(new URL('./yaml-worker.js', import.meta.url))

/** One text after the other, in a thread that lives while there are some. */
class YamlThread {
  private worker: Worker | undefined
  private idle: NodeJS.Timeout | undefined
  private waiting = 0
  private last: Promise<unknown> = Promise.resolve()

  /** Throws 429 where too many wait, 504 where the time is over, and 413 where the memory is. */
  ask(question: YamlQuestion): Promise<YamlAnswer> {
    if (this.waiting >= maxWaiting)
      return Promise.reject(newTooManyRequests('Too many requests, please try again later.', 1))
    this.waiting++
    const deadline = performance.now() + timeoutMs
    const answer = this.last.then(() => this.turn(question, deadline))
    const done = (): void => {
      this.waiting--
    }
    this.last = answer.then(done, done)
    return answer
  }

  private async turn(question: YamlQuestion, deadline: number): Promise<YamlAnswer> {
    clearTimeout(this.idle)
    if (deadline <= performance.now()) throw timedOut()
    try {
      const answer = await this.answer(question, deadline)
      this.idle = setTimeout(() => this.end(), idleMs)
      this.idle.unref()
      return answer
    } catch (error) {
      this.end()
      throw error
    }
  }

  /** Asks once more where the thread ended for a reason that is not in the question. */
  private async answer(question: YamlQuestion, deadline: number): Promise<YamlAnswer> {
    try {
      return await this.answerOnce(question, deadline - performance.now())
    } catch (error) {
      if (error instanceof StatusError) throw error
      this.end()
      return this.answerOnce(question, deadline - performance.now())
    }
  }

  private answerOnce(question: YamlQuestion, left: number): Promise<YamlAnswer> {
    this.worker ??= newWorker()
    const { worker } = this
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer)
        worker.off('message', answered).off('error', failed).off('exit', gone)
        act()
      }
      const answered = (answer: YamlAnswer): void => settle(() => resolve(answer))
      const failed = (error: Error): void => settle(() => reject(tooLarge(error)))
      // One that ended while nobody asked tells nothing more.
      const gone = (): void => failed(new Error('the thread that reads YAML ended'))
      const timer = setTimeout(() => settle(() => reject(timedOut())), left)
      if (worker.threadId === -1) return gone()
      worker.on('message', answered).on('error', failed).on('exit', gone)
      worker.postMessage(question)
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
  // What comes after the answer, or after the time, concerns nobody.
  worker.on('error', () => {})
  return worker
}

const timedOut = (): StatusError =>
  new StatusError(504, 'Timeout', 'Timeout: request did not complete within the allotted timeout')

const tooLarge = (error: Error): Error =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? newRequestEntityTooLarge('the YAML needs too much memory')
    : error

function parsed(answer: YamlAnswer): ParsedYaml {
  if ('error' in answer) throw new DecodeError(answer.error)
  if (!('json' in answer)) throw new Error('the thread has read nothing')
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
  return json === undefined
    ? parsed(await thread.ask({ read: text }))
    : { value: json, strictError: undefined }
}

/** The YAML of data; without keeping this thread busy where its JSON is long. */
export async function emitYamlAside(data: unknown): Promise<string> {
  const json = JSON.stringify(data)
  if (json.length <= shortText * 8 || !hasThreads()) return emitYaml(data)
  const answer = await thread.ask({ write: json })
  if (!('yaml' in answer)) throw new Error('the thread has written nothing')
  return answer.yaml
}
