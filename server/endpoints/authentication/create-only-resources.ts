// Resources that are created to ask something and are never stored.

import type { KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import type { Clock } from '../../../component-base/clock.ts'
import { accessReviews } from '../authorization/access-review.ts'
import type { Authorizer } from '../authorization/attributes.ts'
import type { Authenticator } from './authenticator.ts'
import { reviewSelf, reviewToken } from './identity-review.ts'
import { createTokenRequest, type TokenRequestOptions } from './token-request.ts'
import type { UserInfo } from './user-info.ts'

export interface CreateOnlyRequest {
  readonly user: UserInfo
  readonly namespace: string
  /** The name in the path (serviceaccounts/NAME/token). */
  readonly name: string
  warn(text: string): void
}
/** The object is decoded, defaulted, has its managed fields, and may be changed. Throws StatusErrors. */
export type CreateOnly = (request: CreateOnlyRequest, object: KubeObject) => Promise<KubeObject>

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
    out.set(`authorization.k8s.io/${resource}`, async (request, object) =>
      review(options, request.user, request.namespace, object),
    )
  out.set('authentication.k8s.io/tokenreviews', (request, object) => {
    if (request.namespace !== '')
      throw newBadRequest(`namespace is not allowed on this type: ${request.namespace}`)
    return reviewToken(options.authenticator, options.audiences, object)
  })
  out.set('authentication.k8s.io/selfsubjectreviews', async (request, object) =>
    reviewSelf(request.user, object, options.clock.now()),
  )
  out.set('/serviceaccounts/token', (request, object) =>
    createTokenRequest(options.tokenRequests, request.namespace, request.name, object, request.warn),
  )
  return out
}
