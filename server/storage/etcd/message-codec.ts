import {
  ProtobufError,
  ProtoWriter,
  readVarint,
  takeBytes,
  type WireReader,
} from '../../../apimachinery/scheme/protobuf-wire.ts'
import { enums, type FieldType, type Message, type MessageName, messages, type Received } from './messages.ts'

type Values = Record<string, unknown>

/** The number, wire type and codec of a field. */
interface Field {
  readonly name: string
  readonly number: number
  readonly many: boolean
  /** The wire type of protobuf: 0 a varint, 2 bytes after their length. */
  readonly wireType: 0 | 2
  /** The zero value; undefined: a message, or many. */
  readonly zero: unknown
  write(out: ProtoWriter, value: unknown): void
  read(reader: WireReader): unknown
}

/** A message, compiled from the table of messages. */
interface Codec {
  /** The fields from the last to the first: messages are written from their end. */
  readonly backwards: readonly Field[]
  /** The fields by number. */
  readonly byNumber: readonly (Field | undefined)[]
  readonly manyNames: readonly string[]
  /** What a message is when nothing was read yet, but for what may come many times. */
  readonly blank: Values
}

const empty: Buffer = Buffer.alloc(0)
type Kind = Pick<Field, 'wireType' | 'zero' | 'write' | 'read'>

const scalars: Readonly<Record<string, Kind>> = {
  int: {
    wireType: 0,
    zero: 0,
    write: (out, value) => out.varint(value as number),
    read: readVarint,
  },
  bool: {
    wireType: 0,
    zero: false,
    write: (out, value) => out.varint(value === true ? 1 : 0),
    read: (reader) => readVarint(reader) !== 0,
  },
  id: { wireType: 0, zero: 0n, write: writeLong, read: (reader) => BigInt.asUintN(64, readLong(reader)) },
  lease: { wireType: 0, zero: 0n, write: writeLong, read: (reader) => BigInt.asIntN(64, readLong(reader)) },
  bytes: {
    wireType: 2,
    zero: empty,
    write: (out, value) => out.bytes(value as Buffer),
    read: (reader) => takeBytes(reader, readVarint(reader)),
  },
  text: {
    wireType: 2,
    zero: '',
    write: (out, value) => out.text(value as string),
    read: (reader) => takeBytes(reader, readVarint(reader)).toString(),
  },
}

function writeLong(out: ProtoWriter, value: unknown): void {
  if (typeof value === 'number') out.varint(value)
  else out.bigVarint(value as bigint)
}

/** The low 64 bits count. */
function readLong(reader: WireReader): bigint {
  const { data } = reader
  // Seven bits at a time, up to four times in a number: few large numbers are made.
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 28n) {
    let part = 0
    for (let bits = 0; bits < 28; bits += 7) {
      const byte = data[reader.at++]
      if (byte === undefined) throw new ProtobufError('unexpected EOF')
      part += (byte & 127) * 2 ** bits
      if (byte < 128) return value | (BigInt(part) << shift)
    }
    value |= BigInt(part) << shift
  }
  throw new ProtobufError('proto: integer overflow')
}

const enumKind = (values: readonly string[]): Kind => ({
  wireType: 0,
  zero: values[0],
  write: (out, value) => out.varint(values.indexOf(value as string)),
  read: (reader) => values[readVarint(reader)] ?? values[0],
})

const messageKind = (name: MessageName): Kind => ({
  wireType: 2,
  zero: undefined,
  write: (out, value) => write(out, codecOf(name), value as Values),
  read(reader) {
    const end = readVarint(reader) + reader.at
    if (end > reader.data.length) throw new ProtobufError('unexpected EOF')
    return read(reader, codecOf(name), end)
  },
})

const kindOf = (type: FieldType): Kind =>
  scalars[type] ??
  (type in enums ? enumKind(enums[type as keyof typeof enums]) : messageKind(type as MessageName))

function compiled(name: MessageName): Codec {
  const table: Readonly<Record<string, readonly [number, FieldType, 'many'?]>> = messages[name]
  const fields = Object.entries(table).map(
    ([key, [number, type, many]]): Field => ({ name: key, number, many: many === 'many', ...kindOf(type) }),
  )
  const byNumber: (Field | undefined)[] = []
  for (const field of fields) byNumber[field.number] = field
  return {
    backwards: fields.toReversed(),
    byNumber,
    manyNames: fields.filter(({ many }) => many).map((field) => field.name),
    blank: Object.fromEntries(fields.map((field) => [field.name, field.many ? undefined : field.zero])),
  }
}

const codecs = new Map<MessageName, Codec>()

function codecOf(name: MessageName): Codec {
  let codec = codecs.get(name)
  if (codec === undefined) {
    codec = compiled(name)
    codecs.set(name, codec)
  }
  return codec
}

/** The bytes of a message. */
export function encodeMessage<Name extends MessageName>(
  name: Name,
  message: Message<Name, bigint | number>,
): Buffer {
  const out = new ProtoWriter()
  write(out, codecOf(name), message as Values)
  return out.finish()
}

function write(out: ProtoWriter, codec: Codec, message: Values): void {
  for (const field of codec.backwards) {
    const value = message[field.name]
    if (value === undefined) continue
    if (!field.many) {
      if (!isZero(field, value)) writeField(out, field, value)
      continue
    }
    const all = value as readonly unknown[]
    for (let i = all.length - 1; i >= 0; i--) writeField(out, field, all[i])
  }
}

/** A number for an id may be zero too. */
const isZero = ({ zero }: Field, value: unknown): boolean =>
  value === zero || value === 0 || (zero === empty && (value as Buffer).length === 0)

function writeField(out: ProtoWriter, field: Field, value: unknown): void {
  if (field.wireType === 0) {
    field.write(out, value)
    out.tag(field.number, 0)
    return
  }
  const before = out.length
  field.write(out, value)
  out.lengthTag(field.number, before)
}

/** A message of its bytes, which its values are views of. Throws a ProtobufError. */
export function decodeMessage<Name extends MessageName>(name: Name, data: Buffer): Received<Name> {
  return read({ data, at: 0 }, codecOf(name), data.length) as unknown as Received<Name>
}

function read(reader: WireReader, codec: Codec, end: number): Values {
  const message = { ...codec.blank }
  for (const name of codec.manyNames) message[name] = []
  while (reader.at < end) {
    const tag = readVarint(reader)
    const field = codec.byNumber[Math.floor(tag / 8)]
    if (field === undefined || field.wireType !== tag % 8) skip(reader, tag)
    else if (field.many) (message[field.name] as unknown[]).push(field.read(reader))
    else message[field.name] = field.read(reader)
  }
  if (reader.at > end) throw new ProtobufError('unexpected EOF')
  return message
}

/** A field that is not in the table: of a newer etcd, or none that is used. */
function skip(reader: WireReader, tag: number): void {
  const wireType = tag % 8
  if (tag < 8) throw new ProtobufError(`proto: illegal tag ${Math.floor(tag / 8)} (wire type ${tag})`)
  if (wireType === 0) readVarint(reader)
  else if (wireType === 1) takeBytes(reader, 8)
  else if (wireType === 2) takeBytes(reader, readVarint(reader))
  else if (wireType === 5) takeBytes(reader, 4)
  else throw new ProtobufError(`proto: illegal wireType ${wireType}`)
}
