// Upstream: pkg/kubelet/active_deadline.go
import type { Clock } from '../../component-base/clock.ts'
import type { Pause } from '../pause.ts'

/** Waits until a pod's activeDeadlineSeconds have passed. */
export class ActiveDeadline {
  private readonly clock: Clock
  private readonly pause: Pause
  private readonly startedAt: number
  /** Aborted when the deadline changes. */
  private change = new AbortController()

  /** @param startedAt milliseconds since the epoch */
  constructor(clock: Clock, pause: Pause, startedAt: number) {
    this.clock = clock
    this.pause = pause
    this.startedAt = startedAt
  }

  /** Watches another deadline than before. @param stopped whether the pod is to end anyway */
  async watch(seconds: number | undefined, stopped: () => boolean, over: () => void): Promise<void> {
    this.cancel()
    if (seconds === undefined || stopped()) return
    this.change = new AbortController()
    const { signal } = this.change
    for (;;) {
      const left = this.startedAt + seconds * 1000 - this.clock.now()
      if (left <= 0) break
      await this.pause.for(left, signal)
      if (signal.aborted || stopped()) return
    }
    over()
  }

  cancel(): void {
    this.change.abort()
  }
}
