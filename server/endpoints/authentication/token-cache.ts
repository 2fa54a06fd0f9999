// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/token/cache/cached_token_authenticator.go
import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../../component-base/clock.ts'
import type { TokenAnswer, TokenAuthenticator } from './authenticator.ts'

/** The most that is kept; what was asked longest ago goes first. */
const most = 32_768

/** Keeps the answers of an authenticator for a time, but errors; who asks at the same time gets the same answer. */
export class TokenCache implements TokenAuthenticator {
  private readonly authenticator: TokenAuthenticator
  private readonly clock: Clock
  private readonly lifetime: number
  /** Of this process: keys are no tokens, and tell nothing of them. */
  private readonly secret = randomBytes(32)
  private readonly kept = new Map<string, { readonly answer: TokenAnswer; readonly until: number }>()
  private readonly underWay = new Map<string, Promise<TokenAnswer>>()

  /** @param lifetime milliseconds; 0: nothing is kept */
  constructor(authenticator: TokenAuthenticator, clock: Clock, lifetime: number) {
    this.authenticator = authenticator
    this.clock = clock
    this.lifetime = lifetime
  }

  async authenticateToken(token: string, audiences: readonly string[]): Promise<TokenAnswer> {
    const key = createHmac('sha256', this.secret)
      .update(JSON.stringify([token, audiences]))
      .digest('base64')
    const known = this.kept.get(key)
    if (known !== undefined && known.until > this.clock.now()) return known.answer
    this.kept.delete(key)
    const asked =
      this.underWay.get(key) ?? this.asked(key, token, audiences).finally(() => this.underWay.delete(key))
    this.underWay.set(key, asked)
    return asked
  }

  private async asked(key: string, token: string, audiences: readonly string[]): Promise<TokenAnswer> {
    const answer = await this.authenticator.authenticateToken(token, audiences)
    if (this.lifetime <= 0 || (answer !== undefined && 'error' in answer)) return answer
    this.kept.set(key, { answer, until: this.clock.now() + this.lifetime })
    if (this.kept.size > most) this.kept.delete(this.kept.keys().next().value!)
    return answer
  }
}
