// A clock that stands still while a command runs and moves on by fixed steps between commands.
import type { Clock } from '../../component-base/clock.ts'

/** Timers up to this long run in real time, so that components that wait a little get on with their work. */
const shortMs = 3000
/** Of a longer wait only the end is lived through: nothing happens in the rest of it. */
const livedMs = 120_000

interface Timer {
  at: number
  work: () => void
}

export class TranscriptClock implements Clock {
  private time: number
  private long: Timer[] = []
  /** In the order of their making, with what ends their real time. */
  private readonly short = new Map<Timer, NodeJS.Timeout>()

  constructor(start: number) {
    this.time = start
  }

  now(): number {
    return this.time
  }

  setTimeout(work: () => void, ms: number): () => void {
    const timer = { at: this.time + ms, work }
    if (ms <= shortMs) {
      const real = setTimeout(() => this.fire(timer), ms)
      real.unref()
      this.short.set(timer, real)
      return () => this.forget(timer)
    }
    this.long.push(timer)
    return () => {
      this.long = this.long.filter((other) => other !== timer)
    }
  }

  /** Fires the short timer that is due first now, without waiting for it; false where there is none. */
  readonly hurry = (): boolean => {
    const [first] = [...this.short.keys()].toSorted((a, b) => a.at - b.at)
    if (first !== undefined) this.fire(first)
    return first !== undefined
  }

  /** Moves on, stopping where timers are due; `settle` waits until what they began is done. */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const end = this.time + ms
    this.skip(ms - livedMs)
    for (;;) {
      const at = Math.min(...this.long.map((timer) => timer.at))
      if (at > end) break
      const due = this.long.filter((timer) => timer.at === at)
      this.long = this.long.filter((timer) => timer.at !== at)
      this.time = Math.max(this.time, at)
      for (const timer of due) timer.work()
      await settle()
    }
    this.time = end
    if (this.short.size > 0) await settle()
  }

  private fire(timer: Timer): void {
    this.forget(timer)
    timer.work()
  }

  private forget(timer: Timer): void {
    clearTimeout(this.short.get(timer))
    this.short.delete(timer)
  }

  private skip(ms: number): void {
    if (ms <= 0) return
    this.time += ms
    for (const timer of this.long) timer.at += ms
  }
}
