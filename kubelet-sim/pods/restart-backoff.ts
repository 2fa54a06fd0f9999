// Upstream: pkg/kubelet/kubelet.go (newCrashLoopBackOff), client-go/util/flowcontrol/backoff.go
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'

/** How long a container that ended waits before it starts again: the first time not at all, then twice as long each time. */
export class RestartBackoff {
  private readonly firstMs: number
  private readonly longestMs: number
  private nextMs = 0
  private endedAt = Number.NEGATIVE_INFINITY

  constructor({ gates }: KubeletOptions) {
    const reduced = gateEnabled(gates, 'ReduceDefaultCrashLoopBackOffDecay')
    this.firstMs = reduced ? 1000 : 10_000
    this.longestMs = reduced ? 60_000 : 300_000
  }

  /** Milliseconds to wait after an end at `now`; one that ran for long begins anew. */
  wait(now: number): number {
    const rested = now - this.endedAt > 2 * this.longestMs
    const ms = rested ? 0 : this.nextMs
    this.endedAt = now + ms
    this.nextMs = ms === 0 ? this.firstMs : Math.min(2 * ms, this.longestMs)
    return ms
  }
}
