// The wire format of protobuf: https://protobuf.dev/programming-guides/encoding

/** Writes a message from its end to its start, as gogo's generated code does: lengths are known when they are written. */
export class ProtoWriter {
  private buffer: Buffer
  private at: number

  /** @param expected bytes that there will be about; more may come */
  constructor(expected = 1024) {
    this.buffer = Buffer.allocUnsafe(expected)
    this.at = expected
  }

  /** Bytes written so far; a nested message's length is the growth. */
  get length(): number {
    return this.buffer.length - this.at
  }
  finish(): Buffer {
    return this.buffer.subarray(this.at)
  }
  bytes(data: Uint8Array): void {
    this.reserve(data.length)
    this.at -= data.length
    this.buffer.set(data, this.at)
  }
  text(text: string): void {
    const size = Buffer.byteLength(text)
    this.reserve(size)
    this.at -= size
    this.buffer.write(text, this.at)
  }
  /** Writes a whole number as a varint; negative numbers as 64-bit two's complement. */
  varint(value: number): void {
    if (value < 0 || value > Number.MAX_SAFE_INTEGER) {
      this.bigVarint(BigInt(value))
      return
    }
    let size = 1
    for (let rest = value; rest >= 128; size++) rest = Math.floor(rest / 128)
    this.reserve(size)
    this.at -= size
    let rest = value
    for (let i = 0; i < size - 1; i++) {
      this.buffer[this.at + i] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.buffer[this.at + size - 1] = rest
  }
  double(value: number): void {
    this.reserve(8)
    this.at -= 8
    this.buffer.writeDoubleLE(value, this.at)
  }
  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType)
  }
  /** The tag and length of what was written since the length was `before`. */
  lengthTag(number: number, before: number): void {
    this.varint(this.length - before)
    this.tag(number, 2)
  }

  /** 64 bits, with or without a sign. */
  bigVarint(value: bigint): void {
    const out: number[] = []
    let rest = BigInt.asUintN(64, value)
    for (; rest > 127n; rest >>= 7n) out.push(Number(rest & 127n) | 128)
    out.push(Number(rest))
    this.bytes(Uint8Array.from(out))
  }
  private reserve(size: number): void {
    if (size <= this.at) return
    const used = this.length
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, used + size))
    this.buffer.copy(grown, grown.length - used, this.at)
    this.buffer = grown
    this.at = grown.length - used
  }
}

/** Bytes that are no protobuf; the messages are those of gogo's generated code. */
export class ProtobufError extends Error {}

/** The value of a field on the wire: a varint, or the bytes of a fixed or length-delimited one. */
export type WireValue =
  | { readonly wireType: 0; readonly value: number }
  | { readonly wireType: 1 | 2 | 5; readonly bytes: Buffer }

let fieldsLeft = Number.POSITIVE_INFINITY

/** The result of `work`, which may read `fields` fields in all. Throws a {@link ProtobufError} where there are more. */
export function readingAtMost<T>(fields: number, work: () => T): T {
  fieldsLeft = fields
  try {
    return work()
  } finally {
    fieldsLeft = Number.POSITIVE_INFINITY
  }
}

/** The fields of one message in the order of the wire. Throws a {@link ProtobufError}. */
export function* readFields(data: Buffer): Generator<{ number: number; field: WireValue }> {
  const reader = { data, at: 0 }
  while (reader.at < data.length) {
    if (--fieldsLeft < 0) throw new ProtobufError('proto: too many fields')
    const tag = readVarint(reader)
    const number = Math.floor(tag / 8)
    const wireType = tag % 8
    if (number <= 0) throw new ProtobufError(`proto: illegal tag ${number} (wire type ${tag})`)
    if (wireType === 0) yield { number, field: { wireType, value: readVarint(reader) } }
    else if (wireType === 1) yield { number, field: { wireType, bytes: takeBytes(reader, 8) } }
    else if (wireType === 2)
      yield { number, field: { wireType, bytes: takeBytes(reader, readVarint(reader)) } }
    else if (wireType === 5) yield { number, field: { wireType, bytes: takeBytes(reader, 4) } }
    else throw new ProtobufError(`proto: illegal wireType ${wireType}`)
  }
}

/** Bytes, and the offset at which reading goes on. */
export interface WireReader {
  readonly data: Buffer
  at: number
}

/** The next bytes, as a view. Throws a {@link ProtobufError}. */
export function takeBytes(reader: WireReader, size: number): Buffer {
  if (size < 0) throw new ProtobufError('proto: negative length found during unmarshaling')
  if (reader.at + size > reader.data.length) throw new ProtobufError('unexpected EOF')
  reader.at += size
  return reader.data.subarray(reader.at - size, reader.at)
}

/** A varint as a signed 64-bit number. Throws a {@link ProtobufError}. */
export function readVarint(reader: WireReader): number {
  let value = 0
  let scale = 1
  for (let i = 0; i < 10; i++) {
    const byte = reader.data[reader.at++]
    if (byte === undefined) throw new ProtobufError('unexpected EOF')
    if (i < 7) value += (byte & 127) * scale
    else return readLong(reader, i)
    if (byte < 128) return value
    scale *= 128
  }
  throw new ProtobufError('proto: integer overflow')
}

/** More than seven bytes: past what a double adds exactly. `done`: bytes that were read before the last one. */
function readLong(reader: WireReader, done: number): number {
  let value = 0n
  for (let i = 0, at = reader.at - done - 1; i < 10; i++) {
    const byte = reader.data[at + i]
    if (byte === undefined) throw new ProtobufError('unexpected EOF')
    value |= BigInt(byte & 127) << BigInt(7 * i)
    reader.at = at + i + 1
    if (byte < 128) return Number(BigInt.asIntN(64, value))
  }
  throw new ProtobufError('proto: integer overflow')
}
