// Upstream: staging/src/k8s.io/apiserver/pkg/registry/rest/{rest,create,update,delete}.go
import type { Preconditions } from '../../../api/meta-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { ApiRequest } from './request.ts'
import type { View } from './store.ts'
import type { Strategy } from './strategy.ts'

/** Validating admission of an object that is created, or of one that is deleted. Changes nothing of it. Throws what it refuses with. */
export type ValidateObjectFunc = (object: KubeObject) => Promise<void> | undefined
/** Validating admission of an object that is changed; `old` is shared. Changes nothing of them. Throws what it refuses with. */
export type ValidateObjectUpdateFunc = (object: KubeObject, old: KubeObject) => Promise<void> | undefined

/** What a storage asks its caller for while it updates. Upstream: rest.UpdatedObjectInfo and the parameters of rest.Updater. */
export interface UpdateCall {
  /**
   * The new object, admitted by mutating plugins. Runs again after a lost race.
   * @param current the stored one, which is shared: nothing of it is changed, and what is changed later is no part of it; undefined: there is none
   */
  updatedObject(current: KubeObject | undefined): Promise<KubeObject>
  readonly createValidation: ValidateObjectFunc
  readonly updateValidation: ValidateObjectUpdateFunc
  /** Apply creates what is not there, whatever the strategy says. */
  readonly forceAllowCreate: boolean
  readonly preconditions?: Preconditions | undefined
}

/** The object after a write, and whether it was created. */
export interface UpdateResult {
  readonly view: View
  readonly created: boolean
}

/** What the writes of an endpoint go to: the store of its resource, or what a subresource or a review does instead. */
export interface RestStorage {
  /** Field sets that a write through this endpoint cannot own, as paths. */
  readonly resetFields?: Strategy['resetFields']
  /** A create keeps the uid and times that the client sends. Upstream: SubresourceObjectMetaPreserver. */
  readonly preservesSystemFields?: boolean
  /** An object of a body as admission and hooks see it: in the version that is stored, with the defaults that code sets. */
  toStorage(object: KubeObject): KubeObject
  /** `object` becomes the storage's. Throws StatusErrors. */
  create?(request: ApiRequest, object: KubeObject, createValidation: ValidateObjectFunc): Promise<View>
  /** Throws StatusErrors. */
  update?(request: ApiRequest, name: string, call: UpdateCall): Promise<UpdateResult>
}
