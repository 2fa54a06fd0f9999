/** Chance that is the same for the same seed. Upstream: none; the generator is mulberry32. */
export class Chance {
  #state: number
  /** How often values break their schema: 1 in many places, 0 hardly. */
  wildness = 1

  constructor(seed: number) {
    this.#state = seed >>> 0
  }
  /** From 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** From 0, below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }
  happens(probability: number): boolean {
    return this.next() < probability
  }
  one<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }
  /** Each with the probability. */
  some<T>(from: readonly T[], probability: number): T[] {
    return from.filter(() => this.happens(probability))
  }
}
