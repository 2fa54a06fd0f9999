// Resources that are created to ask something and are never stored.

import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import type { Clock } from '../../../component-base/clock.ts'
import type { ValidateObjectFunc } from '../../registry/generic/rest.ts'
import { accessReviews } from '../authorization/access-review.ts'
import type { Authorizer } from '../authorization/attributes.ts'
import type { Authenticator } from './authenticator.ts'
import { reviewSelf, reviewToken } from './identity-review.ts'
import { createTokenRequest, type TokenRequestOptions } from './token-request.ts'
import type { UserInfo } from './user-info.ts'

/** A request that creates a review or token. */
export interface CreateOnlyRequest {
  readonly user: UserInfo
  readonly namespace: string
  /** The name in the path (serviceaccounts/NAME/token). */
  readonly name: string
  warn(text: string): void
}
/** The object is decoded, defaulted, has its managed fields, and may be changed. Throws StatusErrors. */
export type CreateOnly = (
  request: CreateOnlyRequest,
  object: KubeObject,
  createValidation: ValidateObjectFunc,
) => Promise<KubeObject>

/** The authenticator and authorizer that reviews and tokens ask. */
export interface CreateOnlyOptions {
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  readonly clock: Clock
  readonly minor: number
  readonly audiences: readonly string[]
  /** AuthorizeWithSelectors */
  readonly selectors: boolean
  readonly tokenRequests: TokenRequestOptions
}

/** `group/resource` or `group/resource/subresource` → what a create answers with 201. */
export function createOnlyResources(options: CreateOnlyOptions): ReadonlyMap<string, CreateOnly> {
  const out = new Map<string, CreateOnly>()
  for (const [resource, review] of accessReviews)
    out.set(`authorization.k8s.io/${resource}`, ({ user, namespace }, object, createValidation) =>
      review({ ...options, user, namespace, createValidation }, object),
    )
  out.set('authentication.k8s.io/tokenreviews', ({ namespace }, object, createValidation) => {
    if (namespace !== '') throw newBadRequest(`namespace is not allowed on this type: ${namespace}`)
    return reviewToken({ ...options, createValidation }, object)
  })
  out.set('authentication.k8s.io/selfsubjectreviews', async ({ user }, object, createValidation) => {
    await createValidation(deepCopy(object))
    return reviewSelf(user, object, options.clock.now())
  })
  out.set('/serviceaccounts/token', (request, object, createValidation) =>
    createTokenRequest({ ...options.tokenRequests, createValidation }, request, object),
  )
  return out
}
