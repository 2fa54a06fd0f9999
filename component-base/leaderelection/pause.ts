import type { Clock } from '../clock.ts'

/** Waits some milliseconds, or until the signal. @returns false where the signal was first */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const end = (waited: boolean): void => {
      cancel()
      signal.removeEventListener('abort', aborted)
      resolve(waited)
    }
    const aborted = (): void => end(false)
    const cancel = clock.setTimeout(() => end(true), ms)
    signal.addEventListener('abort', aborted)
  })
}

/** A part of the time of a signal. `end` frees what it needs; `late` tells that its time was over first. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly late: boolean
  end(): void
}

/** Ends with `signal`, or after some milliseconds. */
export function deadline(clock: Clock, ms: number, signal: AbortSignal): Deadline {
  const inner = new AbortController()
  let late = false
  const aborted = (): void => inner.abort()
  const cancel = clock.setTimeout(() => {
    late = !inner.signal.aborted
    inner.abort()
  }, ms)
  if (signal.aborted) inner.abort()
  else signal.addEventListener('abort', aborted)
  return {
    signal: inner.signal,
    get late() {
      return late
    },
    end() {
      cancel()
      signal.removeEventListener('abort', aborted)
    },
  }
}
