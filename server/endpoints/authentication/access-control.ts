// Upstream: staging/src/k8s.io/apiserver/pkg/server/config.go DefaultBuildHandlerChain (impersonation)

import type { IncomingMessage } from 'node:http'
import { goType } from '../../../apimachinery/go-print/go-type.ts'
import { goPlain } from '../../../apimachinery/go-print/plain.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { type Authorizer, requestAttributes } from '../authorization/attributes.ts'
import { selectorReader } from '../authorization/selectors.ts'
import { endpointsDialect } from '../dialect.ts'
import type { RequestInfo } from '../request-info.ts'
import { constrainedImpersonation, goUserText } from './constrained-impersonation.ts'
import { impersonatedUser, legacyChecks, requireAll, type WantedUser, wantedUser } from './impersonation.ts'
import type { UserInfo } from './user-info.ts'

/** The user that a request goes on as; undefined where it impersonates nobody. Rejects with StatusErrors and {@link ImpersonationError}. */
export type Impersonate = (
  requestor: UserInfo,
  request: IncomingMessage,
  info: RequestInfo,
) => Promise<UserInfo> | undefined

/** Answers the user that a request goes on as by its Impersonate-* headers, undefined without them. Throws 400 and 403. */
export function createImpersonation(options: {
  authorizer: Authorizer
  gates: FeatureGateReader
  minor: number
}): Impersonate {
  const { authorizer, gates, minor } = options
  const constrained = gateEnabled(gates, 'ConstrainedImpersonation')
  const selectors = gateEnabled(gates, 'AuthorizeWithSelectors') ? selectorReader(minor) : undefined
  return (requestor, request, info) => {
    const wanted = wantedUser(request)
    if (wanted === undefined) return undefined
    if (wanted.name === '') return Promise.reject(withoutUser(wanted, constrained, minor))
    if (constrained)
      return constrainedImpersonation(authorizer, wanted, requestAttributes(requestor, info, selectors))
    const checks = legacyChecks(requestor, wanted, 'headers')
    return requireAll(authorizer, checks).then(() => impersonatedUser(wanted))
  }
}

/** The request could not be looked into: answered 500 in plain text. Upstream: responsewriters.InternalError */
export class ImpersonationError extends Error {}

/** Groups, a uid or extra without a user. */
function withoutUser(wanted: WantedUser, constrained: boolean, minor: number): Error {
  if (constrained)
    return newBadRequest(`requested ${goUserText(wanted, minor)} without impersonating a user name`)
  const apiVersion = 'authentication.k8s.io/v1'
  const references = [
    ...wanted.groups.map((name) => ({ kind: 'Group', name })),
    ...Object.entries(wanted.extra).flatMap(([fieldPath, values]) =>
      values.map((name) => ({ kind: 'UserExtra', name, apiVersion, fieldPath })),
    ),
    ...(wanted.uid === '' ? [] : [{ kind: 'UID', name: wanted.uid, apiVersion }]),
  ]
  const shown = goPlain(references, goType('[]core/v1.ObjectReference', minor))
  const text = `requested ${shown} without impersonating a user`
  return endpointsDialect(minor).refusesExtrasWithoutUser ? newBadRequest(text) : new ImpersonationError(text)
}
