// A list is mostly asked for again while few of its items have changed: what was compressed of the others is sent as it is.

import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { ownBytes } from '../../component-base/own-bytes.ts'
import { crc32Combine } from './crc32-combine.ts'
import { KeptBeside } from './made-once.ts'

/** An item of a list that is sent. */
export interface ListItem {
  /** Stands for the item's bytes: another one where they differ. It never changes. */
  readonly identity: object
  readonly bytes: readonly Buffer[]
}

/** A list that is sent: what stands before its items, between two of them and behind them. */
export interface ListAnswer {
  /** What tells apart the bytes that one identity stands for in several kinds of answers. */
  readonly form: string
  readonly head: Buffer
  readonly items: readonly ListItem[]
  readonly separator: Buffer
  readonly tail: Buffer
}

/** The parts of a list, in order. */
export function partsOf({ head, items, separator, tail }: ListAnswer): Buffer[] {
  const parts = [head]
  for (const [i, item] of items.entries()) {
    if (i > 0 && separator.length > 0) parts.push(separator)
    for (const part of item.bytes) parts.push(part)
  }
  parts.push(tail)
  return parts
}

/** The size of a list's answer, in bytes. */
export function bytesOf({ head, items, separator, tail }: ListAnswer): number {
  let bytes = head.length + tail.length + Math.max(0, items.length - 1) * separator.length
  for (const item of items) bytes += sizeOf(item.bytes)
  return bytes
}

/** The size of all parts together, in bytes. */
export function sizeOf(parts: readonly Buffer[]): number {
  let sum = 0
  for (const part of parts) sum += part.length
  return sum
}

/** What segments have on average, in bytes, where items are small; and at most, where there is more than one item. */
const [segmentBytes, mostBytes] = [64 * 1024, 256 * 1024]
/** Segments of one list that are compressed at the same time. Each takes 300 KiB beside itself. */
const ahead = 4
/** With so many of all lists under way, each does one after the other. */
const manyUnderWay = 16
/** The bytes up to which compressed pieces are gathered before they are sent. */
const sentBytes = 64 * 1024
/** Upstream: defaultGzipContentEncodingLevel. A segment ends at a whole byte, and refers to nothing before it. */
const compression = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }

const deflate = promisify<Buffer, typeof compression, Buffer>(deflateRaw)

/** Consecutive items, compressed as one piece of a gzip stream. */
interface Segment {
  readonly form: string
  /** The numbers of the items, see {@link numberOf}. */
  readonly numbers: readonly number[]
  readonly piece: Promise<Piece>
  /** The piece, once it has been compressed. */
  done?: Piece
}

/** Blocks of a deflated stream, and the length and checksum of what they stand for. */
interface Piece {
  readonly deflated: Buffer
  readonly length: number
  readonly crc: number
}

/** The segments by the identity of their first item. */
const kept = new KeptBeside<Segment>()
let underWay = 0

/** The list as a gzip stream, in chunks. */
export async function* gzipList(list: ListAnswer): AsyncGenerator<Buffer> {
  const stream = new GzipStream()
  stream.add(storedPiece(list.head))
  const between = storedPiece(list.separator)
  const spans = spansOf(list.items)
  const waiting: Segment[] = []
  for (let [sent, asked] = [0, 0]; sent < spans.length; sent++) {
    while (asked < spans.length && asked - sent < (underWay < manyUnderWay ? ahead : 1))
      waiting.push(segmentFor(list, spans[asked++]!))
    const segment = waiting.shift()!
    if (sent > 0) stream.add(between)
    stream.add(segment.done ?? (await segment.piece))
    if (stream.waits >= sentBytes) yield stream.take()
  }
  stream.add(storedPiece(list.tail))
  yield stream.end()
}

/** A gzip stream (RFC 1952) that is put together of compressed pieces. */
class GzipStream {
  waits = 0
  private waiting: Buffer[] = [gzipHeader]
  private length = 0
  private crc = 0

  add({ deflated, length, crc }: Piece): void {
    this.waiting.push(deflated)
    this.waits += deflated.length
    this.crc = crc32Combine(this.crc, crc, length)
    this.length += length
  }

  take(): Buffer {
    const bytes = Buffer.concat(this.waiting)
    this.waiting = []
    this.waits = 0
    return bytes
  }

  end(): Buffer {
    const trailer = Buffer.allocUnsafe(8)
    trailer.writeUInt32LE(this.crc)
    trailer.writeUInt32LE(this.length % 2 ** 32, 4)
    this.waiting.push(lastBlock, trailer)
    return this.take()
  }
}
/** Deflated, no time, made with least effort, on Unix. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3])
/** An empty deflate block that is marked as the last. */
const lastBlock = Buffer.from([3, 0])

const mostStored = 0xffff
/** The bytes in uncompressed deflate blocks. */
function storedPiece(bytes: Buffer): Piece {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += mostStored) {
    const part = bytes.subarray(at, at + mostStored)
    const header = Buffer.alloc(5)
    header.writeUInt16LE(part.length, 1)
    header.writeUInt16LE(part.length ^ mostStored, 3)
    blocks.push(header, part)
  }
  return { deflated: Buffer.concat(blocks), length: bytes.length, crc: crc32(bytes) }
}

function segmentFor({ form, separator }: ListAnswer, { items, numbers }: Span): Segment {
  const { identity } = items[0]!
  const known = kept.get(identity)
  if (known !== undefined && known.form === form && isSame(known.numbers, numbers)) return known
  const segment: Segment = { form, numbers, piece: deflated(items, separator) }
  kept.set(identity, segment, 0)
  segment.piece.then(
    (piece) => {
      segment.done = piece
      if (kept.get(identity) === segment) kept.set(identity, segment, piece.deflated.length)
    },
    () => kept.delete(identity),
  )
  return segment
}

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((number, i) => number === others[i])

async function deflated(items: readonly ListItem[], separator: Buffer): Promise<Piece> {
  const none = Buffer.alloc(0)
  const bytes = Buffer.concat(partsOf({ form: '', head: none, items, separator, tail: none }))
  underWay++
  try {
    const piece = ownBytes(await deflate(bytes, compression))
    return { deflated: piece, length: bytes.length, crc: crc32(bytes) }
  } finally {
    underWay--
  }
}

const numbersKnown = new WeakMap<object, number>()
let lastNumber = 0

/** A number for the identity of an item, which no other one has: what is kept of a segment keeps no item. */
function numberOf({ identity }: ListItem): number {
  const number = numbersKnown.get(identity)
  if (number !== undefined) return number
  numbersKnown.set(identity, ++lastNumber)
  return lastNumber
}

/** Items that are compressed together, and their numbers. */
interface Span {
  readonly items: ListItem[]
  readonly numbers: number[]
}

/** All items in spans. Where one ends is for its last item to say, so that one that comes or goes changes a span or two. */
function spansOf(items: readonly ListItem[]): Span[] {
  const spans: Span[] = []
  let [span, bytes] = [emptySpan(), 0]
  for (const item of items) {
    const size = sizeOf(item.bytes)
    const number = numberOf(item)
    span.items.push(item)
    span.numbers.push(number)
    bytes += size
    if (bytes < mostBytes && scattered(number) * segmentBytes >= size) continue
    spans.push(span)
    ;[span, bytes] = [emptySpan(), 0]
  }
  if (bytes > 0) spans.push(span)
  return spans
}

const emptySpan = (): Span => ({ items: [], numbers: [] })

/** A share of 1 that looks like chance, by a multiplier of the golden ratio. */
const scattered = (number: number): number => (Math.imul(number, 0x9e3779b1) >>> 0) / 2 ** 32
