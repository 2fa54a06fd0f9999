// Upstream: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go

import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { schemeNameOf } from '../../../apimachinery/scheme/stored-writer.ts'
import {
  type GroupResource,
  newBadRequest,
  newNotFound,
  StatusError,
} from '../../../apimachinery/status-error.ts'
import { bigIntUpTo64Bits } from '../../../component-base/go/numbers.ts'
import type { Storage, StoredRecord } from '../../storage/interface.ts'
import { decodeProblem } from '../../storage/mvcc/stored-key-value.ts'
import { rawBytes } from '../../storage/raw-bytes.ts'
import { isUnreadable } from '../../storage/readable-object.ts'
import { registryDialect } from '../dialect.ts'
import {
  apiVersionOf,
  type Convert,
  type GroupVersionKind,
  type PrepareConversion,
  type TypeScheme,
} from './runtime.ts'
import { StoreMetrics } from './store-metrics.ts'
import type { ServerContext, Strategy } from './strategy.ts'

/** What a store needs besides its own facts. */
export interface StoreParts {
  readonly server: ServerContext
  readonly scheme: TypeScheme
  readonly convert: Convert
  /** Undefined: nobody has to be asked. */
  readonly prepareConversion?: PrepareConversion
  /** Whether an object is to the byte what another release stored of it; undefined: it never is. */
  readonly sameStored?: (record: StoredRecord, object: KubeObject) => boolean
}

/** How objects are kept where that is not what the store works with: custom resources are stored in one version and seen in each. */
export interface StoredForm {
  /** A record's object in the version of the store. Throws StatusErrors. */
  decode(stored: KubeObject): KubeObject
  /** What is kept of an object. Throws StatusErrors. */
  encode(object: KubeObject): KubeObject | Promise<KubeObject>
  /** What would be read of an object if it were kept. Rejects with StatusErrors. */
  reread(object: KubeObject): Promise<KubeObject>
  /** Makes what `decode` needs for records that others have to convert; undefined where it needs nothing. Throws StatusErrors. */
  prepare?(records: readonly StoredRecord[]): Promise<void> | undefined
  /** Whether others convert, who may do so in another way each time. */
  readonly asks?: boolean
  /** Whether keeping the object would leave the record as it is. */
  isKept(record: StoredRecord, object: KubeObject): boolean
}

/** The names, kind and strategy of a resource's store. */
export interface StoreFacts {
  /** The group and plural of messages. */
  readonly qualifiedResource: GroupResource
  /** The kind in the version that is stored, which is also the version that hooks see. */
  readonly storageKind: GroupVersionKind
  readonly namespaced: boolean
  /** `/registry/services/specs` */
  readonly keyPrefix: string
  readonly strategy: Strategy
  /** DELETE answers with the deleted object instead of a Status. */
  readonly returnDeletedObject: boolean
  /** Watches go through upstream's watch cache (its messages differ). */
  readonly watchCache: boolean
  /** A DELETE of its own. */
  readonly deletion?: 'namespace' | 'definition'
  /** Undefined: the scheme of the parts knows the stored versions. */
  readonly form?: StoredForm
  /** Watches that end when the resource is served no more, or in another way: functions that close them. */
  readonly watches?: Set<() => void>
}

/** An object as this release sees it, with its JSON. Shared: never changed. */
export interface View {
  readonly object: KubeObject
  readonly bytes: Buffer
}

/** The stored objects of one resource. The verbs are functions of their own: create.ts, update.ts, delete.ts, list.ts, watch.ts. */
export class ResourceStore {
  readonly parts: StoreParts
  readonly facts: StoreFacts
  private readonly decoded = new WeakMap<StoredRecord, View>()
  private readonly views = new WeakMap<StoredRecord, View>()
  private readonly release: string
  private lastSeen: StoredRecord | undefined
  private lastView: View | undefined
  private counts: StoreMetrics | undefined

  constructor(parts: StoreParts, facts: StoreFacts) {
    this.parts = parts
    this.facts = facts
    this.release = parts.scheme.name
  }
  get metrics(): StoreMetrics {
    const { qualifiedResource, keyPrefix } = this.facts
    this.counts ??= new StoreMetrics(this.parts.server.metrics, qualifiedResource, keyPrefix)
    return this.counts
  }
  get strategy(): Strategy {
    return this.facts.strategy
  }
  get apiVersion(): string {
    return apiVersionOf(this.facts.storageKind)
  }
  /** The prefix of the keys of a namespace, or of all. */
  prefixOf(namespace: string): string {
    return this.facts.namespaced && namespace !== ''
      ? `${this.facts.keyPrefix}/${namespace}/`
      : `${this.facts.keyPrefix}/`
  }
  /** A name finds its key: the namespace is known or there is none. */
  keyIsWhole(namespace: string): boolean {
    return !this.facts.namespaced || namespace !== ''
  }
  keyOf(namespace: string, name: string): string {
    if (this.facts.namespaced && namespace === '') throw newBadRequest('Namespace parameter required.')
    if (name === '') throw newBadRequest('Name parameter required.')
    const why =
      name === '.' || name === '..'
        ? `may not be '${name}'`
        : name.includes('/')
          ? "may not contain '/'"
          : name.includes('%')
            ? "may not contain '%'"
            : undefined
    if (why !== undefined) throw newBadRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${why}`)
    return this.prefixOf(namespace) + name
  }
  /** The record as this release decodes it: as it stands where this release wrote it. What updates start from. */
  stored(record: StoredRecord): View {
    const raw = rawBytes(record.object)
    if (raw !== undefined) throw new StatusError(500, '', decodeProblem(raw, this.release))
    const { form } = this.facts
    if (form !== undefined) return this.cached(this.decoded, record, () => viewOf(form.decode(record.object)))
    const own =
      schemeNameOf(record.writtenBy) === this.release && record.object.apiVersion === this.apiVersion
    if (own && this.parts.server.extension?.lacksDefaults(record.object) !== true) return record
    return this.cached(this.decoded, record, () => viewOf(this.decodeStored(record.object)))
  }
  /** As {@link stored}; undefined where this server cannot read what another one wrote. */
  readable(record: StoredRecord): View | undefined {
    try {
      return this.stored(record)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      return undefined
    }
  }
  /** The record as it is read: with what a strategy's decorator adds. */
  view(record: StoredRecord): View {
    // All who watch a change ask for it, one after the other.
    if (record !== this.lastSeen || this.lastView === undefined) {
      this.lastView = this.viewed(record)
      this.lastSeen = record
    }
    return this.lastView
  }
  private viewed(record: StoredRecord): View {
    const stored = this.stored(record)
    if (this.strategy.needsDecoration?.(stored.object) !== true) return stored
    return this.cached(this.views, record, () => viewOf(this.decorated(stored.object)))
  }
  private cached(views: WeakMap<StoredRecord, View>, record: StoredRecord, make: () => View): View {
    let view = views.get(record)
    if (view === undefined) {
      view = make()
      views.set(record, view)
    }
    return view
  }
  /** As {@link view}, for an object that is answered without having been stored. */
  decorated(object: KubeObject): KubeObject {
    if (this.strategy.needsDecoration?.(object) !== true) return object
    const copy = deepCopy(object)
    this.strategy.decorate?.(copy, this.parts.server)
    return copy
  }
  /** What would be read of an object (in the form of the wire) that a dry run does not keep. Upstream: DryRunnableStorage.copyInto */
  async unkept(object: KubeObject): Promise<KubeObject> {
    const { form } = this.facts
    return this.decorated(form === undefined ? object : await form.reread(object))
  }
  private decodeStored(stored: KubeObject): KubeObject {
    const { scheme } = this.parts
    const { group, version } = parseApiVersion(stored.apiVersion)
    // Of versions that are registered and not served, fields are not recorded: they are read as those of the stored version.
    const known = scheme.typeName(group, version, stored.kind) !== undefined
    const object = known
      ? scheme.decode(group, version, stored.kind, stored).object
      : this.parts.convert(stored, this.apiVersion)
    scheme.setSchemaDefaults(object)
    return this.toStorage(object)
  }
  /** An object of any served version, in the version that is stored, with the defaults that code sets. Used for bodies and for stored data. */
  toStorage(object: KubeObject): KubeObject {
    if (this.facts.form !== undefined) return object
    const { setDefaults, defaultsAsSent = false } = this.strategy
    if (defaultsAsSent) setDefaults?.(object, this.parts.server)
    const converted =
      object.apiVersion === this.apiVersion ? object : this.parts.convert(object, this.apiVersion)
    if (!defaultsAsSent) setDefaults?.(converted, this.parts.server)
    this.parts.server.extension?.setDefaults(converted)
    return converted
  }
  /** To be awaited, where it is something, before records are seen. Undefined where there is no form. */
  prepare(records: readonly StoredRecord[]): Promise<void> | undefined {
    return this.facts.form?.prepare?.(records)
  }
  /**
   * The record, prepared, as it comes from the storage: where others convert they are asked again, and what they say now does not
   * change what the server keeps in mind.
   */
  fresh(record: StoredRecord): StoredRecord | Promise<StoredRecord> {
    if (this.facts.form === undefined) return record
    return this.allFresh([record]).then(([read]) => read!)
  }
  /** As {@link fresh}, all at once. */
  async allFresh(records: readonly StoredRecord[]): Promise<readonly StoredRecord[]> {
    const asks = this.facts.form?.asks === true
    const read = asks ? records.map((record) => ({ ...record, object: { ...record.object } })) : records
    const prepared = this.prepare(read)
    if (prepared === undefined) return records
    await prepared
    // The watch cache begins with the first request for a version, whatever that asks for.
    if (asks) this.prepare(records)?.catch(() => {})
    return read
  }
  /** The record of a write as it is seen. */
  async written(record: StoredRecord): Promise<View> {
    await this.prepare([record])
    return this.view(record)
  }
  /** What is kept of an object that is in the form of the wire. */
  async kept(object: KubeObject): Promise<KubeObject> {
    return this.facts.form === undefined ? object : this.facts.form.encode(object)
  }
  async read(namespace: string, name: string): Promise<StoredRecord> {
    const record = await this.parts.server.storage.get(this.keyOf(namespace, name))
    if (record === undefined) throw newNotFound(this.facts.qualifiedResource, name)
    return record
  }
  /** The object `name`. @param resourceVersion as in the query: not older than this, as this server knows it; empty: the newest */
  async get(
    namespace: string,
    name: string,
    resourceVersion = '',
    shown: GroupResource = this.facts.qualifiedResource,
  ): Promise<StoredRecord> {
    const key = this.keyOf(namespace, name)
    const { release, storage } = this.parts.server
    const fromEtcd = isUncached(this)
    const revision = fromEtcd
      ? parseListVersion(resourceVersion, release.minor, true)
      : parseResourceVersion(resourceVersion)
    const waits = notOlderThan(storage, { revision, text: resourceVersion || '0', fromEtcd })
    if (waits !== undefined) await waits
    const record = await storage.get(key, { cached: resourceVersion !== '' })
    if (record === undefined) throw newNotFound(shown, name)
    if (resourceVersion === '') return this.fresh(record)
    const prepared = this.prepare([record])
    if (prepared !== undefined) await prepared
    return record
  }
}

/** An object that was made here, as a View. */
export const viewOf = (object: KubeObject): View => ({ object, bytes: goJSONBytes(object) })

/** Whether etcd is asked for all: upstream keeps no watch cache of Events. */
export const isUncached = ({ facts }: Pick<ResourceStore, 'facts'>): boolean =>
  !facts.watchCache || facts.qualifiedResource.resource === 'events'

/** As {@link parseResourceVersion}, for lists: what etcd answers and not the watch cache is a bad request. */
export function parseListVersion(text: string, minor: number, fromEtcd: boolean): number {
  try {
    return parseResourceVersion(text)
  } catch (error) {
    if (!registryDialect(minor).checksListRevisionFirst && !fromEtcd) throw error
    throw newBadRequest(`invalid resource version: ${(error as Error).message}`)
  }
}

/** A resourceVersion of a query: 0 for none. Throws the error of the real server (500 without a reason) for other texts. */
export function parseResourceVersion(text: string): number {
  if (text === '' || text === '0') return 0
  const quoted = JSON.stringify(text)
  if (!/^\d+$/.test(text))
    throw new StatusError(
      500,
      '',
      `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`,
    )
  if (bigIntUpTo64Bits(text) > 18446744073709551615n)
    throw new StatusError(
      500,
      '',
      `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: value out of range`,
    )
  return Number(text)
}

/** A resourceVersion that a store has not reached, as it was asked for: a number may not hold it exactly. */
interface Wanted {
  readonly revision: number
  readonly text: string
  /** etcd answers, which unlike the watch cache does not say when to come again. */
  readonly fromEtcd?: boolean
}

/** Waits a little for what another server may have written; undefined: all of it is there. Rejects with 504. */
export function notOlderThan(storage: Storage, wanted: Wanted): Promise<void> | undefined {
  if (!storage.shared && wanted.revision <= storage.revision()) return undefined
  return reached(storage, wanted)
}

async function reached(storage: Storage, wanted: Wanted): Promise<void> {
  if (!(await storage.reaches(wanted.revision))) throw tooLargeResourceVersion(wanted, storage.revision())
}

/** 504 for a revision that the store has not reached yet. */
export function tooLargeResourceVersion({ text, fromEtcd = false }: Wanted, current: number): StatusError {
  const details = { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] }
  const message = `Timeout: Too large resource version: ${bigIntUpTo64Bits(text)}, current: ${current}`
  return fromEtcd
    ? new StatusError(504, 'Timeout', message, details)
    : new StatusError(504, 'Timeout', message, { ...details, retryAfterSeconds: 1 }, { 'Retry-After': '1' })
}
