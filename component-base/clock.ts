import { Rounds } from './rounds.ts'

/** Time, passed in everywhere: a test or a transcript can stand still or run fast. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Runs `work` once after `ms`; the returned function cancels it. Timers never keep the process alive by themselves.
   * @param late milliseconds that it may come later, so that it comes together with others: {@link togetherMs}
   */
  setTimeout(work: () => void, ms: number, late?: number): () => void
}

/**
 * How much later may come what each of thousands of nodes does every few seconds: a hundredth of the ten seconds between two renewals of a
 * lease, which kubelets draw out by up to four hundredths themselves.
 */
export const togetherMs = 100

const rounds = new Rounds()

/** The clock of the host. Its timers do not keep the process running. */
export const realClock: Clock = {
  now: () => Date.now(),
  setTimeout(work, ms, late) {
    if (late !== undefined) return rounds.add(work, ms, late)
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** A clock that moves only when told to. */
export class FakeClock implements Clock {
  private time: number
  private timers: { at: number; work: () => void }[] = []
  constructor(start: number | string = '2026-01-01T00:00:00Z') {
    this.time = typeof start === 'number' ? start : Date.parse(start)
  }
  now(): number {
    return this.time
  }
  setTimeout(work: () => void, ms: number): () => void {
    const timer = { at: this.time + ms, work }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((t) => t !== timer)
    }
  }
  /** Moves on by `ms` and runs what is due on the way, in order of time. */
  advance(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const due = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) break
      this.timers = this.timers.filter((t) => t !== due)
      this.time = Math.max(this.time, due.at)
      due.work()
    }
    this.time = end
  }
}

/** A text of times that is the same all through a second, made once for it. */
export function ofSeconds(text: (ms: number) => string): (ms: number) => string {
  let [last, known] = [Number.NaN, '']
  return (ms) => {
    const second = Math.floor(ms / 1000)
    if (second !== last) {
      known = text(ms)
      last = second
    }
    return known
  }
}

/** RFC 3339 in whole seconds, as meta/v1 Time: `2026-01-01T00:00:00Z`. */
export const toTime = ofSeconds((ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`)

/** RFC 3339 with microseconds, as meta/v1 MicroTime: `2026-01-01T00:00:00.000000Z`. */
export const toMicroTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 23)}000Z`
