// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/audit/buffered/buffered.go
import type { Clock } from '../../component-base/clock.ts'
import type { AuditBackend } from './backend.ts'
import type { AuditEvent } from './event.ts'

/** The flags --audit-…-batch-…. */
export interface BatchOptions {
  readonly bufferSize: number
  readonly maxBatchSize: number
  /** Milliseconds. */
  readonly maxBatchWait: number
  /** Batches a second, and at once; undefined: not limited. */
  readonly throttle?: { readonly qps: number; readonly burst: number } | undefined
}

/** Sends events on in batches, without letting requests wait; those that find the buffer full are dropped. */
export class BufferedBackend implements AuditBackend {
  private readonly backend: AuditBackend
  private readonly options: BatchOptions
  private readonly clock: Clock
  private readonly log: (text: string) => void
  private waiting: AuditEvent[] = []
  private cancelTimer: (() => void) | undefined
  private sending: Promise<void> = Promise.resolve()
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
    for (const event of events) {
      // The request goes on, and its event with it.
      if (this.waiting.length < this.options.bufferSize) this.waiting.push(structuredClone(event))
      else this.log(`Error in audit plugin 'buffered' affecting 1 audit events: audit buffer queue blocked`)
    }
    if (this.waiting.length >= this.options.maxBatchSize) this.flush()
    else this.cancelTimer ??= this.clock.setTimeout(() => this.flush(), this.options.maxBatchWait)
    return true
  }

  async close(): Promise<void> {
    this.flush()
    await this.sending
    await this.backend.close()
  }

  private flush(): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
    const { maxBatchSize } = this.options
    const sent = this.waiting.splice(0)
    for (let at = 0; at < sent.length; at += maxBatchSize) this.send(sent.slice(at, at + maxBatchSize))
  }

  private send(batch: readonly AuditEvent[]): void {
    this.sending = this.sending.then(async () => {
      await this.turn()
      await this.backend.process(batch)
    })
  }

  /** Waits until the limit of batches allows one more. */
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
