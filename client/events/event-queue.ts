// What recorders tell the server, in the background: one after the other, and no faster than their clients may.
import type { Clock } from '../../component-base/clock.ts'
import { Ending } from '../../component-base/ending.ts'
import type { Logger } from '../../component-base/klog.ts'
import { ApiError } from '../rest-client.ts'

/** The limit of a client's requests: so many a second, and more at once after a rest. */
export interface RequestRate {
  perSecond: number
  burst: number
}

const longestQueue = 1000
const retryMs = 10_000
const retries = 12

/** The requests of event recorders, sent one after the other and no faster than the rate; requests beyond the queue are lost. */
export class EventQueue {
  private readonly clock: Clock
  private readonly logger: Logger
  private readonly rate: RequestRate
  private readonly waiting: (() => Promise<void>)[] = []
  private readonly ending = new Ending()
  /** When the next request may go, in milliseconds since the epoch, had there been no rest before. */
  private next = Number.NEGATIVE_INFINITY
  private running: Promise<void> | undefined

  constructor(clock: Clock, logger: Logger, rate: RequestRate) {
    this.clock = clock
    this.logger = logger
    this.rate = rate
  }

  /** Queues a request; dropped where the queue is full. */
  add(tell: () => Promise<void>): void {
    if (this.ending.aborted || this.waiting.length >= longestQueue) return
    this.waiting.push(tell)
    this.running ??= this.drain()
  }

  async stop(): Promise<void> {
    this.ending.abort()
    this.waiting.length = 0
    await this.running
  }

  private async drain(): Promise<void> {
    for (let tell = this.waiting.shift(); tell !== undefined; tell = this.waiting.shift()) {
      const ms = this.reserve()
      if (ms > 0) await this.pause(ms)
      await this.attempt(tell)
    }
    this.running = undefined
  }

  /** Milliseconds until the next request may go. */
  private reserve(): number {
    const step = 1000 / this.rate.perSecond
    const now = this.clock.now()
    this.next = Math.max(this.next + step, now - (this.rate.burst - 1) * step)
    return Math.max(0, this.next - now)
  }

  /** A server that cannot be reached is tried again; what it refuses is lost. */
  private async attempt(tell: () => Promise<void>): Promise<void> {
    for (let left = retries; !this.ending.aborted; left--) {
      try {
        return await tell()
      } catch (error) {
        if (this.ending.aborted) return
        const final = error instanceof ApiError || left === 1
        const text = final
          ? 'Server rejected event (will not retry!)'
          : 'Unable to write event (may retry after sleeping)'
        this.logger.logS('E', text, { err: (error as Error).message })
        if (final) return
        await this.pause(retryMs)
      }
    }
  }

  private pause(ms: number): Promise<void> {
    const { ending } = this
    if (ending.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        ending.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.clock.setTimeout(end, ms)
      ending.addEventListener('abort', end)
    })
  }
}
