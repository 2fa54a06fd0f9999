import { type Clock, togetherMs } from '../component-base/clock.ts'

/** Timers do not reach further: weeks. */
const longestTimerMs = 2 ** 31 - 1

/** Waits that end early when the component stops. No AbortSignal: thousands of nodes wait several times in ten seconds. */
export class Pause {
  private readonly clock: Clock
  /** The functions that end the waits that are running. */
  private readonly waits = new Set<() => void>()
  private isStopped = false
  constructor(clock: Clock) {
    this.clock = clock
  }

  get stopped(): boolean {
    return this.isStopped
  }

  stop(): void {
    this.isStopped = true
    for (const end of [...this.waits]) end()
  }

  /** As {@link for}, or a little longer, together with other nodes: for what each of them does every few seconds. */
  about(ms: number): Promise<void> {
    return this.for(ms, undefined, togetherMs)
  }

  /** @param cut ends the wait early, too. @param late as in {@link Clock} */
  for(ms: number, cut?: AbortSignal, late?: number): Promise<void> {
    if (this.isStopped || cut?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        this.waits.delete(end)
        cut?.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.clock.setTimeout(end, Math.min(ms, longestTimerMs), late)
      this.waits.add(end)
      cut?.addEventListener('abort', end)
    })
  }
}
