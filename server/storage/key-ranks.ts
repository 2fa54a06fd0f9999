/** A full part is halved, so parts have between half and all of this. */
const largestPart = 512

/**
 * Keys in their order, counted: how many are behind a page of a list, without looking at each. A key comes and goes in the time that a
 * part of the keys takes to be moved; a count adds up the parts.
 */
export class KeyRanks {
  private parts: string[][]

  /** @param keys in ascending order */
  constructor(keys: Iterable<string>) {
    const all = [...keys]
    this.parts = []
    const half = largestPart / 2
    for (let at = 0; at < all.length; at += half) this.parts.push(all.slice(at, at + half))
  }

  /** A key that is not there yet. */
  add(key: string): void {
    if (this.parts.length === 0) this.parts.push([])
    const at = Math.min(this.partOf(key), this.parts.length - 1)
    const part = this.parts[at]!
    part.splice(placeIn(part, key), 0, key)
    if (part.length < largestPart) return
    this.parts.splice(at + 1, 0, part.splice(part.length >>> 1))
  }

  /** A key that is there. */
  remove(key: string): void {
    const at = this.partOf(key)
    const part = this.parts[at]!
    part.splice(placeIn(part, key), 1)
    if (part.length === 0) this.parts.splice(at, 1)
  }

  /** The number of keys before `key`, which itself need not be there. */
  before(key: string): number {
    const at = this.partOf(key)
    let count = 0
    for (let i = 0; i < at; i++) count += this.parts[i]!.length
    return at < this.parts.length ? count + placeIn(this.parts[at]!, key) : count
  }

  /** The first part whose last key is not before `key`; the number of parts where all are. */
  private partOf(key: string): number {
    let [low, high] = [0, this.parts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.parts[middle]!.at(-1)! < key) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The place of the first key that is not before `key`. */
function placeIn(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
