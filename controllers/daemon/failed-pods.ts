// Upstream: client-go/util/flowcontrol/backoff.go, as pkg/controller/daemon uses it (failedPodsBackoff)

const firstMs = 1000
const longestMs = 15 * 60_000

/** The time for which failed pods of a DaemonSet stay on a node: the longer, the more of them failed. */
export class FailedPodsBackoff {
  private readonly entries = new Map<string, { ms: number; since: number }>()

  /** @returns how long the next one has to stay; 0 where it may go now, which counts. @param now in milliseconds */
  wait(key: string, now: number): number {
    const entry = this.entries.get(key)
    if (entry !== undefined && now - entry.since < entry.ms) return entry.ms
    const expired = entry === undefined || now - entry.since > 2 * longestMs
    this.entries.set(key, { ms: expired ? firstMs : Math.min(2 * entry.ms, longestMs), since: now })
    return 0
  }
}
