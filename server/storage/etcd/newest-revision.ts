/**
 * Asks for the newest revision of a store. Those who ask while an answer is on its way share the next question, as that answer may be
 * older than their own request.
 */
export class NewestRevision {
  private readonly ask: (timeout?: number) => Promise<number>
  private underWay: Promise<unknown> | undefined
  private next: Promise<number> | undefined

  constructor(ask: (timeout?: number) => Promise<number>) {
    this.ask = ask
  }

  /** A revision not older than this call. @param timeout in milliseconds; who will not wait as long as others asks alone */
  get(timeout?: number): Promise<number> {
    if (timeout !== undefined) return this.ask(timeout)
    if (this.underWay === undefined) return this.start()
    this.next ??= this.underWay.then(() => {
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
}
