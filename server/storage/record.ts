import { escapeJSON, goJSONBytes } from '../../apimachinery/go-print/marshal.ts'
import { type KubeObject, setOwn } from '../../apimachinery/json.ts'
import { ownBytes } from '../../component-base/own-bytes.ts'
import { knownObject } from '../../component-base/shared-objects.ts'
import type { StoredRecord } from './interface.ts'
import { ParsingRecord, type RecordHead } from './parsing-record.ts'

class LazyRecord extends ParsingRecord {
  readonly bytes: Buffer
  constructor(head: RecordHead, bytes: Buffer, parsed?: KubeObject) {
    super(head)
    this.bytes = bytes
    if (parsed !== undefined) this.keep(parsed)
  }
  get size(): number {
    return this.bytes.length
  }
  protected parse(): KubeObject {
    return (knownObject(this.bytes) ?? JSON.parse(this.bytes.toString('utf8'))) as KubeObject
  }
}

/** The record is not the newest any more: its object is held by others, or parsed again when it is asked for. */
export function letGo(record: StoredRecord): void {
  if (record instanceof ParsingRecord) record.letGo()
}

/** The record's store is closed: nothing keeps its object but those who use it, until it is asked for by another store. */
export function loosen(record: StoredRecord): void {
  if (record instanceof ParsingRecord) record.loosen()
}

/** Makes the record's object stay one and the same object, for those who keep something by it. */
export function holdObject(record: StoredRecord): void {
  if (record instanceof ParsingRecord) record.hold()
}

/** A record for an object about to be written: numbered, and encoded once. */
export function encodeRecord(head: RecordHead, object: KubeObject): StoredRecord {
  const numbered = withResourceVersion(object, String(head.modRevision))
  return new LazyRecord(head, ownBytes(goJSONBytes(numbered)), numbered)
}

/** A record for bytes that were read: parsed when its object is first asked for. What an older kepsim wrote has no escapes. */
export function decodeRecord(head: RecordHead, bytes: Buffer): StoredRecord {
  return new LazyRecord(head, escapeJSON(bytes))
}

/** The fields of ObjectMeta that stand before resourceVersion. */
const before: ReadonlySet<string> = new Set(['name', 'generateName', 'namespace', 'selfLink', 'uid'])

/** Sets resourceVersion at its place in ObjectMeta (after uid), sharing everything else with `object`. */
export function withResourceVersion(object: KubeObject, resourceVersion: string): KubeObject {
  const given = object.metadata as Record<string, unknown>
  const metadata: Record<string, unknown> = {}
  for (const key of before) if (given[key] !== undefined) metadata[key] = given[key]
  metadata['resourceVersion'] = resourceVersion
  for (const key of Object.keys(given))
    if (key !== 'resourceVersion' && !before.has(key)) setOwn(metadata, key, given[key])
  return { ...object, metadata } as KubeObject
}
