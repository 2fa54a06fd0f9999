// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/token/cache/cached_token_authenticator.go
import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../../component-base/clock.ts'
import { ExpiringCache } from '../../../component-base/expiring-cache.ts'
import type { TokenAnswer, TokenAuthenticator } from './authenticator.ts'

const mostKept = 32_768

/** Keeps the answers of an authenticator for a time, but errors; who asks at the same time gets the same answer. */
export class TokenCache implements TokenAuthenticator {
  private readonly authenticator: TokenAuthenticator
  private readonly lifetime: number
  /** Of this process: keys are no tokens, and tell nothing of them. */
  private readonly secret = randomBytes(32)
  private readonly kept: ExpiringCache<{ readonly answer: TokenAnswer }>
  private readonly underWay = new Map<string, Promise<TokenAnswer>>()

  /** @param lifetime milliseconds; 0: nothing is kept */
  constructor(authenticator: TokenAuthenticator, clock: Clock, lifetime: number) {
    this.authenticator = authenticator
    this.kept = new ExpiringCache(clock, mostKept)
    this.lifetime = lifetime
  }

  async authenticateToken(token: string, audiences: readonly string[]): Promise<TokenAnswer> {
    const key = createHmac('sha256', this.secret)
      .update(JSON.stringify([token, audiences]))
      .digest('base64')
    const known = this.kept.get(key)
    if (known !== undefined) return known.answer
    const asked =
      this.underWay.get(key) ?? this.asked(key, token, audiences).finally(() => this.underWay.delete(key))
    this.underWay.set(key, asked)
    return asked
  }

  private async asked(key: string, token: string, audiences: readonly string[]): Promise<TokenAnswer> {
    const answer = await this.authenticator.authenticateToken(token, audiences)
    if (answer === undefined || !('error' in answer)) this.kept.add(key, { answer }, this.lifetime)
    return answer
  }
}
