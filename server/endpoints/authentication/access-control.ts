// Upstream: staging/src/k8s.io/apiserver/pkg/server/config.go DefaultBuildHandlerChain (authentication, impersonation, authorization)
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { newBadRequest, newUnauthorized, StatusError } from '../../apimachinery/status-error.ts'
import { type Authorizer, forbiddenError, requestAttributes } from '../authorization/attributes.ts'
import type { RequestInfo } from '../request-info.ts'
import type { Authenticator } from './authenticator.ts'
import { constrainedImpersonation, goUserText } from './constrained-impersonation.ts'
import { impersonatedUser, legacyChecks, requireAll, type WantedUser, wantedUser } from './impersonation.ts'
import type { UserInfo } from './user-info.ts'

export interface AccessControlOptions {
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  readonly gates: FeatureGateReader
  /** The binary's minor release. */
  readonly minor: number
}

/** Decides who a request is from and whether it may go on. Throws StatusErrors: 401, 403, 400. */
export class AccessControl {
  private readonly options: AccessControlOptions
  constructor(options: AccessControlOptions) {
    this.options = options
  }
  get authorizer(): Authorizer {
    return this.options.authorizer
  }
  /** @param warn takes texts of Warning headers. */
  async admit(request: IncomingMessage, info: RequestInfo, warn: (text: string) => void): Promise<UserInfo> {
    const authenticated = await this.options.authenticator.authenticate({
      headers: request.headers,
      path: info.path,
      warn,
      ...clientCertificate(request),
    })
    if (authenticated === undefined) throw newUnauthorized()
    const wanted = wantedUser(request)
    const user =
      wanted === undefined ? authenticated.user : this.impersonate(authenticated.user, wanted, info, request)
    const attributes = requestAttributes(user, info)
    const answer = this.options.authorizer.authorize(attributes)
    if (answer.decision !== 'allow') throw forbiddenError(attributes, answer.reason)
    return user
  }
  private impersonate(
    requestor: UserInfo,
    wanted: WantedUser,
    info: RequestInfo,
    request: IncomingMessage,
  ): UserInfo {
    const { authorizer, gates, minor } = this.options
    const constrained = gateEnabled(gates, 'ConstrainedImpersonation')
    if (wanted.name === '') throw withoutUser(wanted, constrained, minor, request.url ?? '')
    if (constrained) return constrainedImpersonation(authorizer, wanted, requestAttributes(requestor, info))
    requireAll(authorizer, legacyChecks(requestor, wanted, 'headers'))
    return impersonatedUser(wanted)
  }
}

/** Groups, a uid or extra without a user. */
function withoutUser(wanted: WantedUser, constrained: boolean, minor: number, uri: string): StatusError {
  if (constrained) return newBadRequest(`requested ${goUserText(wanted)} without impersonating a user name`)
  const v1 = 'authentication.k8s.io/v1'
  const references = [
    ...wanted.groups.map((g) => `{Group  ${g}    }`),
    ...Object.entries(wanted.extra).flatMap(([key, values]) =>
      values.map((v) => `{UserExtra  ${v}  ${v1}  ${key}}`),
    ),
    ...(wanted.uid === '' ? [] : [`{UID  ${wanted.uid}  ${v1}  }`]),
  ]
  const text = `requested [${references.join(' ')}] without impersonating a user`
  if (minor >= 35) return newBadRequest(text)
  return new PlainError(500, `Internal Server Error: ${JSON.stringify(uri)}: ${text}\n`)
}

/** An answer that is plain text, as http.Error writes it. */
export class PlainError extends StatusError {
  readonly text: string
  constructor(code: number, text: string) {
    super(code, 'InternalError', text)
    this.text = text
  }
}

function clientCertificate(request: IncomingMessage): {
  certificate?: { commonName: string; organizations: string[] }
  badCertificate?: boolean
} {
  const socket = request.socket as TLSSocket
  if (typeof socket.getPeerCertificate !== 'function') return {}
  const peer = socket.getPeerCertificate()
  if (peer?.subject === undefined) return {}
  if (!socket.authorized) return { badCertificate: true }
  const { CN, O } = peer.subject as { CN?: string | string[]; O?: string | string[] }
  return {
    certificate: { commonName: [CN ?? ''].flat().at(-1)!, organizations: O === undefined ? [] : [O].flat() },
  }
}
