// Upstream: the loopback client of kube-apiserver (apiserver/pkg/server/config.go, LoopbackClientConfig)
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { StatusError } from '../../apimachinery/status-error.ts'
import { RequestAdmission } from '../admission/request-admission.ts'
import { trackFields } from '../endpoints/field-manager.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { inVersion, loopbackRequest, type Scope, scopeOf } from '../endpoints/scope.ts'
import { create } from '../registry/generic/create.ts'
import { deleteObject } from '../registry/generic/delete.ts'
import type { StoredRecord } from '../storage/interface.ts'
import { readableObject } from '../storage/readable-object.ts'

const manager = 'kube-apiserver'

/** Objects of a resource, in one version, as the server's own client reads and writes them. Writes are admitted, and throw StatusErrors. */
export class OwnObjects {
  private readonly scope: Scope
  private readonly statusScope: Scope

  private constructor(scope: Scope, statusScope: Scope) {
    this.scope = scope
    this.statusScope = statusScope
  }

  /** Access to a resource; undefined where its version is not served. @param apiVersion `coordination.k8s.io/v1` */
  static of(apiserver: GenericAPIServer, apiVersion: string, name: string): OwnObjects | undefined {
    const { group, version } = parseApiVersion(apiVersion)
    const resource = apiserver.registry.resource(group, version, name)
    const scope = resource === undefined ? undefined : scopeOf(apiserver, resource)
    if (scope === undefined) return undefined
    const status = scopeOf(apiserver, scope.resource, scope.resource.subresources.get('status'))
    return new OwnObjects(scope, status ?? scope)
  }

  /** The objects of a namespace, or of all, as this server knows them: those that it can read. */
  async list(namespace = ''): Promise<KubeObject[]> {
    const { records } = await this.storage.list(this.scope.store.prefixOf(namespace), { cached: true })
    return records.filter((record) => readableObject(record) !== undefined).map((record) => this.seen(record))
  }

  /** Reads an object; undefined: there is none. @param cached what this server knows is enough */
  async get(namespace: string, name: string, cached = false): Promise<KubeObject | undefined> {
    const record = await this.storage.get(this.scope.store.keyOf(namespace, name), { cached })
    return record === undefined ? undefined : this.seen(record)
  }

  async create(object: KubeObject): Promise<KubeObject> {
    const { request, admission } = this.begin(this.scope, object)
    const tracked = await trackFields(this.scope, undefined, this.toStored(object), manager)
    await admission.mutate(tracked, undefined)
    const { object: written } = await create(this.scope.store, request, tracked, admission.createValidation)
    return inVersion(this.scope, written)
  }

  /** Writes the object. Rejects with 409 where it was changed since it was read. */
  update(object: KubeObject): Promise<KubeObject> {
    return this.write(this.scope, object)
  }

  /** As {@link update}, through the subresource `status`. */
  updateStatus(object: KubeObject): Promise<KubeObject> {
    return this.write(this.statusScope, object)
  }

  /** Deletes the object. Rejects with 409 where it was changed since it was read. */
  async delete(object: KubeObject): Promise<void> {
    const { name = '', resourceVersion } = object.metadata
    const { request, admission } = this.begin(this.scope, object)
    const options = resourceVersion === undefined ? {} : { preconditions: { resourceVersion } }
    await deleteObject(this.scope.store, request, name, options, admission.deleteValidation)
  }

  /** Calls with each object that is written or deleted from now on, until the answer is called. What cannot be read is told to nobody. */
  watch(told: (object: KubeObject) => void): () => void {
    const { store } = this.scope
    const watcher = this.storage.watch(store.prefixOf(''), undefined, ({ record }) => {
      if (store.readable(record) !== undefined) told(this.seen(record))
    })
    return () => watcher.stop()
  }

  private get storage() {
    return this.scope.apiserver.context.storage
  }

  private async write(scope: Scope, object: KubeObject): Promise<KubeObject> {
    const { request, admission } = this.begin(scope, object)
    const { view } = await scope.storage.update(request, request.name, {
      updatedObject: async (current) => {
        const tracked = await trackFields(scope, current, this.toStored(object), manager)
        await admission.mutate(tracked, current)
        return tracked
      },
      createValidation: admission.createValidation,
      updateValidation: admission.updateValidation,
      forceAllowCreate: false,
    })
    return inVersion(scope, view.object)
  }

  private begin(scope: Scope, { metadata: { namespace = '', name = '' } }: KubeObject) {
    const request = loopbackRequest(scope, namespace, name)
    return { request, admission: new RequestAdmission(scope.apiserver.admission, request, scope.kind) }
  }

  private seen(record: StoredRecord): KubeObject {
    return inVersion(this.scope, this.scope.store.view(record).object)
  }

  private toStored(object: KubeObject): KubeObject {
    return this.scope.storage.toStorage(this.scope.apiserver.scheme.normalize(object))
  }
}

/** Whether somebody else wrote, made or removed the object meanwhile. */
export const isRace = (error: unknown): boolean =>
  error instanceof StatusError && ['Conflict', 'AlreadyExists', 'NotFound'].includes(error.reason)

/** Who wrote the object meanwhile says as much: the next round sees it. */
export async function ignoringConflicts(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isRace(error)) throw error
  })
}
