/** The bytes of a connection that have come and are not yet read. Each is copied a few times at most, in however many pieces they come. */
export class IncomingBytes {
  private bytes: Buffer
  private from = 0
  private to: number

  /** @param first what has come already */
  constructor(first: Buffer) {
    this.bytes = first
    this.to = first.length
  }

  /** All of them, as a view that stays as it is. */
  get unread(): Buffer {
    return this.bytes.subarray(this.from, this.to)
  }

  /** Puts a piece behind those that are there. */
  add(piece: Buffer): void {
    const unread = this.to - this.from
    if (unread === 0) {
      this.bytes = piece
      this.from = 0
      this.to = piece.length
      return
    }
    if (this.to + piece.length > this.bytes.length) {
      const wider = Buffer.allocUnsafe(2 * (unread + piece.length))
      this.bytes.copy(wider, 0, this.from, this.to)
      this.bytes = wider
      this.from = 0
      this.to = unread
    }
    piece.copy(this.bytes, this.to)
    this.to += piece.length
  }

  /** So many have been read; `Infinity`: all. */
  drop(count: number): void {
    this.from = Math.min(this.from + count, this.to)
    if (this.from === this.to) this.add(Buffer.alloc(0))
  }
}
