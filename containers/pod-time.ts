import type { Clock } from '../component-base/clock.ts'

interface Sleeper {
  at: number
  /** What begins or is stopped at a moment comes after what wakes then. */
  wakes: boolean
  wake: () => void
}

const isBefore = (one: Sleeper, other: Sleeper): boolean =>
  one.at < other.at || (one.at === other.at && one.wakes && !other.wakes)

/** How many waits of the past are lived through one by one; a pod that is asked after a longer life skips to the present. */
const mostPast = 2000

/** Milliseconds of the host's time: a connection that is open for longer may be open for ever. */
const longestAnswerMs = 1000

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
  /** What processes wait for that asked the network in their past. */
  private readonly away = new Set<Promise<unknown>>()

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

  /** Awaits what is not of this pod's time, as an answer of the network: others go on. Who asked in its past goes on there. */
  async outside<T>(work: Promise<T>): Promise<T> {
    const asked = this.inPast ? this.past : undefined
    if (asked !== undefined) {
      this.away.add(work)
      const back = (): void => void this.away.delete(work)
      void work.then(back, back)
    }
    this.leave()
    try {
      return await work
    } finally {
      this.active++
      if (asked !== undefined && asked < this.present) {
        this.past = Math.max(this.past, asked)
        this.inPast = true
      }
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

  /** As {@link settled}, and what was asked of the network in the past is answered: all but what takes longer than a network does. */
  async caughtUp(): Promise<void> {
    for (await this.settled(); this.away.size > 0; await this.settled()) {
      const waiting = [...this.away]
      let late: NodeJS.Timeout | undefined
      const patience = new Promise<boolean>((resolve) => {
        late = setTimeout(resolve, longestAnswerMs, true)
      })
      const isLate = await Promise.race([patience, Promise.allSettled(waiting).then(() => false)])
      clearTimeout(late)
      if (isLate) for (const one of waiting) this.away.delete(one)
    }
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
