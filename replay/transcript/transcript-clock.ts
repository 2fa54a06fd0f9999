// A clock that stands still until a command waits; what components wait for a little does not take time.
import type { Clock } from '../../component-base/clock.ts'

/** Timers of components up to this long take no time: they get on with their work when the cluster rests. */
const shortMs = 3000
/** Of a longer wait only the end is lived through: nothing happens in the rest of it. */
const livedMs = 1_800_000

interface Timer {
  at: number
  work: () => void
}

/** Timers in the order of their making. */
type Timers = Set<Timer>

/** A clock whose time passes only while a command waits. */
export class TranscriptClock implements Clock {
  private time: number
  private readonly short: Timers = new Set()
  private readonly long: Timers = new Set()
  private readonly waits: Timers = new Set()
  /** What commands wait by: the time until then passes, with all that is due in it. */
  readonly foreground: Clock
  /** Called when a timer is made. */
  onTimer: () => void = () => {}

  constructor(start: number) {
    this.time = Math.floor(start)
    this.foreground = { now: () => this.time, setTimeout: (work, ms) => this.add(this.waits, work, ms) }
  }

  now(): number {
    return this.time
  }

  setTimeout(work: () => void, ms: number): () => void {
    return this.add(ms <= shortMs ? this.short : this.long, work, ms)
  }

  /** Fires the short timer that is due first, without time passing; false where there is none. */
  hurry(): boolean {
    const first = firstOf(this.short)
    if (first === undefined) return false
    this.short.delete(first)
    first.work()
    return true
  }

  /** Moves on to the next moment at which something is due, where a command waits for it; false where none waits. */
  step(): boolean {
    const wait = firstOf(this.waits)
    if (wait === undefined) return false
    this.skip(wait.at - this.time - livedMs)
    const next = firstOf(this.long)
    const due = next !== undefined && next.at <= wait.at ? next : wait
    this.long.delete(due)
    this.waits.delete(due)
    this.time = Math.max(this.time, due.at)
    due.work()
    return true
  }

  private add(timers: Timers, work: () => void, ms: number): () => void {
    // Whole milliseconds, as a clock of the system has them.
    const timer = { at: this.time + Math.ceil(ms), work }
    timers.add(timer)
    this.onTimer()
    return () => timers.delete(timer)
  }

  private skip(ms: number): void {
    if (ms <= 0) return
    this.time += ms
    for (const timer of this.long) timer.at += ms
  }
}

const firstOf = (timers: Timers): Timer | undefined => {
  let first: Timer | undefined
  for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer
  return first
}
