import { setMaxListeners } from 'node:events'
import type { Clock } from '../component-base/clock.ts'

/** Timers do not reach further: weeks. */
const longestTimerMs = 2 ** 31 - 1

/** Waits that end early when the component stops. */
export class Pause {
  private readonly clock: Clock
  private readonly abort = new AbortController()
  constructor(clock: Clock) {
    this.clock = clock
    // Each pod of the node may wait.
    setMaxListeners(0, this.abort.signal)
  }

  get stopped(): boolean {
    return this.abort.signal.aborted
  }

  /** For requests that must not outlive the component. */
  get signal(): AbortSignal {
    return this.abort.signal
  }

  stop(): void {
    this.abort.abort()
  }

  /** @param cut ends the wait early, too */
  for(ms: number, cut?: AbortSignal): Promise<void> {
    if (this.stopped || cut?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        this.signal.removeEventListener('abort', end)
        cut?.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.clock.setTimeout(end, Math.min(ms, longestTimerMs))
      this.signal.addEventListener('abort', end)
      cut?.addEventListener('abort', end)
    })
  }
}
