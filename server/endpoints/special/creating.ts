import type { KubeObject } from '../../../apimachinery/json.ts'
import type { RegisteredSubresource } from '../../registry/generic/registry.ts'
import type { RestStorage } from '../../registry/generic/rest.ts'
import { handleCreate } from '../handlers/create.ts'
import type { SpecialHandler } from '../resource-router.ts'
import { methodNotAllowed } from '../respond.ts'
import type { Machinery } from '../scope.ts'

/** What a POST of something that is not stored as it is sent goes to. */
export type CreatedAs = (
  machinery: Machinery,
  subresource: RegisteredSubresource | undefined,
) => Omit<RestStorage, 'toStorage' | 'update'> & Partial<Pick<RestStorage, 'toStorage'>>

/** An endpoint that only creates: a review, a token, a binding, an eviction. */
export const creating =
  (createdAs: CreatedAs): SpecialHandler =>
  async (machinery, resource, subresource, call) => {
    if (call.req.method !== 'POST') throw methodNotAllowed()
    const { kind } = subresource ?? resource
    const storage = { toStorage: (object: KubeObject) => object, ...createdAs(machinery, subresource) }
    await handleCreate({ machinery, resource, subresource, kind, storage }, call)
  }
