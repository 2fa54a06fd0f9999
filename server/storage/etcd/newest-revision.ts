import type { Clock } from '../../../component-base/clock.ts'

/** How long a question waits for the answer of the one before, in milliseconds: no reader waits much longer than alone. */
const patience = 50

/**
 * Asks for the newest revision of a store. Those who ask while an answer is on its way share the next question, as that answer may be
 * older than their own request.
 */
export class NewestRevision {
  private readonly ask: (timeout?: number) => Promise<number>
  private readonly clock: Pick<Clock, 'setTimeout'>
  private underWay: Promise<unknown> | undefined
  private next: Promise<number> | undefined

  constructor(ask: (timeout?: number) => Promise<number>, clock: Pick<Clock, 'setTimeout'>) {
    this.ask = ask
    this.clock = clock
  }

  /** A revision not older than this call. @param timeout in milliseconds; who will not wait as long as others asks alone */
  get(timeout?: number): Promise<number> {
    if (timeout !== undefined) return this.ask(timeout)
    if (this.underWay === undefined) return this.start()
    this.next ??= this.overOrLate(this.underWay).then(() => {
      this.next = undefined
      return this.start()
    })
    return this.next
  }

  private start(): Promise<number> {
    const answer = this.ask()
    const settled = answer.then(
      () => {},
      () => {},
    )
    this.underWay = settled
    settled.then(() => {
      if (this.underWay === settled) this.underWay = undefined
    })
    return answer
  }

  private overOrLate(settled: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.clock.setTimeout(() => resolve(), patience)
      settled.then(() => {
        cancel()
        resolve()
      })
    })
  }
}
