// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/audit/buffered/buffered.go
import type { Clock } from '../../component-base/clock.ts'
import type { AuditBackend } from './backend.ts'
import type { AuditEvent } from './event.ts'

/** The flags --audit-…-batch-…. */
export interface BatchOptions {
  /** Batches are sent without waiting for the answer to the batch before. */
  readonly concurrent: boolean
  readonly bufferSize: number
  readonly maxBatchSize: number
  /** Milliseconds. */
  readonly maxBatchWait: number
  /** Batches a second, and at once; undefined: not limited. */
  readonly throttle?: { readonly qps: number; readonly burst: number } | undefined
}

/**
 * Sends events on in batches, without letting requests wait. While the limit of batches (or a backend that is not asked for several at
 * once) holds the next one back, events wait in a buffer; those that find it full are dropped.
 */
export class BufferedBackend implements AuditBackend {
  private readonly backend: AuditBackend
  private readonly options: BatchOptions
  private readonly clock: Clock
  private readonly log: (text: string) => void
  private readonly buffer: AuditEvent[] = []
  /** The next batch. */
  private batch: AuditEvent[] = []
  private isBusy = false
  private isClosing = false
  private cancelTimer: (() => void) | undefined
  private readonly sending = new Set<Promise<unknown>>()
  private tokens: number
  private filledAt: number

  constructor(backend: AuditBackend, options: BatchOptions, clock: Clock, log: (text: string) => void) {
    this.backend = backend
    this.options = options
    this.clock = clock
    this.log = log
    this.tokens = options.throttle?.burst ?? 0
    this.filledAt = clock.now()
  }

  process(events: readonly AuditEvent[]): boolean {
    for (const [i, event] of events.entries()) {
      if (this.buffer.length >= this.options.bufferSize) {
        const left = events.length - i
        this.log(
          `Error in audit plugin 'buffered' affecting ${left} audit events: audit buffer queue blocked`,
        )
        break
      }
      // The request goes on, and its event with it.
      this.buffer.push(structuredClone(event))
      this.collect()
    }
    return true
  }

  async close(): Promise<void> {
    this.isClosing = true
    this.collect()
    while (this.sending.size > 0) await Promise.all(this.sending)
    await this.backend.close()
  }

  /** Fills the next batch, and sends it when it is full, when its time is over, or at the end. */
  private collect(): void {
    if (this.isBusy) return
    const { maxBatchSize, maxBatchWait } = this.options
    this.batch.push(...this.buffer.splice(0, maxBatchSize - this.batch.length))
    if (this.batch.length === 0) return
    if (this.batch.length >= maxBatchSize || this.isClosing) this.send()
    else this.cancelTimer ??= this.clock.setTimeout(() => this.send(), maxBatchWait)
  }

  private send(): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
    const batch = this.batch
    this.batch = []
    this.isBusy = true
    this.track(this.sent(batch))
  }

  private track(work: Promise<unknown>): void {
    const tracked = work.finally(() => this.sending.delete(tracked))
    this.sending.add(tracked)
  }

  private async sent(batch: readonly AuditEvent[]): Promise<void> {
    await this.turn()
    const processed = this.backend.process(batch)
    if (this.options.concurrent) this.track(Promise.resolve(processed))
    else await processed
    this.isBusy = false
    this.collect()
  }

  /** Waits until `throttle` allows another batch. */
  private async turn(): Promise<void> {
    const { throttle } = this.options
    if (throttle === undefined) return
    const now = this.clock.now()
    this.tokens = Math.min(throttle.burst, this.tokens + ((now - this.filledAt) / 1000) * throttle.qps)
    this.filledAt = now
    this.tokens--
    if (this.tokens >= 0) return
    const wait = (-this.tokens / throttle.qps) * 1000
    await new Promise<void>((resolve) => this.clock.setTimeout(resolve, wait))
  }
}
