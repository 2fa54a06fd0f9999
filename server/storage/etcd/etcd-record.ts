import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { ownBytes } from '../../../component-base/own-bytes.ts'
import { ParsingRecord, type RecordHead } from '../parsing-record.ts'
import { withResourceVersion } from '../record.ts'

/** Makes an object of stored bytes. Throws a DecodeError. */
export type Decode = (stored: Buffer) => KubeObject

/**
 * A record of bytes in etcd, which are decoded when their object is first asked for. `writtenBy` is of the record's own server: what
 * others wrote is decoded, and defaulted, as what another release wrote.
 */
export class EtcdRecord extends ParsingRecord {
  readonly stored: Buffer
  private readonly decode: Decode
  private json: Buffer | undefined

  /** @param own the object, where this server wrote it: without the revision, which it did not know then */
  constructor(
    head: Omit<RecordHead, 'writtenBy'>,
    stored: Buffer,
    decode: Decode,
    own?: { object: KubeObject; writtenBy: string },
  ) {
    super({ ...head, writtenBy: own?.writtenBy ?? '' })
    this.stored = stored
    this.decode = decode
    if (own !== undefined) this.keep(this.numbered(own.object))
  }

  get size(): number {
    return this.stored.length
  }

  get bytes(): Buffer {
    this.json ??= ownBytes(goJSONBytes(this.object))
    return this.json
  }

  protected parse(): KubeObject {
    // What this server wrote has its defaults, and the stored bytes may be without them.
    if (this.writtenBy !== '') return JSON.parse(this.bytes.toString('utf8')) as KubeObject
    return this.numbered(this.decode(this.stored))
  }

  /** Makes the JSON of a record that this server wrote, so that its object can be parsed again. */
  protected override beforeLoose(): void {
    if (this.writtenBy !== '') void this.bytes
  }

  /** The record with the revision at which it was deleted. */
  deletedAt(modRevision: number): EtcdRecord {
    const { key, createRevision, writtenBy } = this
    const object = writtenBy === '' ? this.known : this.object
    const own = object === undefined ? undefined : { object, writtenBy }
    return new EtcdRecord({ key, createRevision, modRevision }, this.stored, this.decode, own)
  }

  private numbered(object: KubeObject): KubeObject {
    return withResourceVersion(object, String(this.modRevision))
  }
}
