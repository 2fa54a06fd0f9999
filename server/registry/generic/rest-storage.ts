// Upstream: what rest.Storage of a generic store is (apiserver/pkg/registry/generic/registry/store.go)
import { create } from './create.ts'
import type { RestStorage } from './rest.ts'
import type { ResourceStore } from './store.ts'
import type { Strategy } from './strategy.ts'
import { update } from './update.ts'

/** The storage of a resource that can be created and updated. */
export type StoreWrites = RestStorage & Required<Pick<RestStorage, 'create' | 'update'>>

/** The writes of a resource, or with another strategy of a subresource that writes a part of it. */
export const storeWrites = (store: ResourceStore, strategy: Strategy): StoreWrites => ({
  resetFields: strategy.resetFieldsOf?.(store.parts.server) ?? strategy.resetFields,
  toStorage: (object) => store.toStorage(object),
  create: (request, object, createValidation) => create(store, request, object, createValidation),
  update: (request, name, call) => update(store, strategy, request, name, call),
})
