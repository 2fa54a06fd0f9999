// Upstream: github.com/fxamacker/cbor/v2 (decode.go: getHead, skip)

/** Additional information that says: of indefinite length. */
export const indefinite = 31

/** The byte that ends an item of indefinite length. */
export const breakByte = 0xff

/** A place in well-formed CBOR, and the head of the item that was read last. */
export class CborItems {
  readonly data: Buffer
  at: number
  /** The additional information of the last head. */
  info = 0
  /** The argument of the last head: a number, a length, the bits of a float of 16 or 32; rounded above 2^53. */
  argument = 0
  /** The halves of an argument that takes eight bytes. */
  private high = 0
  private low = 0

  constructor(data: Buffer, at = 0) {
    this.data = data
    this.at = at
  }

  /** The major type of the next item. */
  get type(): number {
    return this.data[this.at]! >> 5
  }

  /** Whether the next item is null or undefined. */
  get isNil(): boolean {
    const next = this.data[this.at]
    return next === 0xf6 || next === 0xf7
  }

  /** The argument of the last head, in full: a bigint only where no number is that. */
  get exact(): number | bigint {
    if (this.argument <= Number.MAX_SAFE_INTEGER) return this.argument
    return (BigInt(this.high) << 32n) | BigInt(this.low)
  }

  /** The integer of a head of this type: positive or negative. */
  whole(type: number): number | bigint {
    const { exact } = this
    if (type === 0) return exact
    return typeof exact === 'number' ? -1 - exact : -1n - exact
  }

  /** Reads a head. @returns its major type */
  head(): number {
    const { data } = this
    const first = data[this.at++]!
    const info = first & 31
    this.info = info
    if (info < 24) this.argument = info
    else if (info === 24) this.argument = data[this.at++]!
    else if (info === 25) {
      this.argument = data.readUInt16BE(this.at)
      this.at += 2
    } else if (info === 26) {
      this.argument = data.readUInt32BE(this.at)
      this.at += 4
    } else if (info === 27) {
      this.high = data.readUInt32BE(this.at)
      this.low = data.readUInt32BE(this.at + 4)
      this.argument = this.high * 2 ** 32 + this.low
      this.at += 8
    } else this.argument = 0
    return first >> 5
  }

  /** Whether the break of an item of indefinite length comes next; it is read. */
  foundBreak(): boolean {
    if (this.data[this.at] !== breakByte) return false
    this.at++
    return true
  }

  /** Goes through the items of a list or the pairs of a map whose head was read; `each` reads one. */
  items(each: (index: number) => void): void {
    if (this.info === indefinite) for (let i = 0; !this.foundBreak(); i++) each(i)
    else {
      const count = this.argument
      for (let i = 0; i < count; i++) each(i)
    }
  }

  /** Goes past the next item. */
  skip(): void {
    // Of each item around: how many are still to come; endless until the break.
    const open: number[] = []
    do {
      if (this.data[this.at] === breakByte) {
        this.at++
        open.pop()
      } else {
        const inner = this.skipHead()
        if (inner !== 0) {
          if (inner > 0) open.push(inner)
          continue
        }
      }
      while (open.length > 0) {
        if (--open[open.length - 1]! > 0) break
        open.pop()
      }
    } while (open.length > 0 || this.inTag)
  }

  private inTag = false

  /** Goes past what a head tells by itself. @returns the items that belong to it; below 0: it is a tag, whose content follows */
  private skipHead(): number {
    const type = this.head()
    this.inTag = type === 6
    if (type === 6) return -1
    if (type < 2 || type === 7) return 0
    if (this.info === indefinite) return Number.POSITIVE_INFINITY
    if (type > 3) return this.argument * (type - 3)
    this.at += this.argument
    return 0
  }
}
