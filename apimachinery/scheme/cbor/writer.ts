// Upstream: apimachinery/pkg/runtime/serializer/cbor/internal/modes/encode.go
import { halfBits } from './numbers.ts'

/** The head of tag 55799: data that follows is CBOR. */
export const selfDescribed = Buffer.from([0xd9, 0xd9, 0xf7])

const plainKey = /^[ -~]*$/

/** Keys in the order of their encoded bytes, which begin with the length. */
function sortedKeys(object: object): string[] {
  const keys = Object.keys(object)
  if (keys.every((key) => plainKey.test(key)))
    return keys.sort((a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0))
  return keys
    .map((key) => Buffer.from(key))
    .sort((a, b) => a.length - b.length || Buffer.compare(a, b))
    .map((key) => key.toString())
}

/** Writes JSON data as upstream does: strings as byte strings, keys sorted, numbers in the shortest form that keeps them. */
export class CborWriter {
  private buffer = Buffer.allocUnsafe(1024)
  private length = 0

  finish(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  bytes(data: Buffer): void {
    this.room(data.length)
    this.length += data.copy(this.buffer, this.length)
  }

  head(type: number, argument: number): void {
    this.room(9)
    const [first, at] = [type << 5, this.length]
    if (argument < 24) this.length = this.buffer.writeUInt8(first | argument, at)
    else if (argument < 0x100) this.length = this.buffer.writeUInt16BE(((first | 24) << 8) | argument, at)
    else if (argument < 0x10000)
      this.length = this.buffer.writeUInt16BE(argument, this.buffer.writeUInt8(first | 25, at))
    else if (argument < 0x100000000)
      this.length = this.buffer.writeUInt32BE(argument, this.buffer.writeUInt8(first | 26, at))
    else this.wideHead(type, BigInt(argument))
  }

  private wideHead(type: number, argument: bigint): void {
    this.room(9)
    const at = this.buffer.writeUInt8((type << 5) | 27, this.length)
    this.length = this.buffer.writeBigUInt64BE(argument, at)
  }

  null(): void {
    this.head(7, 22)
  }

  bool(value: boolean): void {
    this.head(7, value ? 21 : 20)
  }

  text(value: string): void {
    const length = Buffer.byteLength(value)
    this.head(2, length)
    this.room(length)
    this.length += this.buffer.write(value, this.length)
  }

  /** Writes a base64 text as bytes with the tag (22) that says that JSON has base64 there. */
  base64(value: string): void {
    const data = Buffer.from(value, 'base64')
    this.head(6, 22)
    this.head(2, data.length)
    this.bytes(data)
  }

  integer(value: number): void {
    if (Number.isSafeInteger(value)) this.head(value < 0 ? 1 : 0, value < 0 ? -1 - value : value)
    else if (value < 0) this.wideHead(1, -1n - BigInt(value))
    else this.wideHead(0, BigInt(value))
  }

  float(value: number): void {
    this.room(9)
    const { buffer, length: at } = this
    const half = halfBits(value)
    if (half !== undefined) this.length = buffer.writeUInt16BE(half, buffer.writeUInt8(0xf9, at))
    else if (Math.fround(value) === value)
      this.length = buffer.writeFloatBE(value, buffer.writeUInt8(0xfa, at))
    else this.length = buffer.writeDoubleBE(value, buffer.writeUInt8(0xfb, at))
  }

  /** Writes a JSON number: as an integer where it is whole and fits into an int64, else as a float. */
  number(value: number): void {
    if (Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 && !Object.is(value, -0))
      this.integer(value)
    else this.float(value)
  }

  /** A list; `item` writes an element. */
  list<T>(values: readonly T[], item: (value: T) => void): void {
    this.head(4, values.length)
    for (const value of values) item(value)
  }

  /** A map without its members that are undefined; `member` writes a value. */
  map(object: object, member: (value: unknown, key: string) => void): void {
    const values = object as Record<string, unknown>
    const keys = sortedKeys(object).filter((key) => values[key] !== undefined)
    this.head(5, keys.length)
    for (const key of keys) {
      this.text(key)
      member(values[key], key)
    }
  }

  /** Any JSON data. */
  readonly any = (value: unknown): void => {
    if (value === null || value === undefined) this.null()
    else if (typeof value === 'string') this.text(value)
    else if (typeof value === 'number') this.number(value)
    else if (typeof value === 'boolean') this.bool(value)
    else if (Array.isArray(value)) this.list(value, this.any)
    else this.map(value, this.any)
  }

  private room(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + bytes))
    this.buffer.copy(larger, 0, 0, this.length)
    this.buffer = larger
  }
}
