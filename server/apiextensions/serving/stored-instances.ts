// Upstream: k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go, apiserver/pkg/registry/generic/registry/store.go (DeleteCollection)
import { StatusError } from '../../../apimachinery/status-error.ts'
import { loopbackRequest, type RequestTarget } from '../../endpoints/scope.ts'
import { deleteObject } from '../../registry/generic/delete.ts'
import { type Definition, storageVersionOf } from '../definition/definition.ts'
import type { Instances } from '../definition/instances.ts'
import type { CustomResources } from './custom-resources.ts'

/** The custom resources of a server's definitions, as they are stored. */
export class StoredInstances implements Instances {
  private readonly resources: CustomResources

  constructor(resources: CustomResources) {
    this.resources = resources
  }

  async namespaces(definition: Definition): Promise<readonly string[]> {
    const { store } = this.targetOf(definition)
    const { records } = await store.parts.server.storage.list(store.prefixOf(''))
    return [...new Set(records.map(({ object }) => object.metadata.namespace ?? ''))]
  }

  async deleteCollection(definition: Definition, namespace: string): Promise<void> {
    const { store, target } = this.targetOf(definition)
    const { records } = await store.parts.server.storage.list(store.prefixOf(namespace))
    for (const { object } of records) {
      const { name = '', namespace: of = '' } = object.metadata
      try {
        await deleteObject(store, loopbackRequest(target, of, name), name, {}, async () => {})
      } catch (error) {
        if (!(error instanceof StatusError) || error.code !== 404) throw error
      }
    }
  }

  private targetOf(definition: Definition): {
    store: NonNullable<RequestTarget['resource']['store']>
    target: RequestTarget
  } {
    const served = this.resources.of(definition)
    const resource = served.resource(storageVersionOf(definition)?.name ?? '')
    if (resource?.store === undefined) throw new Error(`${definition.name} is stored in no version`)
    return { store: resource.store, target: { apiserver: served.server, resource, subresource: undefined } }
  }
}
