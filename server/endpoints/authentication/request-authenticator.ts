// Upstream: pkg/kubeapiserver/authenticator/config.go, apiserver/pkg/authentication/{request,group,token/union}
import { goQuote } from '../../../apimachinery/field-error.ts'
import type {
  Authenticated,
  AuthenticationRequest,
  Authenticator,
  TokenAuthenticator,
} from './authenticator.ts'
import { isIssuedBy, type RequestHeaderAuthenticator } from './request-header.ts'
import { anonymousUser, authenticatedGroup, type UserInfo, unauthenticatedGroup } from './user-info.ts'

/** The token authenticators of a server, and its rules for anonymous requests. */
export interface AuthenticatorOptions {
  /** Believes proxies, and the authority (PEM) whose certificates are users' own. Undefined: no proxy is believed. */
  readonly proxies?: { readonly authenticator: RequestHeaderAuthenticator; clientCA(): Promise<string> }
  /** The token authenticators in order: the token file, then service accounts. */
  readonly tokens: readonly TokenAuthenticator[]
  /** --api-audiences; defaults to the issuers of service accounts. */
  readonly audiences: readonly string[]
  /** Whether a path may be requested anonymously; undefined: none may. */
  readonly anonymous: ((path: string) => boolean) | undefined
  /** Whether a token behind two spaces is warned about; false: it is ignored silently. Default true. */
  readonly warnsOfExtraSpace?: boolean
}

/** The longest token, in characters: as long as headers may be. A TokenReview may hold a longer one; upstream reads it too. */
const maxToken = 1024 * 1024

const invalidToken = 'invalid bearer token'
const extraSpace =
  'the provided Authorization header contains extra space before the bearer token, and is ignored'

/** An authenticator by a proxy's word, then client certificate, then bearer token, then as anonymous where that is allowed. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const byToken = async (
    token: string,
    audiences: readonly string[],
  ): Promise<Authenticated | { error: string }> => {
    if (token.length > maxToken)
      return { error: `[${invalidToken}, it has more than ${maxToken} characters]` }
    const errors: string[] = []
    for (const authenticator of options.tokens) {
      const asked = authenticator.authenticateToken(token, audiences)
      const answer = asked instanceof Promise ? await asked : asked
      if (answer === undefined) continue
      if ('error' in answer) {
        errors.push(answer.error)
        continue
      }
      const checked = withAudiences(answer, audiences, options.audiences)
      if (checked === undefined) continue
      const { user, warnings } = checked
      return { user: addAuthenticated(user), audiences: checked.audiences, warnings }
    }
    return { error: errors.length === 0 ? invalidToken : `[${[invalidToken, ...errors].join(', ')}]` }
  }
  return {
    review: byToken,
    async authenticate(request: AuthenticationRequest): Promise<Authenticated | undefined> {
      const { certificate, badCertificate = false } = request
      const known =
        certificate === undefined ? { bad: badCertificate } : certified(options, request, certificate)
      const shown: Shown = known instanceof Promise ? await known : known
      if (shown.user !== undefined) return { user: addAuthenticated(shown.user) }
      const token = bearerToken(request, options.warnsOfExtraSpace !== false)
      if (token !== undefined) {
        const answer = await byToken(token, options.audiences)
        if ('error' in answer) return undefined
        for (const text of answer.warnings ?? []) request.warn?.(text)
        return answer
      }
      if (shown.bad || options.anonymous?.(request.path) !== true) return undefined
      return { user: anonymousUser }
    },
  }
}

/** The user that a certificate shows. `bad`: it is of an authority that vouches for no user. */
interface Shown {
  readonly user?: UserInfo
  readonly bad: boolean
}
type Certificate = NonNullable<AuthenticationRequest['certificate']>

/** The user of a certificate, or of the proxy whose certificate it is. */
function certified(
  { proxies }: AuthenticatorOptions,
  { badCertificate = false, distinctHeaders }: AuthenticationRequest,
  certificate: Certificate,
): Shown | Promise<Shown> {
  const { x509 } = certificate
  if (proxies === undefined || x509 === undefined) return namedBy(certificate, badCertificate)
  const named = proxies.authenticator.believes(x509)
    ? proxies.authenticator.userOf(distinctHeaders?.() ?? {})
    : undefined
  if (named !== undefined) return { user: named, bad: false }
  return proxies
    .clientCA()
    .then((ca) => (isIssuedBy(x509, ca) ? namedBy(certificate, badCertificate) : { bad: true }))
}

const namedBy = ({ commonName, organizations }: Certificate, bad: boolean): Shown =>
  commonName === '' ? { bad } : { user: { name: commonName, groups: organizations }, bad: false }

/** The token of `Authorization: Bearer TOKEN`. */
function bearerToken(request: AuthenticationRequest, warns: boolean): string | undefined {
  const [scheme, token, rest] = splitThree((request.headers.authorization ?? '').trim())
  if (scheme.toLowerCase() !== 'bearer' || token === undefined) return undefined
  if (token !== '') return token
  if (rest !== undefined && warns) request.warn?.(extraSpace)
  return undefined
}

function splitThree(text: string): [string, string | undefined, string | undefined] {
  const first = text.indexOf(' ')
  if (first < 0) return [text, undefined, undefined]
  const second = text.indexOf(' ', first + 1)
  if (second < 0) return [text.slice(0, first), text.slice(first + 1), undefined]
  return [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)]
}

/** Authenticators that know no audiences stand for those of the API. */
function withAudiences(
  answer: Authenticated,
  wanted: readonly string[],
  own: readonly string[],
): Authenticated | undefined {
  if (answer.audiences !== undefined || wanted.length === 0) return answer
  const audiences = wanted.filter((a) => own.includes(a))
  return audiences.length === 0 ? undefined : { user: answer.user, audiences, warnings: answer.warnings }
}

function addAuthenticated(user: UserInfo): UserInfo {
  if (
    user.name === anonymousUser.name ||
    user.groups.includes(authenticatedGroup) ||
    user.groups.includes(unauthenticatedGroup)
  )
    return user
  return { ...user, groups: [...user.groups, authenticatedGroup] }
}

/** `token audiences ["x"] is invalid for the target audiences ["y"]` */
export const wrongAudience = (has: readonly string[], wanted: readonly string[]): string => {
  const list = (items: readonly string[]): string => `[${items.map((i) => goQuote(i)).join(' ')}]`
  return `token audiences ${list(has)} is invalid for the target audiences ${list(wanted)}`
}
