// Upstream: etcd's api/mvccpb/kv.proto (KeyValue), server/storage/mvcc/revision.go
import { ProtoWriter, readFields, type WireValue } from '../../../apimachinery/scheme/protobuf-wire.ts'

/** A key of etcd with its value, as a revision left it. */
export interface KeyValue {
  readonly key: Buffer
  readonly createRevision: number
  readonly modRevision: number
  /** How often it was written since it was created. */
  readonly version: number
  readonly value: Buffer
  readonly lease: number
}

/** The place of a change: `sub` counts the changes of one transaction. */
export interface Revision {
  readonly main: number
  readonly sub: number
  readonly tombstone: boolean
}

const dash = 0x5f
const tombstone = 0x74

/** 17 bytes: the main revision, `_`, the sub revision. */
export function revisionKey(main: number, sub = 0): Buffer {
  const key = Buffer.alloc(17)
  key.writeBigUInt64BE(BigInt(main), 0)
  key[8] = dash
  key.writeBigUInt64BE(BigInt(sub), 9)
  return key
}

/** Undefined: it is no key of a revision. */
export function parseRevisionKey(key: Buffer): Revision | undefined {
  if ((key.length !== 17 && key.length !== 18) || key[8] !== dash) return undefined
  if (key.length === 18 && key[17] !== tombstone) return undefined
  const [main, sub] = [Number(key.readBigUInt64BE(0)), Number(key.readBigUInt64BE(9))]
  return Number.isSafeInteger(main) ? { main, sub, tombstone: key.length === 18 } : undefined
}

/** The protobuf of a KeyValue. */
export function encodeKeyValue(kv: KeyValue): Buffer {
  const out = new ProtoWriter()
  number(out, 6, kv.lease)
  bytes(out, 5, kv.value)
  number(out, 4, kv.version)
  number(out, 3, kv.modRevision)
  number(out, 2, kv.createRevision)
  bytes(out, 1, kv.key)
  return out.finish()
}

function number(out: ProtoWriter, field: number, value: number): void {
  if (value === 0) return
  out.varint(value)
  out.tag(field, 0)
}

function bytes(out: ProtoWriter, field: number, value: Buffer): void {
  if (value.length === 0) return
  const before = out.length
  out.bytes(value)
  out.lengthTag(field, before)
}

const empty: Buffer = Buffer.alloc(0)
const nothing = { key: empty, createRevision: 0, modRevision: 0, version: 0, value: empty, lease: 0 }

/** Throws a ProtobufError. */
export function decodeKeyValue(data: Buffer): KeyValue {
  const kv = { ...nothing }
  for (const { number: field, field: on } of readFields(data)) {
    if (field === 1) kv.key = bytesOf(on)
    else if (field === 2) kv.createRevision = numberOf(on)
    else if (field === 3) kv.modRevision = numberOf(on)
    else if (field === 4) kv.version = numberOf(on)
    else if (field === 5) kv.value = bytesOf(on)
    else if (field === 6) kv.lease = numberOf(on)
  }
  return kv
}

const bytesOf = (on: WireValue): Buffer => (on.wireType === 0 ? empty : on.bytes)
const numberOf = (on: WireValue): number => (on.wireType === 0 ? on.value : 0)
