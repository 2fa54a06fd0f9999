// Upstream: the generated.pb.go files of the API packages; specials in apimachinery
import { setOwn } from '../json.ts'
import { type GoField, type GoTypes, parseField, resolveName } from './go-types.ts'
import { type MessageCodec, WrittenMessage } from './message-codec.ts'
import { specialMessages } from './protobuf-special.ts'
import { ProtobufError, type ProtoWriter, readFields, type WireValue } from './protobuf-wire.ts'

/** Message → field → [number, type, "repeated"?], as releases/<1.NN>/protobuf.json has it. */
export type ProtobufFacts = Record<
  string,
  Record<string, [number, string | { map: [string, string] }, string?]>
>

/** Writes and reads a field's value without its tag. */
interface ValueCodec {
  readonly wireType: 0 | 1 | 2
  write(value: unknown, out: ProtoWriter): void
  read(field: WireValue): unknown
  readonly zero: unknown
}

interface Field {
  readonly number: number
  readonly json: string
  readonly inline: boolean
  readonly form: 'one' | 'list' | 'map'
  /** Written also where the JSON has no such field: Go's values that are no pointers. */
  readonly always: boolean
  readonly value: ValueCodec
}

const bytesOf = (field: WireValue): Buffer => {
  if (field.wireType === 0) throw new ProtobufError('proto: wrong wireType = 0')
  return field.bytes
}
const numberOf = (field: WireValue): number => {
  if (field.wireType !== 0) throw new ProtobufError(`proto: wrong wireType = ${field.wireType}`)
  return field.value
}
const scalars: Readonly<Record<string, ValueCodec>> = {
  string: {
    wireType: 2,
    zero: '',
    write: (value, out) => out.text((value ?? '') as string),
    read: (field) => bytesOf(field).toString(),
  },
  bytes: {
    wireType: 2,
    zero: null,
    write: (value, out) => out.bytes(Buffer.from((value ?? '') as string, 'base64')),
    read: (field) => bytesOf(field).toString('base64'),
  },
  bool: {
    wireType: 0,
    zero: false,
    write: (value, out) => out.varint(value === true ? 1 : 0),
    read: (field) => numberOf(field) !== 0,
  },
  int32: {
    wireType: 0,
    zero: 0,
    write: (value, out) => out.varint((value ?? 0) as number),
    read: (field) => numberOf(field) | 0,
  },
  int64: { wireType: 0, zero: 0, write: (value, out) => out.varint((value ?? 0) as number), read: numberOf },
  double: {
    wireType: 1,
    zero: 0,
    write: (value, out) => out.double((value ?? 0) as number),
    read: (field) => bytesOf(field).readDoubleLE(),
  },
}

/** The name of a type's message: OpenAPI's package name → protobuf's. */
export const protoName = (goName: string): string =>
  goName
    .replace(/^io\.k8s\./, 'k8s.io.')
    .replace('apiextensions-apiserver', 'apiextensions_apiserver')
    .replace('kube-aggregator', 'kube_aggregator')
const goName = (proto: string): string =>
  proto
    .replace(/^k8s\.io\./, 'io.k8s.')
    .replace('apiextensions_apiserver', 'apiextensions-apiserver')
    .replace('kube_aggregator', 'kube-aggregator')

/** Compiles the messages of one release, each at its first use. */
export class MessageCompiler {
  private readonly facts: ProtobufFacts
  private readonly types: GoTypes
  private readonly compiled = new Map<string, MessageCodec>()

  constructor(facts: ProtobufFacts, types: GoTypes) {
    this.facts = facts
    this.types = types
  }

  /** The codec of a type, by its name in OpenAPI; undefined for a type without a protobuf form. */
  forType(typeName: string): MessageCodec | undefined {
    const name = protoName(typeName)
    return Object.hasOwn(this.facts, name) ? this.message(name) : undefined
  }

  private message(name: string): MessageCodec {
    let codec = this.compiled.get(name)
    if (codec !== undefined) return codec
    const special = specialMessages(name, (other) => this.message(other))
    if (special !== undefined) codec = special
    else if (typeof this.goType(name) === 'string') codec = new ListMessage(this.value('string'))
    else {
      const message = new Message()
      this.compiled.set(name, message)
      message.setFields(this.fields(name))
      return message
    }
    this.compiled.set(name, codec)
    return codec
  }

  /** The struct's fields, also of a struct under another name; the expression of any other type. */
  private goType(name: string): readonly string[] | string | undefined {
    const go = goName(name)
    const dot = go.lastIndexOf('.')
    let [pkg, type] = [go.slice(0, dot), go.slice(dot + 1)]
    for (;;) {
      const facts = this.types[pkg]?.types[type]
      const other = typeof facts === 'string' ? resolveName(pkg, facts) : undefined
      if (other === undefined) return facts
      ;[pkg, type] = [other.pkg, other.name]
    }
  }

  private fields(name: string): Field[] {
    const go = this.goType(name)
    const goFields = Array.isArray(go) ? go.map(parseField) : []
    const byProto = new Map(goFields.map((field): [string, GoField] => [field.proto, field]))
    const out: Field[] = []
    for (const [proto, [number, type, repeated]] of Object.entries(this.facts[name]!)) {
      const field = byProto.get(proto)
      if (field === undefined) continue
      const form = typeof type === 'object' ? 'map' : repeated === undefined ? 'one' : 'list'
      const pointer = field.type.startsWith('*') || field.type === '[]byte'
      const value = typeof type === 'object' ? this.mapEntry(type.map) : this.value(type)
      out.push({
        number,
        json: field.json,
        inline: field.inline,
        form,
        always: form === 'one' && !pointer,
        value,
      })
    }
    return out.sort((a, b) => a.number - b.number)
  }

  private value(type: string): ValueCodec {
    const scalar = Object.hasOwn(scalars, type) ? scalars[type] : undefined
    if (scalar !== undefined) return scalar
    const message = this.message(type)
    return {
      wireType: 2,
      zero: undefined,
      write: (value, out) => message.write(value, out),
      read: (field) => message.read(bytesOf(field)),
    }
  }

  /** The codec of a map's entry: a message of key and value, here a pair. */
  private mapEntry([keyType, valueType]: readonly [string, string]): ValueCodec {
    const [key, value] = [this.value(keyType), this.value(valueType)]
    return {
      wireType: 2,
      zero: undefined,
      write(pair, out) {
        const [k, v] = pair as [string, unknown]
        if (v !== null || valueType !== 'bytes') writeOne(2, value, v, out)
        writeOne(1, key, k, out)
      },
      read(field) {
        const pair: [unknown, unknown] = ['', value.zero ?? (value === scalars.bytes ? null : {})]
        for (const { number, field: part } of readFields(bytesOf(field))) {
          if (number === 1) pair[0] = key.read(part)
          else if (number === 2) pair[1] = value.read(part)
        }
        return pair
      },
    }
  }
}

function writeOne(number: number, codec: ValueCodec, value: unknown, out: ProtoWriter): void {
  const before = out.length
  codec.write(value, out)
  if (codec.wireType === 2) out.lengthTag(number, before)
  else out.tag(number, codec.wireType)
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A message of a Go struct. */
class Message implements MessageCodec {
  private fields: readonly Field[] = []
  private readonly byNumber = new Map<number, Field>()

  setFields(fields: readonly Field[]): void {
    this.fields = fields
    for (const field of fields) this.byNumber.set(field.number, field)
  }

  write(object: unknown, out: ProtoWriter): void {
    if (object instanceof WrittenMessage) {
      out.bytes(object.bytes)
      return
    }
    const members = (object ?? {}) as Record<string, unknown>
    for (let i = this.fields.length - 1; i >= 0; i--) {
      const field = this.fields[i]!
      if (field.inline) {
        writeOne(field.number, field.value, members, out)
        continue
      }
      const value = Object.hasOwn(members, field.json) ? members[field.json] : undefined
      if (field.form === 'one') {
        if (field.always || (value !== undefined && value !== null))
          writeOne(field.number, field.value, value, out)
      } else if (value !== undefined && value !== null) this.writeMany(field, value, out)
    }
  }

  private writeMany(field: Field, value: unknown, out: ProtoWriter): void {
    if (field.form === 'list') {
      const items = value as unknown[]
      for (let i = items.length - 1; i >= 0; i--) writeOne(field.number, field.value, items[i], out)
      return
    }
    const map = value as Record<string, unknown>
    for (const key of Object.keys(map).sort(byText).reverse())
      writeOne(field.number, field.value, [key, map[key]], out)
  }

  read(data: Buffer): Record<string, unknown> {
    const into: Record<string, unknown> = {}
    for (const { number, field: wire } of readFields(data)) {
      const field = this.byNumber.get(number)
      if (field === undefined) continue
      const value = field.value.read(wire)
      if (field.inline) Object.assign(into, value)
      else if (field.form === 'one') into[field.json] = value
      else if (field.form === 'list') added(into, field.json, [] as unknown[]).push(value)
      else
        setOwn(
          added(into, field.json, {} as Record<string, unknown>),
          (value as [string, unknown])[0],
          (value as [string, unknown])[1],
        )
    }
    return into
  }
}

/** The field's list or map, which is made at its first item. */
function added<T>(object: Record<string, unknown>, key: string, empty: T): T {
  if (object[key] === undefined) object[key] = empty
  return object[key] as T
}

/** A named list type (`ExtraValue`): a message with the items as field 1. */
class ListMessage implements MessageCodec {
  private readonly item: ValueCodec
  constructor(item: ValueCodec) {
    this.item = item
  }
  write(value: unknown, out: ProtoWriter): void {
    const items = (value ?? []) as unknown[]
    for (let i = items.length - 1; i >= 0; i--) writeOne(1, this.item, items[i], out)
  }
  read(data: Buffer): unknown[] {
    return [...readFields(data)]
      .filter(({ number }) => number === 1)
      .map(({ field }) => this.item.read(field))
  }
}
