import type { Clock } from '../component-base/clock.ts'

/** Waits that end early when the component stops. */
export class Pause {
  private readonly clock: Clock
  private readonly abort = new AbortController()
  constructor(clock: Clock) {
    this.clock = clock
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

  for(ms: number): Promise<void> {
    if (this.stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        this.signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.clock.setTimeout(end, ms)
      this.signal.addEventListener('abort', end)
    })
  }
}
