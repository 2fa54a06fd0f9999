// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (crdConversionRESTOptionsGetter)
import { deepCopy, type JsonObject, type KubeObject, withSortedKeys } from '../../../apimachinery/json.ts'
import { DecodeError } from '../../../apimachinery/scheme/decode-error.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import type { StoredForm } from '../../registry/generic/store.ts'
import type { StoredRecord } from '../../storage/interface.ts'
import { holdObject } from '../../storage/record.ts'
import type { Converter } from './conversion.ts'
import { inGoOrder, type ResourceSchemas } from './resource-schemas.ts'

/** The versions between which a store's objects go. */
export interface FormVersions {
  /** The apiVersion of the objects that the store works with. */
  readonly seen: string
  /** The apiVersion in which objects are stored. */
  readonly stored: string
}

/** Custom resources in their store: kept in one version, seen in another, old ones repaired and defaulted by their own version. */
export class CustomResourceForm implements StoredForm {
  private readonly schemas: ResourceSchemas
  private readonly converter: Converter
  private readonly versions: FormVersions
  private readonly isEncoded: (record: StoredRecord) => boolean
  /** Stored objects, repaired and defaulted by the schema of their own version. */
  private readonly repaired = new WeakMap<KubeObject, KubeObject>()

  /** @param isEncoded whether a record is in the encoding that is written now: JSON or CBOR */
  constructor(
    schemas: ResourceSchemas,
    converter: Converter,
    versions: FormVersions,
    isEncoded: (record: StoredRecord) => boolean,
  ) {
    this.isEncoded = isEncoded
    this.schemas = schemas
    this.converter = converter
    this.versions = versions
  }

  decode(stored: KubeObject): KubeObject {
    const own = this.repairedOf(stored)
    const seen = this.converter.convert(own, this.versions.seen)
    return inGoOrder(seen === own ? seen : this.versioned(this.coerced(deepCopy(seen)), stored))
  }

  /** What is converted does not know the version of its record yet. */
  private versioned(object: KubeObject, { metadata: { resourceVersion } }: KubeObject): KubeObject {
    if (resourceVersion !== undefined) object.metadata.resourceVersion = resourceVersion
    return object
  }

  get asks(): boolean {
    return this.converter.asks
  }

  prepare(records: readonly StoredRecord[]): Promise<void> | undefined {
    // Answers are kept by the objects that they are of.
    if (this.asks) for (const record of records) holdObject(record)
    return this.converter.prepare(
      records.map(({ object }) => this.repairedOf(object)),
      this.versions.seen,
    )
  }

  async encode(object: KubeObject): Promise<KubeObject> {
    await this.converter.prepare([object], this.versions.stored)
    return this.encoded(object)
  }

  async reread(object: KubeObject): Promise<KubeObject> {
    const kept = await this.encode(object)
    await this.converter.prepare([this.repairedOf(kept)], this.versions.seen)
    return this.decode(kept)
  }

  /** @note What a webhook makes of an object need not be the same twice: only what is converted by nobody is compared. */
  isKept(record: StoredRecord, object: KubeObject): boolean {
    const { seen, stored } = this.versions
    if (record.object.apiVersion !== stored || !this.isEncoded(record)) return false
    if (seen !== stored && this.converter.asks) return true
    return (
      JSON.stringify(withSortedKeys(this.encoded(object))) === JSON.stringify(withSortedKeys(record.object))
    )
  }

  private encoded(object: KubeObject): KubeObject {
    const kept = this.converter.convert(object, this.versions.stored)
    return inGoOrder(kept === object ? kept : this.coerced(deepCopy(kept)))
  }

  private coerced(object: KubeObject): KubeObject {
    return guarded(() => {
      this.schemas.coerce(object as unknown as JsonObject, { stored: false })
      return object
    })
  }

  private repairedOf(stored: KubeObject): KubeObject {
    let own = this.repaired.get(stored)
    if (own === undefined) {
      own = deepCopy(stored)
      this.repair(own)
      if (own.apiVersion !== this.versions.seen) delete own.metadata.resourceVersion
      this.repaired.set(stored, own)
    }
    return own
  }

  private repair(object: KubeObject): void {
    guarded(() => this.schemas.coerce(object as unknown as JsonObject, { stored: true }))
    this.schemas.default(object)
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof DecodeError ? new StatusError(500, '', error.message) : error
  }
}
