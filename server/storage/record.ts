import { escapeJSON, goJSONBytes } from '../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { ownBytes } from '../../component-base/own-bytes.ts'
import { knownObject } from '../../component-base/shared-objects.ts'
import type { StoredRecord } from './interface.ts'

interface RecordHead {
  key: string
  createRevision: number
  modRevision: number
  writtenBy: string
}

/** How many records keep what they were parsed to, though nobody uses it: those that were written or parsed last. */
const mostRecords = 1024
/** Of their JSON. */
const mostBytes = 16 * 1024 * 1024

/** The records that keep what they were parsed to, of all stores that are open; the oldest first. */
const lastParsed = new Set<LazyRecord>()
let bytesParsed = 0

function remember(record: LazyRecord): void {
  lastParsed.add(record)
  bytesParsed += record.size
  for (const oldest of lastParsed) {
    if (lastParsed.size <= mostRecords && bytesParsed <= mostBytes) return
    oldest.loosen()
  }
}

function forget(record: LazyRecord): void {
  if (lastParsed.delete(record)) bytesParsed -= record.size
}

class LazyRecord implements StoredRecord {
  readonly key: string
  readonly createRevision: number
  readonly modRevision: number
  readonly writtenBy: string
  readonly bytes: Buffer
  private parsed: KubeObject | undefined
  /** Once the object was let go: kept only as long as there is memory. */
  private loose: WeakRef<KubeObject> | undefined
  private state: 'new' | 'held' | 'let go' = 'new'
  constructor(head: RecordHead, bytes: Buffer, parsed?: KubeObject) {
    this.key = head.key
    this.createRevision = head.createRevision
    this.modRevision = head.modRevision
    this.writtenBy = head.writtenBy
    this.bytes = bytes
    this.parsed = parsed
    if (parsed !== undefined) remember(this)
  }
  get size(): number {
    return this.bytes.length
  }
  get object(): KubeObject {
    const known = this.parsed ?? this.loose?.deref()
    if (known !== undefined) return known
    const object = (knownObject(this.bytes) ?? JSON.parse(this.bytes.toString('utf8'))) as KubeObject
    if (this.state === 'let go') this.loose = new WeakRef(object)
    else {
      this.parsed = object
      this.loose = undefined
      if (this.state === 'new') remember(this)
    }
    return object
  }

  /** The object is found as long as others hold it; where it is parsed again it is one of the last again. */
  loosen(): void {
    forget(this)
    if (this.state === 'held' || this.parsed === undefined) return
    this.loose = new WeakRef(this.parsed)
    this.parsed = undefined
  }

  letGo(): void {
    if (this.state !== 'new') return
    this.loosen()
    this.state = 'let go'
  }

  hold(): void {
    this.parsed = this.object
    this.state = 'held'
    forget(this)
  }
}

/** The record is not the newest any more: its object is held by others, or parsed again when it is asked for. */
export function letGo(record: StoredRecord): void {
  if (record instanceof LazyRecord) record.letGo()
}

/** The record's store is closed: nothing keeps its object but those who use it, until it is asked for by another store. */
export function loosen(record: StoredRecord): void {
  if (record instanceof LazyRecord) record.loosen()
}

/** What the record's object is stays one and the same object, for those who keep something by it. */
export function holdObject(record: StoredRecord): void {
  if (record instanceof LazyRecord) record.hold()
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

/** Sets resourceVersion at its place in ObjectMeta (after uid), sharing everything else with `object`. */
export function withResourceVersion(object: KubeObject, resourceVersion: string): KubeObject {
  const { name, generateName, namespace, selfLink, uid, resourceVersion: _old, ...rest } = object.metadata
  const metadata = {
    ...(name === undefined ? {} : { name }),
    ...(generateName === undefined ? {} : { generateName }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(selfLink === undefined ? {} : { selfLink }),
    ...(uid === undefined ? {} : { uid }),
    resourceVersion,
    ...rest,
  }
  return { ...object, metadata }
}
