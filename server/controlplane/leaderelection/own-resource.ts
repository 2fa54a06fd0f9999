// Upstream: the loopback client of kube-apiserver (apiserver/pkg/server/config.go, LoopbackClientConfig)
import type { KubeObject } from '../../../apimachinery/json.ts'
import { RequestAdmission } from '../../admission/request-admission.ts'
import { trackFields } from '../../endpoints/field-manager.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { inVersion, loopbackRequest, type Scope, scopeOf } from '../../endpoints/scope.ts'
import { create } from '../../registry/generic/create.ts'
import { deleteObject } from '../../registry/generic/delete.ts'
import type { StoredRecord } from '../../storage/interface.ts'

const manager = 'kube-apiserver'

/** Objects of a namespaced resource, in one version, as the server's own client reads and writes them. Writes throw StatusErrors. */
export class OwnResource {
  private readonly scope: Scope

  private constructor(scope: Scope) {
    this.scope = scope
  }

  /** Undefined where the version of the resource is not served. */
  static of(apiserver: GenericAPIServer, apiVersion: string, name: string): OwnResource | undefined {
    const [group = '', version = ''] = apiVersion.split('/')
    const resource = apiserver.registry.resource(group, version, name)
    const scope = resource === undefined ? undefined : scopeOf(apiserver, resource)
    return scope === undefined ? undefined : new OwnResource(scope)
  }

  /** All objects of all namespaces, as this server knows them. */
  async list(): Promise<KubeObject[]> {
    const { records } = await this.storage.list(this.scope.store.prefixOf(''), { cached: true })
    return records.map((record) => this.seen(record))
  }

  /** Undefined where there is none. @param cached what this server knows is enough */
  async get(namespace: string, name: string, cached = false): Promise<KubeObject | undefined> {
    const record = await this.storage.get(this.scope.store.keyOf(namespace, name), { cached })
    return record === undefined ? undefined : this.seen(record)
  }

  async create(object: KubeObject): Promise<KubeObject> {
    const { namespace = '', name = '' } = object.metadata
    const { request, admission } = this.begin(namespace, name)
    const tracked = await trackFields(this.scope, undefined, this.toStored(object), manager)
    await admission.mutate(tracked, undefined)
    const { object: written } = await create(this.scope.store, request, tracked, admission.createValidation)
    return inVersion(this.scope, written)
  }

  /** 409 where it is not what was read any more. */
  async update(object: KubeObject): Promise<KubeObject> {
    const { namespace = '', name = '' } = object.metadata
    const { request, admission } = this.begin(namespace, name)
    const { view } = await this.scope.storage.update(request, name, {
      updatedObject: async (current) => {
        const tracked = await trackFields(this.scope, current, this.toStored(object), manager)
        await admission.mutate(tracked, current)
        return tracked
      },
      createValidation: admission.createValidation,
      updateValidation: admission.updateValidation,
      forceAllowCreate: false,
    })
    return inVersion(this.scope, view.object)
  }

  async delete(namespace: string, name: string): Promise<void> {
    const { request, admission } = this.begin(namespace, name)
    await deleteObject(this.scope.store, request, name, {}, admission.deleteValidation)
  }

  /** Calls with each object that is written or deleted from now on, until the answer is called. */
  watch(told: (object: KubeObject) => void): () => void {
    const watcher = this.storage.watch(this.scope.store.prefixOf(''), undefined, ({ record }) =>
      told(this.seen(record)),
    )
    return () => watcher.stop()
  }

  private get storage() {
    return this.scope.apiserver.context.storage
  }

  private begin(namespace: string, name: string) {
    const request = loopbackRequest(this.scope, namespace, name)
    const admission = new RequestAdmission(this.scope.apiserver.admission, request, this.scope.kind)
    return { request, admission }
  }

  private seen(record: StoredRecord): KubeObject {
    return inVersion(this.scope, this.scope.store.view(record).object)
  }

  private toStored(object: KubeObject): KubeObject {
    return this.scope.storage.toStorage(this.scope.apiserver.scheme.normalize(object))
  }
}
