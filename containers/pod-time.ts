import type { Clock } from '../component-base/clock.ts'

interface Sleeper {
  at: number
  /** What begins or is stopped at a moment comes after what wakes then. */
  wakes: boolean
  wake: () => void
}

const isBefore = (one: Sleeper, other: Sleeper): boolean =>
  one.at < other.at || (one.at === other.at && one.wakes && !other.wakes)

/** The number of past waits that are lived through one by one; a pod that is asked after a longer life skips to the present. */
const mostPast = 2000

/**
 * The time of a pod's processes. What is asked for the first time long after its start lives through its past first, by its own
 * clock, in the order in which its processes wake; from the present on it waits with the clock that it was given.
 */
export class PodTime {
  private readonly clock: Clock
  private past: number
  private reached = Number.NEGATIVE_INFINITY
  private active = 0
  private lived = 0
  private sleepers: Sleeper[] = []
  private waiters: (() => void)[] = []
  private cancelTimer: (() => void) | undefined

  constructor(clock: Clock) {
    this.clock = clock
    this.past = clock.now()
  }

  /** Milliseconds since the epoch, as the process sees it that runs. */
  now(): number {
    return this.inPast ? this.past : this.present
  }

  private get present(): number {
    return Math.max(this.clock.now(), this.reached)
  }

  /** The pod is known to have lived until then, whatever the clock says: that of a transcript lets short waits take no time. */
  reach(at: number): void {
    this.reached = Math.max(this.reached, at)
    if (this.active === 0 && this.due) this.pump()
  }

  /** Whether a process runs that woke at `past`. */
  private inPast = false

  /** Runs `work` at a time of the past or the future; what it awaits of a pod's time counts as asleep. */
  start(at: number, work: () => Promise<void>): void {
    this.sleepers.push({ at, wakes: false, wake: () => void work().finally(() => this.leave()) })
    if (this.active === 0) this.pump()
  }

  /** Whether a wait of a process still has to be lived through. */
  private get due(): boolean {
    return this.sleepers.some(({ at }) => at <= this.present)
  }

  /** For a process that `start` has begun. Rejects with the signal's reason when that aborts. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    await this.apart(
      new Promise<void>((resolve, reject) => {
        const sleeper = { at: this.wakeTime(ms), wakes: true, wake: () => done(resolve) }
        const done = (end: () => void): void => {
          signal.removeEventListener('abort', aborted)
          this.sleepers = this.sleepers.filter((one) => one !== sleeper)
          end()
        }
        const aborted = (): void => {
          this.active++
          done(() => reject(signal.reason))
        }
        signal.addEventListener('abort', aborted)
        if (Number.isFinite(sleeper.at)) this.sleepers.push(sleeper)
      }),
    )
  }

  private wakeTime(ms: number): number {
    const at = this.now() + Math.max(ms, 0)
    // What has slept too often in its past goes on in the present.
    return at < this.present && ++this.lived > mostPast ? this.present : at
  }

  /** Awaits what is not of this pod's time, as an answer of the network: others go on. */
  async outside<T>(work: Promise<T>): Promise<T> {
    this.leave()
    try {
      return await work
    } finally {
      this.active++
    }
  }

  private async apart(work: Promise<void>): Promise<void> {
    this.leave()
    await work
  }

  private leave(): void {
    this.active--
    if (this.active === 0) this.pump()
  }

  /** Resolves when all processes have reached the present, and sleep or wait. */
  settled(): Promise<void> {
    if (this.active === 0 && !this.due) return Promise.resolve()
    return new Promise((resolve) => void this.waiters.push(resolve))
  }

  private pump(): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
    const next = this.sleepers.reduce<Sleeper | undefined>(
      (first, one) => (first === undefined || isBefore(one, first) ? one : first),
      undefined,
    )
    const now = this.present
    if (next !== undefined && next.at <= now) {
      this.sleepers = this.sleepers.filter((one) => one !== next)
      this.past = next.at
      this.inPast = true
      this.active++
      next.wake()
      return
    }
    this.inPast = false
    for (const resolve of this.waiters.splice(0)) resolve()
    if (next !== undefined)
      this.cancelTimer = this.clock.setTimeout(() => this.active === 0 && this.pump(), next.at - now)
  }
}
