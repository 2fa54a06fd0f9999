// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (claimResolver)
import { goQuote } from '../../../../apimachinery/field-error.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../../../../apimachinery/json.ts'
import { type Fetch, statusText } from './fetch.ts'
import { untrustedIssuer } from './id-token.ts'
import { discover, type Verifier, type VerifierOptions, verifierOf } from './verifier.ts'

/** The most issuers of claims that are remembered: a token may name any. */
const maxIssuers = 100

/** Fetches a claim that a token says is elsewhere. */
export class ClaimResolver {
  private readonly claim: string
  private readonly fetch: Fetch
  private readonly options: VerifierOptions
  private readonly log: (error: string) => void
  /** undefined: asked, and not known yet. */
  private readonly verifiers = new Map<string, Verifier | undefined>()

  constructor(claim: string, fetch: Fetch, options: VerifierOptions, log: (error: string) => void) {
    this.claim = claim
    this.fetch = fetch
    this.options = options
    this.log = log
  }

  /** The claims with the one from elsewhere, where there is one. Rejects with an Error with upstream's text. */
  async expanded(claims: JsonObject): Promise<JsonObject> {
    const names = claims['_claim_names']
    if (Object.hasOwn(claims, this.claim) || !isObject(names)) return claims
    const sources = claims['_claim_sources']
    if (sources === undefined) throw new Error('oidc: no claim sources')
    const name = getOwn(names, this.claim)
    if (typeof name !== 'string') return claims
    const source = isObject(sources) ? getOwn(sources, name) : undefined
    if (!isObject(source))
      throw new Error(`id token _claim_names contained a source ${name} missing in _claims_sources`)
    const [url, token] = [source['endpoint'], source['access_token']].map((one) =>
      typeof one === 'string' ? one : '',
    ) as [string, string]
    if (url === '') return claims
    const expanded: JsonObject = { ...claims }
    setOwn<JsonValue | undefined>(expanded, this.claim, await this.resolved(url, token))
    return expanded
  }

  private async resolved(url: string, accessToken: string): Promise<JsonValue> {
    const token = await this.fetched(url, accessToken).catch((error: Error) => {
      throw new Error(`while getting distributed claim ${goQuote(this.claim)}: ${error.message}`)
    })
    const issuer = untrustedIssuer(token)
    if (issuer === undefined)
      throw new Error(
        `getting untrusted issuer from endpoint ${url} failed for claim ${goQuote(this.claim)}: malformed token`,
      )
    const verifier = this.verifierFor(issuer)
    if (verifier === undefined)
      throw new Error(
        `verifying untrusted issuer ${issuer} failed: verifier not initialized for issuer: ${goQuote(issuer)}`,
      )
    const { claims } = await verifier.verify(token).catch((error: Error) => {
      throw new Error(`verify distributed claim token: ${error.message}`)
    })
    const value = getOwn(claims, this.claim)
    if (value === undefined)
      throw new Error(
        `jwt returned by distributed claim endpoint ${goQuote(url)} did not contain claim: ${this.claim}`,
      )
    return value
  }

  private async fetched(url: string, accessToken: string): Promise<string> {
    const answer = await this.fetch(url, accessToken === '' ? {} : { Authorization: `Bearer ${accessToken}` })
    if (answer.status < 200 || answer.status > 226)
      throw new Error(`error while getting distributed claim JWT: ${statusText(answer)}`)
    return answer.body.toString('utf8')
  }

  /** The first token of an issuer makes it be asked, a later one finds it known. */
  private verifierFor(issuer: string): Verifier | undefined {
    if (!this.verifiers.has(issuer) && this.verifiers.size < maxIssuers) {
      this.verifiers.set(issuer, undefined)
      discover(this.fetch, issuer).then(
        (provider) => this.verifiers.set(issuer, verifierOf(provider, this.fetch, this.options)),
        (error: Error) => {
          this.verifiers.delete(issuer)
          this.log(
            `oidc authenticator: async token verifier for issuer: ${goQuote(issuer)}: init verifier failed: ${error.message}`,
          )
        },
      )
    }
    return this.verifiers.get(issuer)
  }
}
