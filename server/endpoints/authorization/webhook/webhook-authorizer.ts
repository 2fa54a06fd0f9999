// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go
import type { JsonObject } from '../../../../apimachinery/json.ts'
import type { Clock } from '../../../../component-base/clock.ts'
import { ExpiringCache } from '../../../../component-base/expiring-cache.ts'
import type { Random } from '../../../../component-base/random.ts'
import { CallError } from '../../../webhook/go-errors.ts'
import { WebhookFailure, withRetries } from '../../../webhook/retries.ts'
import type { Attributes, Authorizer, AuthorizerAnswer, Decision, MaybeAnswer } from '../attributes.ts'
import type { WebhookEvents } from '../authorization-metrics.ts'
import type { MatchConditions } from './match-conditions.ts'
import { type ReviewSpec, reviewSpec, reviewText } from './review.ts'
import type { AskWebhook, ReviewStatus } from './review-call.ts'

/** The settings of an authorization webhook. */
export interface WebhookAuthorizerOptions {
  readonly ask: AskWebhook
  readonly clock: Clock
  /** The random source of the waits between attempts. */
  readonly random: Random
  /** The version of SubjectAccessReview: v1 or v1beta1. */
  readonly version: string
  /** The metadata of a review that was never stored. */
  readonly metadata: JsonObject
  /** Milliseconds that answers are kept, by whether they allow; 0: they are not. */
  readonly ttl: { readonly authorized: number; readonly unauthorized: number }
  /** The decision where no answer comes. */
  readonly onError: Decision
  readonly conditions: MatchConditions
  readonly events: WebhookEvents
}

const mostKept = 8192

/** Longer attributes, which who asks chooses, are not kept. */
const longestKept = 10_000

/** Asks a webhook with a SubjectAccessReview. Its answers never reject. */
export class WebhookAuthorizer implements Authorizer {
  private readonly options: WebhookAuthorizerOptions
  private readonly kept: ExpiringCache<ReviewStatus>

  constructor(options: WebhookAuthorizerOptions) {
    this.options = options
    this.kept = new ExpiringCache(options.clock, mostKept)
  }

  authorize(attributes: Attributes): MaybeAnswer {
    const { onError } = this.options
    const spec = reviewSpec(attributes)
    const matching = this.match(spec)
    if ('error' in matching) return { decision: onError, reason: '', error: matching.error }
    if (!matching.matches) return { decision: 'noOpinion', reason: '' }
    const key = JSON.stringify(spec)
    const known = this.kept.get(key)
    return known === undefined ? this.ask(attributes, spec, key) : answerOf(known)
  }

  rulesFor(): ReturnType<Authorizer['rulesFor']> {
    return {
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      error: 'webhook authorizer does not support user rule resolution',
    }
  }

  private match(spec: ReviewSpec): ReturnType<MatchConditions['match']> {
    const { conditions, clock, events } = this.options
    if (conditions.empty) return { matches: true }
    const started = clock.now()
    const matching = conditions.match(spec)
    events.matched((clock.now() - started) / 1000, matching)
    return matching
  }

  private async ask(attributes: Attributes, spec: ReviewSpec, key: string): Promise<AuthorizerAnswer> {
    const { ask, ttl, onError, version, metadata, events } = this.options
    try {
      const text = reviewText(spec, version, metadata)
      const status = await withRetries(this.options, () => this.counted(() => ask(text)))
      if (sizeOf(attributes) < longestKept)
        this.kept.add(key, status, status.allowed ? ttl.authorized : ttl.unauthorized)
      return answerOf(status)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (onError === 'noOpinion') events.failedOpen(resultOf(error))
      return { decision: onError, reason: '', error: error.message }
    }
  }

  private async counted(ask: () => Promise<ReviewStatus>): Promise<ReviewStatus> {
    const { clock, events } = this.options
    const started = clock.now()
    const seconds = (): number => (clock.now() - started) / 1000
    try {
      const status = await ask()
      events.asked('success', seconds())
      return status
    } catch (error) {
      events.asked(resultOf(error as Error), seconds())
      throw error
    }
  }
}

const resultOf = (error: Error): string =>
  error instanceof WebhookFailure && error.late ? 'timeout' : 'error'

const sizeOf = (a: Attributes): number =>
  [a.namespace, a.verb, a.apiGroup, a.apiVersion, a.resource, a.subresource, a.name, a.path].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  )

function answerOf({ allowed, denied, reason }: ReviewStatus): AuthorizerAnswer {
  if (denied && allowed)
    return {
      decision: 'deny',
      reason,
      error: 'webhook subject access review returned both allow and deny response',
    }
  return { decision: denied ? 'deny' : allowed ? 'allow' : 'noOpinion', reason }
}
