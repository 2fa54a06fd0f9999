// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/webhook/webhook.go
import type { TokenReviewStatus } from '../../../api/authentication-v1.ts'
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import type { JsonObject } from '../../../apimachinery/json.ts'
import type { Clock } from '../../../component-base/clock.ts'
import type { Random } from '../../../component-base/random.ts'
import { CallError } from '../../webhook/go-errors.ts'
import type { WebhookConnection } from '../../webhook/kubeconfig.ts'
import { askReview, withRetries } from '../../webhook/retries.ts'
import type { ReviewTypes } from '../../webhook/review-types.ts'
import type { WebhookClient } from '../../webhook/webhook-client.ts'
import type { TokenAnswer, TokenAuthenticator } from './authenticator.ts'

/** The client, version and audiences with which a token webhook is asked. */
export interface TokenWebhookOptions {
  readonly client: WebhookClient
  readonly connection: WebhookConnection
  readonly types: ReviewTypes
  /** The version of TokenReview: v1 or v1beta1. */
  readonly version: string
  /** The metadata of a review that was never stored, as the release writes it. */
  readonly metadata: JsonObject
  /** --api-audiences: what a webhook means that tells of no audiences. */
  readonly audiences: readonly string[]
  readonly clock: Clock
  readonly random: Random
  log(error: string): void
}

/** The timeout of each attempt, in milliseconds. */
const timeout = 30_000

/** Asks a webhook about a token with a TokenReview. */
export class TokenWebhook implements TokenAuthenticator {
  private readonly options: TokenWebhookOptions

  constructor(options: TokenWebhookOptions) {
    this.options = options
  }

  async authenticateToken(token: string, wanted: readonly string[]): Promise<TokenAnswer> {
    const { clock, random, log } = this.options
    try {
      const status = await withRetries({ clock, random }, () => this.asked(token, wanted))
      return this.answerOf(status, wanted)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      log(`Failed to make webhook authenticator request: ${error.message}`)
      return { error: error.message }
    }
  }

  private async asked(token: string, audiences: readonly string[]): Promise<TokenReviewStatus> {
    const { client, connection, types, version, metadata } = this.options
    const wanted = { apiVersion: `authentication.k8s.io/${version}`, kind: 'TokenReview' }
    const { apiVersion, kind } = wanted
    const spec = { token, ...(audiences.length === 0 ? {} : { audiences }) }
    const review = { kind, apiVersion, metadata, spec, status: { user: {} } }
    const { target } = connection
    const text = `${goJSON(review)}\n`
    const { status } = await askReview({ client, target, types }, wanted, text, timeout)
    return (status ?? {}) as TokenReviewStatus
  }

  private answerOf(status: TokenReviewStatus, wanted: readonly string[]): TokenAnswer {
    const told = status.audiences ?? []
    const meant = told.length === 0 ? this.options.audiences : told
    const audiences = wanted.filter((one) => meant.includes(one))
    if (wanted.length > 0 && audiences.length === 0) return undefined
    if (status.authenticated !== true) return status.error ? { error: status.error } : undefined
    const { username = '', uid = '', groups, extra } = status.user ?? {}
    const user = {
      name: username,
      groups: groups ?? [],
      ...(uid === '' ? {} : { uid }),
      ...(extra == null
        ? {}
        : { extra: Object.fromEntries(Object.entries(extra).map(([k, v]) => [k, v ?? []])) }),
    }
    return wanted.length === 0 ? { user } : { user, audiences }
  }
}
