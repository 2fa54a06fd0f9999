// Upstream: pkg/registry/authentication/{tokenreview,selfsubjectreview}

import { deepCopy, isObject, type JsonObject, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import type { ValidateObjectFunc } from '../../registry/generic/rest.ts'
import type { Authenticator } from './authenticator.ts'
import type { UserInfo } from './user-info.ts'

const userFields = (user: UserInfo): JsonObject => ({
  username: user.name,
  ...(user.uid ? { uid: user.uid } : {}),
  ...(user.groups.length === 0 ? {} : { groups: [...user.groups] }),
  ...(user.extra === undefined || Object.keys(user.extra).length === 0
    ? {}
    : { extra: Object.fromEntries(Object.entries(user.extra).map(([k, v]) => [k, [...v]])) }),
})

/** The authenticator that TokenReviews ask, and the server's audiences. */
export interface TokenReviewOptions {
  readonly authenticator: Authenticator
  /** The server's own. */
  readonly audiences: readonly string[]
  readonly createValidation: ValidateObjectFunc
}

/** The TokenReview with the user of the token in its status. Throws 400, and what admission refuses with. */
export async function reviewToken(
  { authenticator, audiences, createValidation }: TokenReviewOptions,
  object: KubeObject,
): Promise<KubeObject> {
  const spec: JsonObject = isObject(object['spec']) ? object['spec'] : {}
  const token = typeof spec['token'] === 'string' ? spec['token'] : ''
  if (token === '') throw newBadRequest('token is required for TokenReview in authentication')
  await createValidation(deepCopy(object))
  const wanted =
    Array.isArray(spec['audiences']) && spec['audiences'].length > 0
      ? spec['audiences'].map(String)
      : audiences
  const answer = await authenticator.review(token, wanted)
  object['status'] =
    'error' in answer
      ? { user: {}, error: answer.error }
      : {
          authenticated: true,
          user: userFields(answer.user),
          ...(answer.audiences === undefined || answer.audiences.length === 0
            ? {}
            : { audiences: [...answer.audiences] }),
        }
  return object
}

/** The SelfSubjectReview with the user in its status. */
export function reviewSelf(user: UserInfo, object: KubeObject, now: number): KubeObject {
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: { creationTimestamp: toTime(now) },
    status: { userInfo: userFields(user) },
  }
}
