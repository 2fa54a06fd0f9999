import type { KubeObject } from '../../apimachinery/json.ts'
import type { StoredRecord } from './interface.ts'

interface RecordHead {
  key: string
  createRevision: number
  modRevision: number
  writtenBy: string
}

const nothing = { deref: () => undefined }

class LazyRecord implements StoredRecord {
  readonly key: string
  readonly createRevision: number
  readonly modRevision: number
  readonly writtenBy: string
  readonly bytes: Buffer
  private parsed: KubeObject | undefined
  /** Once the record was let go: kept only as long as there is memory. */
  private loose: Pick<WeakRef<KubeObject>, 'deref'> | undefined
  constructor(head: RecordHead, bytes: Buffer, parsed?: KubeObject) {
    this.key = head.key
    this.createRevision = head.createRevision
    this.modRevision = head.modRevision
    this.writtenBy = head.writtenBy
    this.bytes = bytes
    this.parsed = parsed
  }
  get size(): number {
    return this.bytes.length
  }
  get object(): KubeObject {
    const known = this.parsed ?? this.loose?.deref()
    if (known !== undefined) return known
    const parsed = JSON.parse(this.bytes.toString('utf8')) as KubeObject
    if (this.loose === undefined) this.parsed = parsed
    else this.loose = new WeakRef(parsed)
    return parsed
  }

  letGo(): void {
    if (this.loose !== undefined) return
    this.loose = this.parsed === undefined ? nothing : new WeakRef(this.parsed)
    this.parsed = undefined
  }
}

/** The record is not the newest any more: its object is held by others, or parsed again when it is asked for. */
export function letGo(record: StoredRecord): void {
  if (record instanceof LazyRecord) record.letGo()
}

/** Bytes in memory of their own: a piece of node's pool would keep all that was in it, long after the rest is gone. */
function keptBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** A record for an object about to be written: numbered, and encoded once. */
export function encodeRecord(head: RecordHead, object: KubeObject): StoredRecord {
  const numbered = withResourceVersion(object, String(head.modRevision))
  return new LazyRecord(head, keptBytes(JSON.stringify(numbered)), numbered)
}

/** A record for bytes that were read: parsed when its object is first asked for. */
export function decodeRecord(head: RecordHead, bytes: Buffer): StoredRecord {
  return new LazyRecord(head, bytes)
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
