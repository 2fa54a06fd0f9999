import type { KubeObject } from '../../apimachinery/json.ts'
import type { StoredRecord } from './interface.ts'

/** The key, revisions and writer of a record. */
export interface RecordHead {
  readonly key: string
  readonly createRevision: number
  readonly modRevision: number
  readonly writtenBy: string
}

/** The limit of records that keep their parsed object though nobody uses it: those that were changed or parsed last. */
const mostRecords = 1024
/** The limit of the size that these records have in the store, in bytes. */
const mostBytes = 16 * 1024 * 1024
/** So many records keep the object that they were created of: few, as one of many that are created is asked for again. */
const mostCreated = 64
/** The size in bytes above which a created record counts like a changed one. */
const mostCreatedBytes = 16 * 1024

/** The records that keep what they were parsed to, of all stores that are open; the oldest first. */
const lastParsed = new Set<ParsingRecord>()
let bytesParsed = 0
/** The records that were created last, in a ring. */
const lastCreated: (ParsingRecord | undefined)[] = Array.from({ length: mostCreated }, () => undefined)
let nextCreated = 0

function remember(record: ParsingRecord): void {
  lastParsed.add(record)
  bytesParsed += record.size
  for (const oldest of lastParsed) {
    if (lastParsed.size <= mostRecords && bytesParsed <= mostBytes) return
    oldest.loosen()
  }
}

function forget(record: ParsingRecord): void {
  if (lastParsed.delete(record)) bytesParsed -= record.size
}

/** A record that is parsed when its object is first asked for, and keeps the object while it is one of the last that were used. */
export abstract class ParsingRecord implements StoredRecord {
  readonly key: string
  readonly createRevision: number
  readonly modRevision: number
  readonly writtenBy: string
  abstract readonly bytes: Buffer
  abstract readonly size: number
  private parsed: KubeObject | undefined
  /** Once the object was let go: kept only as long as there is memory. */
  private loose: WeakRef<KubeObject> | undefined
  private state: 'new' | 'created' | 'held' | 'let go' = 'new'

  constructor(head: RecordHead) {
    this.key = head.key
    this.createRevision = head.createRevision
    this.modRevision = head.modRevision
    this.writtenBy = head.writtenBy
  }

  /** The object anew, of what is stored. */
  protected abstract parse(): KubeObject

  get object(): KubeObject {
    const known = this.known
    if (known !== undefined) return known
    const object = this.parse()
    if (this.state === 'let go') this.loose = new WeakRef(object)
    else {
      this.parsed = object
      this.loose = undefined
      if (this.state === 'new') remember(this)
    }
    return object
  }

  /** The object may have to be parsed from now on. */
  protected beforeLoose(): void {}

  /** The object, where it is at hand without parsing. */
  protected get known(): KubeObject | undefined {
    return this.parsed ?? this.loose?.deref()
  }

  /** Keeps the object that this server made the record of; called at the end of the constructor. */
  protected keep(object: KubeObject): void {
    this.parsed = object
    if (this.createRevision !== this.modRevision || this.size > mostCreatedBytes) {
      remember(this)
      return
    }
    this.state = 'created'
    lastCreated[nextCreated]?.outlive()
    lastCreated[nextCreated] = this
    nextCreated = (nextCreated + 1) % mostCreated
  }

  /** The object is found as long as others hold it; where it is parsed again it is one of the last again. */
  loosen(): void {
    forget(this)
    if (this.state === 'held' || this.parsed === undefined) return
    this.beforeLoose()
    this.loose = new WeakRef(this.parsed)
    this.parsed = undefined
  }

  /** The record is not the newest any more. */
  letGo(): void {
    if (this.state === 'held' || this.state === 'let go') return
    this.loosen()
    this.state = 'let go'
  }

  /** Keeps the object, so that it stays one and the same as long as the record lives. */
  hold(): void {
    this.parsed = this.object
    this.state = 'held'
    forget(this)
  }

  /** Others were created since. No weak reference: the collector of young objects takes it for a strong one. */
  private outlive(): void {
    if (this.state !== 'created') return
    this.state = 'new'
    if (this.parsed === undefined) return
    this.beforeLoose()
    this.parsed = undefined
  }
}
