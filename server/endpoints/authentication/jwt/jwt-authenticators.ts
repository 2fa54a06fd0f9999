// Upstream: pkg/kubeapiserver/authenticator/config.go (newJWTAuthenticator, authenticationConfigUpdater)
import type { TokenAnswer, TokenAuthenticator } from '../authenticator.ts'
import { untrustedIssuer } from './id-token.ts'
import { type CompiledAuthenticator, JWTAuthenticator, type JWTSurroundings } from './jwt-authenticator.ts'

/** The milliseconds in which all issuers of a new configuration have to answer. */
const replaceWithin = 60_000
const lookAgainAfter = 10_000

/** Authenticates the tokens of all issuers of a configuration, which can be replaced by another one. */
export class JWTAuthenticators implements TokenAuthenticator {
  private readonly own: JWTSurroundings
  private current: readonly JWTAuthenticator[] = []
  private stopped = false

  constructor(compiled: readonly CompiledAuthenticator[], own: JWTSurroundings) {
    this.own = own
    this.current = compiled.map((one) => new JWTAuthenticator(one, own))
    void startAll(this.current)
  }

  /** The first of the issuer that the token names decides; a token of another one is read once, however many there are. */
  async authenticateToken(token: string): Promise<TokenAnswer> {
    const issuer = this.current.length === 0 ? undefined : untrustedIssuer(token)
    return issuer === undefined
      ? undefined
      : this.current.find(({ url }) => url === issuer)?.authenticateToken(token)
  }

  /** Goes on with another configuration when its issuers have answered. Rejects with an Error where they do not in time. */
  async replace(compiled: readonly CompiledAuthenticator[]): Promise<void> {
    const { clock } = this.own
    const next = compiled.map((one) => new JWTAuthenticator(one, this.own))
    const until = clock.now() + replaceWithin
    await startAll(next)
    for (;;) {
      const trouble = next.flatMap((one) => one.health() ?? [])
      if (trouble.length === 0) break
      if (this.stopped || !this.own.retries || clock.now() + lookAgainAfter > until) {
        for (const one of next) one.stop()
        throw new Error(`[${[...trouble, 'context deadline exceeded'].join(', ')}]`)
      }
      await new Promise<void>((resolve) => clock.setTimeout(resolve, lookAgainAfter))
    }
    for (const one of this.current) one.stop()
    this.current = next
  }

  stop(): void {
    this.stopped = true
    for (const one of this.current) one.stop()
  }
}

const startAll = async (all: readonly JWTAuthenticator[]): Promise<void> =>
  void (await Promise.all(all.map((one) => one.start())))
