import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { StoredRecord } from '../interface.ts'
import { withResourceVersion } from '../record.ts'

/** Where a record stands. */
export interface RecordHead {
  readonly key: string
  readonly createRevision: number
  readonly modRevision: number
}

/** Makes an object of stored bytes. Throws a DecodeError. */
export type Decode = (stored: Buffer) => KubeObject

/** A record of bytes in etcd, which are decoded when their object is first asked for. */
export class EtcdRecord implements StoredRecord {
  readonly key: string
  readonly createRevision: number
  readonly modRevision: number
  /** Of the record's own server: what others wrote is decoded, and defaulted, as what another release wrote. */
  readonly writtenBy: string
  readonly stored: Buffer
  private readonly decode: Decode
  private known: KubeObject | undefined
  private json: Buffer | undefined

  /** @param own the object, where this server wrote it: without the revision, which it did not know then */
  constructor(
    head: RecordHead,
    stored: Buffer,
    decode: Decode,
    own?: { object: KubeObject; writtenBy: string },
  ) {
    this.key = head.key
    this.createRevision = head.createRevision
    this.modRevision = head.modRevision
    this.stored = stored
    this.decode = decode
    this.writtenBy = own?.writtenBy ?? ''
    this.known = own === undefined ? undefined : this.numbered(own.object)
  }

  get size(): number {
    return this.stored.length
  }

  get object(): KubeObject {
    this.known ??= this.numbered(this.decode(this.stored))
    return this.known
  }

  get bytes(): Buffer {
    this.json ??= goJSONBytes(this.object)
    return this.json
  }

  /** The record with the revision at which it was deleted. */
  deletedAt(modRevision: number): EtcdRecord {
    const own = this.known === undefined ? undefined : { object: this.known, writtenBy: this.writtenBy }
    const { key, createRevision } = this
    return new EtcdRecord({ key, createRevision, modRevision }, this.stored, this.decode, own)
  }

  private numbered(object: KubeObject): KubeObject {
    return withResourceVersion(object, String(this.modRevision))
  }
}
