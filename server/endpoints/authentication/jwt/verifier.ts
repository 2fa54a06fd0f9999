// Upstream: github.com/coreos/go-oidc verify.go, oidc.go (NewProvider); staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc
import { goQuote } from '../../../../apimachinery/field-error.ts'
import { goTimeText } from '../../../../apimachinery/go-print/time.ts'
import { isObject } from '../../../../apimachinery/json.ts'
import type { Clock } from '../../../../component-base/clock.ts'
import { goQuoteList } from '../../authorization/rbac-rules.ts'
import { type Fetch, jsonOf, shownBody, statusText } from './fetch.ts'
import { type IdToken, parseSigned, readIdToken, type SignedToken } from './id-token.ts'
import { RemoteKeySet } from './key-set.ts'

/** The audiences, algorithms and times that a token of an issuer is verified by. */
export interface VerifierOptions {
  readonly audiences: readonly string[]
  readonly algorithms: readonly string[]
  readonly clock: Clock
  /** The library that errors about keys name: `go-jose/go-jose`. */
  readonly jose: string
}

/** The issuer and key URL in an issuer's discovery document. */
export interface Provider {
  readonly issuer: string
  readonly keysURL: string
}

/** The verifier of the tokens of one issuer. */
export interface Verifier {
  /** Rejects with an Error with upstream's text. */
  verify(token: string): Promise<IdToken>
}

const suffix = '/.well-known/openid-configuration'

/** Asks an issuer about itself. Rejects with an Error with upstream's text. @param discoveryURL empty: below the issuer's URL */
export async function discover(fetch: Fetch, issuer: string, discoveryURL = ''): Promise<Provider> {
  const answer = await fetch(discoveryURL === '' ? `${issuer.replace(/\/$/, '')}${suffix}` : discoveryURL)
  if (answer.status !== 200) throw new Error(`${statusText(answer)}: ${shownBody(answer)}`)
  let document: unknown
  try {
    document = await jsonOf(answer)
  } catch (error) {
    throw new Error(`oidc: failed to decode provider discovery object: ${(error as Error).message}`, {
      cause: error,
    })
  }
  const text = (name: string): string => {
    const value = isObject(document) ? document[name] : undefined
    return typeof value === 'string' ? value : ''
  }
  if (text('issuer') !== issuer)
    throw new Error(
      `oidc: issuer did not match the issuer returned by provider, expected ${goQuote(issuer)} got ${goQuote(text('issuer'))}`,
    )
  return { issuer, keysURL: text('jwks_uri') }
}

/** A verifier with the keys that the issuer shows. */
export function verifierOf(provider: Provider, fetch: Fetch, options: VerifierOptions): Verifier {
  const keys = new RemoteKeySet(provider.keysURL, fetch, options.clock, options.jose)
  return {
    async verify(token) {
      const signed = parsed(token)
      requireAlgorithm(signed, options.algorithms)
      await keys.verify(signed).catch((error: Error) => {
        throw new Error(`failed to verify signature: ${error.message}`)
      })
      const found = read(signed.payload)
      requireSources(found)
      if (found.issuer !== provider.issuer)
        throw new Error(
          `oidc: id token issued by a different provider, expected ${goQuote(provider.issuer)} got ${goQuote(found.issuer)}`,
        )
      requireAudience(found, options.audiences)
      requireTime(found, options.clock.now())
      return found
    },
  }
}

function parsed(token: string): SignedToken {
  try {
    return parseSigned(token)
  } catch (error) {
    throw new Error(`oidc: malformed jwt: ${(error as Error).message}`, { cause: error })
  }
}

function requireAlgorithm({ algorithm }: SignedToken, algorithms: readonly string[]): void {
  if (!algorithms.includes(algorithm))
    throw new Error(
      `oidc: id token signed with unsupported algorithm, expected ${goQuoteList(algorithms)} got ${goQuote(algorithm)}`,
    )
}

function read(payload: string): IdToken {
  try {
    return readIdToken(payload)
  } catch (error) {
    throw new Error(`oidc: failed to unmarshal claims: ${(error as Error).message}`, { cause: error })
  }
}

function requireSources({ claimNames, claimSources }: IdToken): void {
  for (const source of Object.values(claimNames)) {
    if (source === '') throw new Error('oidc: failed to obtain source from claim name')
    if (!Object.hasOwn(claimSources, source)) throw new Error('oidc: source does not exist')
  }
}

function requireAudience({ audience }: IdToken, wanted: readonly string[]): void {
  if (audience.some((one) => wanted.includes(one))) return
  const got = goQuoteList(audience)
  throw new Error(
    wanted.length === 1
      ? `oidc: expected audience ${goQuote(wanted[0]!)} got ${got}`
      : `oidc: expected audience in ${goQuoteList(wanted.toSorted())} got ${got}`,
  )
}

const leeway = 60_000

function requireTime({ expiry, notBefore }: IdToken, now: number): void {
  const text = (ms: number): string => goTimeText(isoOf(ms))
  if (expiry === undefined || expiry * 1000 < now)
    throw new Error(
      `oidc: token is expired (Token Expiry: ${expiry === undefined ? goTimeText(undefined) : text(expiry * 1000)})`,
    )
  if (notBefore !== undefined && now + leeway < notBefore * 1000)
    throw new Error(
      `oidc: current time ${text(now)} before the nbf (not before) time: ${text(notBefore * 1000)}`,
    )
}

/** The time in ISO 8601; times beyond JavaScript's range are shown as the end of that range. */
const isoOf = (ms: number): string => new Date(Math.max(Math.min(ms, 8.64e15), -8.64e15)).toISOString()
