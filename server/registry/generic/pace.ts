const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Lets the event loop go round a few times. The first round may bring nothing that has arrived meanwhile, and a new connection
 * takes several.
 */
export async function turns(): Promise<void> {
  for (let i = 0; i < 4; i++) await turn()
}

/** Items and bytes of a long work after which others are to be served. */
const maxItems = 1000
const maxBytes = 2 * 1024 * 1024

/** Counts what a loop has done since others were served. */
export class Pace {
  private items = 0
  private bytes = 0

  /** Whether it is time for others; then the count begins anew. */
  isDue(bytes: number): boolean {
    this.bytes += bytes
    if (++this.items < maxItems && this.bytes < maxBytes) return false
    this.items = this.bytes = 0
    return true
  }
}

/**
 * Lets others be served between long pieces of work that many requests do, none of which can be interrupted. Requests that come together
 * would do all of them in one round of the event loop, also where each had waited for its turn before.
 */
export class CommonPace {
  readonly #most: number
  #done = 0
  #round: Promise<void> | undefined

  /** @param most what may be done in one round of the event loop before the next piece waits for another, in units of `note` */
  constructor(most: number) {
    this.#most = most
  }

  /** Counts what a piece has done. */
  note(units: number): void {
    this.#done += units
  }

  /** Does a piece: at once, or in the next round in which there is room for it. */
  run<T>(piece: () => T): T | Promise<Awaited<T>> {
    if (this.#done < this.#most) return piece()
    this.#round ??= turns().then(() => {
      this.#done = 0
      this.#round = undefined
    })
    return this.#round.then(() => this.run(piece)) as Promise<Awaited<T>>
  }
}

/** The pace of what requests have evaluated: expressions of policies, webhooks and schemas, in CEL cost units. A million takes some ten milliseconds. */
export const expressionPace = new CommonPace(1_000_000)
