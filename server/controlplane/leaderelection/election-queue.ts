import type { Clock } from '../../../component-base/clock.ts'

/** Keys to look at, one after the other and each once however often it is added; some again after a while. */
export class ElectionQueue {
  private readonly clock: Clock
  private readonly look: (key: string) => Promise<number | undefined>
  private readonly waiting = new Set<string>()
  /** When keys are to come again: milliseconds since the epoch. The sooner counts. */
  private readonly delayed = new Map<string, { at: number; cancel: () => void }>()
  private running: Promise<void> | undefined
  private stopped = false

  /** @param look answers after how many milliseconds it wants to see the key again, and does not reject */
  constructor(clock: Clock, look: (key: string) => Promise<number | undefined>) {
    this.clock = clock
    this.look = look
  }

  add(key: string): void {
    if (this.stopped) return
    this.waiting.add(key)
    this.running ??= this.work()
  }

  /** Resolves when nothing is looked at any more. */
  async stop(): Promise<void> {
    this.stopped = true
    this.waiting.clear()
    for (const { cancel } of this.delayed.values()) cancel()
    await this.running
  }

  private async work(): Promise<void> {
    // Whoever adds a key is in the middle of something.
    await Promise.resolve()
    for (const key of this.waiting) {
      this.waiting.delete(key)
      const again = await this.look(key)
      if (again !== undefined) this.addAfter(key, again)
    }
    this.running = undefined
  }

  private addAfter(key: string, ms: number): void {
    const at = this.clock.now() + ms
    const before = this.delayed.get(key)
    if (this.stopped || (before !== undefined && before.at <= at)) return
    before?.cancel()
    const cancel = this.clock.setTimeout(() => {
      this.delayed.delete(key)
      this.add(key)
    }, ms)
    this.delayed.set(key, { at, cancel })
  }
}
