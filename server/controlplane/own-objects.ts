// Upstream: the loopback client of kube-apiserver (apiserver/pkg/server, LoopbackClientConfig)
import type { KubeObject } from '../../apimachinery/json.ts'
import { toTime } from '../../component-base/clock.ts'
import { fieldManagerOf } from '../endpoints/field-manager.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { type Scope, scopeOf } from '../endpoints/scope.ts'
import { inWireOrder } from '../registry/generic/wire.ts'
import { StorageError, type StoredRecord } from '../storage/interface.ts'

const manager = 'kube-apiserver'

/** A stored object, decoded. */
export interface OwnObject {
  readonly record: StoredRecord
  readonly object: KubeObject
}

/** Objects of one resource that the server itself reads and writes: without admission, as `kube-apiserver` in managedFields. */
export class OwnObjects {
  private readonly scope: Scope
  private readonly statusScope: Scope | undefined

  private constructor(scope: Scope, statusScope: Scope | undefined) {
    this.scope = scope
    this.statusScope = statusScope
  }

  /** Undefined where the resource is not served. */
  static of(
    apiserver: GenericAPIServer,
    group: string,
    version: string,
    resource: string,
  ): OwnObjects | undefined {
    const registered = apiserver.registry.resource(group, version, resource)
    const scope = registered === undefined ? undefined : scopeOf(apiserver, registered)
    if (scope === undefined) return undefined
    return new OwnObjects(
      scope,
      scopeOf(apiserver, scope.resource, scope.resource.subresources.get('status')),
    )
  }

  /** The prefix of the keys of a namespace, or of all. */
  prefixOf(namespace: string): string {
    return this.scope.store.prefixOf(namespace)
  }

  async get(namespace: string, name: string): Promise<OwnObject | undefined> {
    const record = await this.storage.get(this.prefixOf(namespace) + name)
    return record === undefined ? undefined : this.decoded(record)
  }

  /** As this server knows them. */
  async list(namespace = ''): Promise<OwnObject[]> {
    const { records } = await this.storage.list(this.prefixOf(namespace), { cached: true })
    return records.map((record) => this.decoded(record))
  }

  /** Throws a StorageError where the name is taken. */
  async create(object: KubeObject): Promise<OwnObject> {
    const { random, clock } = this.scope.apiserver.context
    const { name = '', namespace = '' } = object.metadata
    const now = toTime(clock.now())
    const metadata = { ...object.metadata, uid: random.uuid(), creationTimestamp: now }
    const { apiVersion, kind, ...rest } = this.scope.store.parts.scheme.normalize(object)
    const sent = { apiVersion, kind, ...rest, metadata } as KubeObject
    const tracked = fieldManagerOf(this.scope).update(undefined, sent, manager, now)
    return this.decoded(await this.storage.create(this.prefixOf(namespace) + name, this.toStored(tracked)))
  }

  /** Throws a StorageError where somebody else wrote it meanwhile. */
  update(of: OwnObject, next: KubeObject): Promise<OwnObject> {
    return this.write(this.scope, of, next)
  }

  /** As {@link update}, by the subresource. */
  updateStatus(of: OwnObject, next: KubeObject): Promise<OwnObject> {
    return this.write(this.statusScope ?? this.scope, of, next)
  }

  async delete({ record }: OwnObject): Promise<void> {
    await this.storage.delete(record.key, record.modRevision)
  }

  private get storage() {
    return this.scope.apiserver.context.storage
  }

  private async write(scope: Scope, { record, object }: OwnObject, next: KubeObject): Promise<OwnObject> {
    const now = toTime(scope.apiserver.context.clock.now())
    const tracked = fieldManagerOf(scope).update(
      object,
      this.scope.store.parts.scheme.normalize(next),
      manager,
      now,
    )
    return this.decoded(await this.storage.update(record.key, record.modRevision, this.toStored(tracked)))
  }

  private toStored(object: KubeObject): KubeObject {
    return inWireOrder(this.scope.store.toStorage(object))
  }

  private decoded(record: StoredRecord): OwnObject {
    return { record, object: this.scope.store.stored(record).object }
  }
}

/** Who wrote the object meanwhile says as much: the next round sees it. */
export async function ignoringConflicts(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error
  })
}
