// Upstream: staging/src/k8s.io/client-go/tools/watch/until.go (UntilWithSync)

import type { KubeObject } from '../apimachinery/json.ts'
import { Informer } from '../client/informer.ts'
import { ApiError, type RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'

/** The timeout of a wait, and the signal that ends it. */
export interface WaitOptions {
  /** Milliseconds of the cluster's clock; default: 30,000. */
  timeoutMs?: number
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal
}

/** A wait whose condition did not come in time. The message shows the last state that was seen. */
export class WaitTimeoutError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WaitTimeoutError'
  }
}

interface Wait<T> extends WaitOptions {
  client: RestClient
  clock: Clock
  /** The path of a collection: `/api/v1/pods?labelSelector=app%3Dweb`. */
  path: string
  /** The answer of the wait, once it is not undefined; an error that it throws ends the wait. */
  answer(items: KubeObject[]): T | undefined
}

/** A request that no other state of the cluster makes right. */
const isHopeless = (error: Error): boolean =>
  error instanceof ApiError && [400, 404, 405].includes(error.code)

/**
 * Waits for a condition on a collection: checks it after the first list and with every change, over restarts of the server
 * too.
 */
export async function waitForCollection<T>(wait: Wait<T>): Promise<T> {
  wait.signal?.throwIfAborted()
  const { promise, resolve, reject } = withResolvers<T>()
  let synced = false
  let problem: Error | undefined
  const look = (): void => {
    if (!synced) return
    try {
      const answer = wait.answer([...informer.items.values()])
      if (answer !== undefined) resolve(answer)
    } catch (error) {
      reject(error)
    }
  }
  const onError = (error: Error): void => {
    problem = error
    if (isHopeless(error)) reject(error)
  }
  const informer = new Informer({ ...wait, handlers: { onChange: look, onDelete: look, onError } }).start()
  const first = informer.hasSynced().then(() => {
    synced = true
    look()
  })
  const { timeoutMs = 30_000, signal } = wait
  const cancel = wait.clock.setTimeout(
    () => reject(timedOut(wait.path, timeoutMs, informer, problem)),
    timeoutMs,
  )
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', abort)
    cancel()
    synced = false
    await informer.stop()
    await first
  }
}

function timedOut(
  path: string,
  ms: number,
  informer: Informer,
  problem: Error | undefined,
): WaitTimeoutError {
  const items = [...informer.items.values()]
  const seen = items.length === 0 ? (problem?.message ?? 'nothing is there') : JSON.stringify(items)
  return new WaitTimeoutError(`timed out after ${ms / 1000} s at ${path}; last seen: ${seen.slice(0, 2000)}`)
}

function withResolvers<T>(): {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (reason: unknown) => void
} {
  let [resolve, reject]: [(value: T) => void, (reason: unknown) => void] = [() => {}, () => {}]
  const promise = new Promise<T>((ok, no) => {
    resolve = ok
    reject = no
  })
  return { promise, resolve, reject }
}
