import type { KubeObject } from '../../../apimachinery/json.ts'
import type { RegisteredSubresource } from '../../registry/generic/registry.ts'
import type { RestStorage } from '../../registry/generic/rest.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import { handleCreate } from '../handlers/create.ts'
import { creatingEndpoint } from '../negotiation.ts'
import { checkAccept, type SpecialHandler } from '../resource-router.ts'
import { methodNotAllowed, notFoundResource } from '../respond.ts'

/** Makes the storage that answers a POST of an object that is not stored as it is sent. */
export type CreatedAs = (
  apiserver: GenericAPIServer,
  subresource: RegisteredSubresource | undefined,
) => Omit<RestStorage, 'toStorage' | 'update'> & Partial<Pick<RestStorage, 'toStorage'>>

/** An endpoint that only creates: a review, a token, a binding, an eviction. */
export const creating =
  (createdAs: CreatedAs): SpecialHandler =>
  async (apiserver, resource, subresource, call) => {
    if (subresource === undefined && call.info.parts.length > 1) throw notFoundResource()
    if (call.req.method !== 'POST') throw methodNotAllowed()
    checkAccept({ apiserver }, call, false)
    const { kind } = subresource ?? resource
    const storage = { toStorage: (object: KubeObject) => object, ...createdAs(apiserver, subresource) }
    await handleCreate({ apiserver, resource, subresource, kind, storage }, call, creatingEndpoint)
  }
