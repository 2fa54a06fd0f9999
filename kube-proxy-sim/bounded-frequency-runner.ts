// Upstream: pkg/proxy/runner/bounded_frequency_runner.go (1.34 on)
import { type Clock, togetherMs } from '../component-base/clock.ts'

/**
 * Runs a function when it is asked to, with at least `minMs` between two runs and at most `maxMs`. What is asked for
 * within the pause is one run at its end. Deviates: before 1.34 two runs may follow each other without a pause.
 */
export class BoundedFrequencyRunner {
  private readonly clock: Clock
  private readonly work: () => void
  private readonly minMs: number
  private readonly maxMs: number
  private asked = false
  private stopped = false
  private cancelNext: (() => void) | undefined
  private cancelPause: (() => void) | undefined

  constructor(options: { clock: Clock; work: () => void; minMs: number; maxMs: number }) {
    this.clock = options.clock
    this.work = options.work
    this.minMs = options.minMs
    this.maxMs = options.maxMs
  }

  /** Begins to count the longest time without a run. */
  loop(): void {
    this.runIn(this.maxMs, togetherMs)
  }

  /** Asks for a run as soon as possible; what comes in the same turn is one run. */
  run(): void {
    if (this.stopped || this.asked) return
    this.asked = true
    if (this.cancelPause === undefined) this.runIn(0)
  }

  stop(): void {
    this.stopped = true
    this.cancelNext?.()
    this.cancelPause?.()
  }

  private runIn(ms: number, late?: number): void {
    this.cancelNext?.()
    this.cancelNext = this.clock.setTimeout(() => this.runNow(), ms, late)
  }

  private runNow(): void {
    this.asked = false
    this.work()
    if (this.stopped) return
    this.runIn(this.maxMs, togetherMs)
    this.cancelPause = this.clock.setTimeout(() => {
      this.cancelPause = undefined
      if (this.asked) this.runIn(0)
    }, this.minMs)
  }
}
