// Upstream: etcd's api/etcdserverpb/rpc.proto, api/mvccpb/kv.proto: the messages that etcdctl sends, receives and prints.
import { ProtoWriter, readFields } from '../../apimachinery/scheme/protobuf-wire.ts'

/** A field's number on the wire and its type: one of the wire, or the name of a message. `id`: 64 bits without a sign. */
type Field = readonly [
  number: number,
  type: 'int' | 'id' | 'bool' | 'bytes' | 'text' | MessageName,
  many?: 'many',
]
type Fields = Readonly<Record<string, Field>>

/** The messages by name, with their fields in the order of their numbers; names are those of etcd's JSON. */
const messages = {
  ResponseHeader: {
    cluster_id: [1, 'id'],
    member_id: [2, 'id'],
    revision: [3, 'int'],
    raft_term: [4, 'int'],
  },
  KeyValue: {
    key: [1, 'bytes'],
    create_revision: [2, 'int'],
    mod_revision: [3, 'int'],
    version: [4, 'int'],
    value: [5, 'bytes'],
    lease: [6, 'int'],
  },
  RangeRequest: {
    key: [1, 'bytes'],
    range_end: [2, 'bytes'],
    limit: [3, 'int'],
    revision: [4, 'int'],
    sort_order: [5, 'int'],
    sort_target: [6, 'int'],
    serializable: [7, 'bool'],
    keys_only: [8, 'bool'],
    count_only: [9, 'bool'],
  },
  RangeResponse: {
    header: [1, 'ResponseHeader'],
    kvs: [2, 'KeyValue', 'many'],
    more: [3, 'bool'],
    count: [4, 'int'],
  },
  PutRequest: {
    key: [1, 'bytes'],
    value: [2, 'bytes'],
    lease: [3, 'int'],
    prev_kv: [4, 'bool'],
    ignore_value: [5, 'bool'],
    ignore_lease: [6, 'bool'],
  },
  PutResponse: { header: [1, 'ResponseHeader'], prev_kv: [2, 'KeyValue'] },
  DeleteRangeRequest: { key: [1, 'bytes'], range_end: [2, 'bytes'], prev_kv: [3, 'bool'] },
  DeleteRangeResponse: {
    header: [1, 'ResponseHeader'],
    deleted: [2, 'int'],
    prev_kvs: [3, 'KeyValue', 'many'],
  },
  CompactionRequest: { revision: [1, 'int'], physical: [2, 'bool'] },
  CompactionResponse: { header: [1, 'ResponseHeader'] },
  WatchRequest: { create_request: [1, 'WatchCreateRequest'], cancel_request: [2, 'WatchCancelRequest'] },
  WatchCreateRequest: {
    key: [1, 'bytes'],
    range_end: [2, 'bytes'],
    start_revision: [3, 'int'],
    prev_kv: [6, 'bool'],
    watch_id: [7, 'int'],
  },
  WatchCancelRequest: { watch_id: [1, 'int'] },
  WatchResponse: {
    header: [1, 'ResponseHeader'],
    watch_id: [2, 'int'],
    created: [3, 'bool'],
    canceled: [4, 'bool'],
    compact_revision: [5, 'int'],
    cancel_reason: [6, 'text'],
    events: [11, 'Event', 'many'],
  },
  Event: { type: [1, 'int'], kv: [2, 'KeyValue'], prev_kv: [3, 'KeyValue'] },
  StatusRequest: {},
  StatusResponse: {
    header: [1, 'ResponseHeader'],
    version: [2, 'text'],
    dbSize: [3, 'int'],
    leader: [4, 'id'],
    raftIndex: [5, 'int'],
    raftTerm: [6, 'int'],
    raftAppliedIndex: [7, 'int'],
    errors: [8, 'text', 'many'],
    dbSizeInUse: [9, 'int'],
    isLearner: [10, 'bool'],
  },
  AlarmRequest: { action: [1, 'int'], memberID: [2, 'id'], alarm: [3, 'int'] },
  AlarmResponse: { header: [1, 'ResponseHeader'], alarms: [2, 'AlarmMember', 'many'] },
  AlarmMember: { memberID: [1, 'id'], alarm: [2, 'int'] },
  DefragmentRequest: {},
  DefragmentResponse: { header: [1, 'ResponseHeader'] },
  SnapshotRequest: {},
  SnapshotResponse: { header: [1, 'ResponseHeader'], remaining_bytes: [2, 'int'], blob: [3, 'bytes'] },
  MemberListRequest: { linearizable: [1, 'bool'] },
  MemberListResponse: { header: [1, 'ResponseHeader'], members: [2, 'Member', 'many'] },
  Member: {
    ID: [1, 'id'],
    name: [2, 'text'],
    peerURLs: [3, 'text', 'many'],
    clientURLs: [4, 'text', 'many'],
    isLearner: [5, 'bool'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly [number, string, 'many'?]>>>>

/** A message that has fields of its own. */
export type MessageName = keyof typeof messages

interface Scalars {
  int: number
  id: bigint
  bool: boolean
  bytes: Buffer
  text: string
}
type ValueOf<Type> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends MessageName
    ? Message<Type>
    : never
type FieldOf<Of> = Of extends readonly [number, infer Type, 'many']
  ? readonly ValueOf<Type>[]
  : Of extends readonly [number, infer Type]
    ? ValueOf<Type>
    : never
/** A message; a field that is left out has its zero value. */
export type Message<Name extends MessageName> = {
  readonly [Key in keyof (typeof messages)[Name]]?: FieldOf<(typeof messages)[Name][Key]>
}

type Values = Readonly<Record<string, unknown>>

const fieldsOf = (name: MessageName): [string, Field][] => Object.entries(messages[name] as Fields)
const isZero = (value: unknown): boolean =>
  value === undefined ||
  value === 0 ||
  value === 0n ||
  value === false ||
  value === '' ||
  ((Array.isArray(value) || Buffer.isBuffer(value)) && value.length === 0)

/** The bytes of a message. */
export function encodeMessage<Name extends MessageName>(name: Name, message: Message<Name>): Buffer {
  const out = new ProtoWriter()
  write(out, name, message as Values)
  return out.finish()
}

function write(out: ProtoWriter, name: MessageName, message: Values): void {
  for (const [key, [number, type, many]] of fieldsOf(name).toReversed()) {
    const value = message[key]
    if (isZero(value)) continue
    const all = many === undefined ? [value] : (value as readonly unknown[]).toReversed()
    for (const one of all) writeField(out, number, type, one)
  }
}

function writeField(out: ProtoWriter, number: number, type: Field[1], value: unknown): void {
  if (type === 'int' || type === 'bool') {
    out.varint(Number(value))
    out.tag(number, 0)
    return
  }
  if (type === 'id') {
    out.bytes(varintOf(value as bigint))
    out.tag(number, 0)
    return
  }
  const before = out.length
  if (type === 'bytes') out.bytes(value as Buffer)
  else if (type === 'text') out.text(value as string)
  else write(out, type, value as Values)
  out.lengthTag(number, before)
}

function varintOf(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}

/** A message of its bytes. Throws a ProtobufError. */
export function decodeMessage<Name extends MessageName>(name: Name, data: Buffer): Message<Name> {
  const byNumber = new Map(fieldsOf(name).map(([key, field]) => [field[0], [key, field] as const]))
  const message: Record<string, unknown> = {}
  const ids = idsIn(data, byNumber)
  for (const { number, field } of readFields(data)) {
    const known = byNumber.get(number)
    if (known === undefined) continue
    const [key, [, type, many]] = known
    const value =
      field.wireType !== 0
        ? nested(type, field.bytes)
        : type === 'id'
          ? ids.shift()
          : scalar(type, field.value)
    if (many === undefined) message[key] = value
    else message[key] = [...((message[key] as unknown[] | undefined) ?? []), value]
  }
  return message as Message<Name>
}

const scalar = (type: Field[1], value: number): unknown => (type === 'bool' ? value !== 0 : value)

/** The ids of a message in their order: as numbers they would lose their last digits. */
function idsIn(data: Buffer, byNumber: ReadonlyMap<number, readonly [string, Field]>): bigint[] {
  const ids: bigint[] = []
  for (let at = 0; at < data.length; ) {
    const tag = varintAt(data, at)
    const value = varintAt(data, tag.end)
    const wireType = Number(tag.value & 7n)
    if (wireType === 0 && byNumber.get(Number(tag.value >> 3n))?.[1][1] === 'id') ids.push(value.value)
    if (wireType === 0) at = value.end
    else at = wireType === 2 ? value.end + Number(value.value) : tag.end + (wireType === 1 ? 8 : 4)
  }
  return ids
}

function varintAt(data: Buffer, from: number): { value: bigint; end: number } {
  let value = 0n
  let at = from
  for (let shift = 0n; shift < 64n && at < data.length; shift += 7n) {
    const byte = data[at++]!
    value |= BigInt(byte & 127) << shift
    if (byte < 128) break
  }
  return { value: BigInt.asUintN(64, value), end: at }
}

function nested(type: Field[1], bytes: Buffer): unknown {
  if (type === 'bytes') return bytes
  return type === 'text' ? bytes.toString() : decodeMessage(type as MessageName, bytes)
}

/** As Go's encoding/json prints the message: fields of zero values left out, bytes in base64. */
export function messageJson<Name extends MessageName>(name: Name, message: Message<Name>): string {
  const parts = fieldsOf(name).flatMap(([key, [, type, many]]) => {
    const value = (message as Values)[key]
    if (isZero(value)) return []
    const one = (item: unknown): string => valueJson(type, item)
    return `"${key}":${many === undefined ? one(value) : `[${(value as unknown[]).map(one).join(',')}]`}`
  })
  return `{${parts.join(',')}}`
}

function valueJson(type: Field[1], value: unknown): string {
  if (type === 'bytes') return JSON.stringify((value as Buffer).toString('base64'))
  if (type === 'int' || type === 'id' || type === 'bool') return String(value)
  return type === 'text' ? JSON.stringify(value) : messageJson(type, value as never)
}
