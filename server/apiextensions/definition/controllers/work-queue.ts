// Upstream: client-go/util/workqueue (a rate limited queue with one worker)
import type { Clock } from '../../../../component-base/clock.ts'

/** Milliseconds before the first retry and at most between two; each wait is twice the one before. */
const [firstWait, longestWait] = [5, 1_000_000]

/** Handles keys, one after the other or each on its own; a key that fails comes again later. */
export class WorkQueue {
  private readonly clock: Clock
  private readonly sync: (key: string) => Promise<void>
  /** The number of keys that are handled at once. */
  private readonly workers: number
  private readonly waiting = new Set<string>()
  private readonly running = new Map<string, Promise<void>>()
  private readonly failures = new Map<string, number>()
  private readonly timers = new Map<string, () => void>()
  private stopped = false

  constructor(clock: Clock, workers: number, sync: (key: string) => Promise<void>) {
    this.clock = clock
    this.workers = workers
    this.sync = sync
  }

  /** A key that is being handled is handled once more behind that. */
  add(key: string): void {
    if (this.stopped) return
    this.waiting.add(key)
    this.next()
  }

  /** As {@link add}, after `wait` milliseconds. */
  addAfter(key: string, wait: number): void {
    if (wait <= 0) {
      this.add(key)
      return
    }
    if (this.stopped || this.timers.has(key)) return
    const cancel = this.clock.setTimeout(() => {
      this.timers.delete(key)
      this.add(key)
    }, wait)
    this.timers.set(key, cancel)
  }

  /** Resolves when nothing is handled any more. */
  async stop(): Promise<void> {
    this.stopped = true
    this.waiting.clear()
    for (const cancel of this.timers.values()) cancel()
    this.timers.clear()
    await Promise.all(this.running.values())
  }

  private next(): void {
    for (const key of this.waiting) {
      if (this.running.size >= this.workers) return
      if (this.running.has(key)) continue
      this.waiting.delete(key)
      this.running.set(key, this.handle(key))
    }
  }

  private async handle(key: string): Promise<void> {
    // What tells of a change hears nothing of what is done about it.
    await Promise.resolve()
    try {
      await this.sync(key)
      this.failures.delete(key)
    } catch {
      this.retry(key)
    }
    this.running.delete(key)
    this.next()
  }

  private retry(key: string): void {
    const failures = this.failures.get(key) ?? 0
    this.failures.set(key, failures + 1)
    this.addAfter(key, Math.min(firstWait * 2 ** failures, longestWait))
  }
}
