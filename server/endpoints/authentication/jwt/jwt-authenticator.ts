// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (New, AuthenticateToken)
import { goQuote } from '../../../../apimachinery/field-error.ts'
import type { JsonObject } from '../../../../apimachinery/json.ts'
import type { Clock } from '../../../../component-base/clock.ts'
import type { TokenAnswer } from '../authenticator.ts'
import type { JWTAuthenticatorConfig } from './configuration.ts'
import { jwtDialect } from './dialect.ts'
import { ClaimResolver } from './distributed-claims.ts'
import type { Fetch } from './fetch.ts'
import { type Expressions, userOfClaims } from './jwt-user.ts'
import { discover, type Verifier, verifierOf } from './verifier.ts'

/** A configuration of one issuer that is valid, with its expressions. */
export interface CompiledAuthenticator {
  readonly config: JWTAuthenticatorConfig
  readonly expressions: Expressions
}

/** Takes note of what an authenticator does. */
export interface JWTObserver {
  /** @param seconds that it took */
  authenticated(issuer: string, result: 'success' | 'failure', seconds: number): void
  /** @param keys the JSON of the keys; undefined where they could not be fetched */
  fetchedKeys(issuer: string, keys: string | undefined): void
}

/** The surroundings of authenticators of tokens. */
export interface JWTSurroundings {
  /** GET with the authorities (PEM) of an issuer; empty: those of the host. */
  fetchWith(certificateAuthority: string): Fetch
  readonly clock: Clock
  readonly minor: number
  readonly algorithms: readonly string[]
  /** Whether an issuer that cannot be reached now may be reached later. */
  readonly retries: boolean
  readonly observer: JWTObserver
  log(error: string): void
}

/** The milliseconds after which an issuer is asked again that gave no answer. */
const askAgainAfter = 10_000

/** Authenticates the tokens of one issuer, which is asked in the background about itself. */
export class JWTAuthenticator {
  private readonly compiled: CompiledAuthenticator
  private readonly own: JWTSurroundings
  private readonly fetch: Fetch
  private readonly resolver: ClaimResolver | undefined
  private verifier: Verifier | undefined
  private trouble: string
  private cancel: () => void = () => {}
  private stopped = false

  constructor(compiled: CompiledAuthenticator, own: JWTSurroundings) {
    const { issuer, claimMappings } = compiled.config
    this.compiled = compiled
    this.own = own
    this.fetch = own.fetchWith(issuer.certificateAuthority)
    this.trouble = `oidc: authenticator for issuer ${goQuote(issuer.url)} is not initialized`
    this.resolver =
      claimMappings.groups.claim === ''
        ? undefined
        : new ClaimResolver(claimMappings.groups.claim, this.fetch, this.verifierOptions, own.log)
  }

  /** Asks the issuer about itself, again and again until it answers. Fulfilled after the first time. */
  async start(): Promise<void> {
    const { issuer } = this.compiled.config
    try {
      const provider = await discover(this.fetch, issuer.url, issuer.discoveryURL)
      if (provider.keysURL === '') throw new Error('provider did not return JWKS URL')
      this.verifier = verifierOf(provider, this.observed(provider.keysURL), this.verifierOptions)
    } catch (error) {
      if (this.stopped) return
      this.trouble = (error as Error).message
      this.own.log(`oidc authenticator: initializing plugin: ${this.trouble}`)
      if (this.own.retries) this.cancel = this.own.clock.setTimeout(() => void this.start(), askAgainAfter)
    }
  }

  stop(): void {
    this.stopped = true
    this.cancel()
  }

  /** Why tokens cannot be authenticated yet; undefined: they can. */
  health(): string | undefined {
    return this.verifier === undefined
      ? `oidc: authenticator for issuer ${goQuote(this.compiled.config.issuer.url)} is not healthy: ${this.trouble}`
      : undefined
  }

  /** The issuer. */
  get url(): string {
    return this.compiled.config.issuer.url
  }

  /** Whom a token is of that names this issuer. */
  async authenticateToken(token: string): Promise<NonNullable<TokenAnswer>> {
    const { clock, observer } = this.own
    const started = clock.now()
    const answer = await this.authenticated(token).catch((error: Error) => ({ error: error.message }))
    const result = 'error' in answer ? 'failure' : 'success'
    observer.authenticated(this.url, result, (clock.now() - started) / 1000)
    return answer
  }

  private get verifierOptions(): ConstructorParameters<typeof ClaimResolver>[2] {
    const { algorithms, clock, minor } = this.own
    const { jose } = jwtDialect(minor)
    return { audiences: this.compiled.config.issuer.audiences, algorithms, clock, jose }
  }

  private async authenticated(token: string): Promise<NonNullable<TokenAnswer>> {
    if (this.verifier === undefined) throw new Error('oidc: authenticator not initialized')
    const { claims } = await this.verifier.verify(token).catch((error: Error) => {
      throw new Error(`oidc: verify token: ${error.message}`)
    })
    const all: JsonObject =
      (await this.resolver?.expanded(claims).catch((error: Error) => {
        throw new Error(`oidc: could not expand distributed claims: ${error.message}`)
      })) ?? claims
    const { config, expressions } = this.compiled
    return { user: userOfClaims(config, expressions, all, this.own.minor) }
  }

  /** Tells of the keys that come, or do not. */
  private observed(keysURL: string): Fetch {
    const { url } = this.compiled.config.issuer
    return async (address, headers) => {
      if (address !== keysURL) return this.fetch(address, headers)
      const tell = (keys: string | undefined): void => {
        if (!this.stopped) this.own.observer.fetchedKeys(url, keys)
      }
      try {
        const answer = await this.fetch(address, headers)
        tell(answer.status === 200 && isJson(answer.body) ? answer.body.toString('utf8') : undefined)
        return answer
      } catch (error) {
        tell(undefined)
        throw error
      }
    }
  }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'))
    return true
  } catch {
    return false
  }
}
