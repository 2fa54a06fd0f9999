// Upstream: pkg/kubeapiserver/authenticator/config.go (newJWTAuthenticator, authenticationConfigUpdater)
import type { TokenAnswer, TokenAuthenticator } from '../authenticator.ts'
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

  /** The first that knows the issuer decides. */
  async authenticateToken(token: string): Promise<TokenAnswer> {
    for (const one of this.current) {
      const answer = await one.authenticateToken(token)
      if (answer !== undefined) return answer
    }
    return undefined
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
