// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (WithExponentialBackoff, DefaultShouldRetry), client-go/rest/request.go
import type { JsonObject } from '../../apimachinery/json.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import { answeredJson, reviewLimits } from './answered-json.ts'
import type { WebhookClientConfig } from './client-config.ts'
import { CallError } from './go-errors.ts'
import { readReview } from './rest-answer.ts'
import type { ReviewKind, ReviewTypes } from './review-types.ts'
import type { WebhookAnswer, WebhookClient } from './webhook-client.ts'

/** A call of a webhook that failed. */
export class WebhookFailure extends CallError {
  /** The same call may succeed at another attempt. */
  readonly transient: boolean
  /** No answer came in time. */
  readonly late: boolean
  constructor(message: string, { transient = false, late = false }) {
    super(message)
    this.transient = transient
    this.late = late
  }
}

/** The waits between attempts, in milliseconds. Upstream: DefaultAuthWebhookRetryBackoff */
const backoff = { first: 500, factor: 1.5, jitter: 0.2, attempts: 5 }

/** Calls again where a WebhookFailure is transient, a few times. */
export async function withRetries<T>(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  call: () => Promise<T>,
): Promise<T> {
  let wait = backoff.first
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const again = error instanceof WebhookFailure && error.transient
      if (!again || attempt === backoff.attempts) throw error
    }
    const jittered = wait * (1 + (random.int(1000) / 1000) * backoff.jitter)
    await new Promise<void>((resolve) => clock.setTimeout(resolve, jittered))
    wait *= backoff.factor
  }
}

/** A review as a webhook answers it. Rejects with a WebhookFailure with client-go's text. @param timeout milliseconds */
export async function askReview(
  { client, target, types }: { client: WebhookClient; target: WebhookClientConfig; types: ReviewTypes },
  wanted: ReviewKind,
  text: string,
  timeout: number,
): Promise<JsonObject> {
  const answer = await client.post(target, text, timeout).catch((error: Error) => {
    const lost = error instanceof CallError ? error.lost : undefined
    throw new WebhookFailure(error.message, { transient: lost === 'reset', late: lost === 'late' })
  })
  try {
    return (await readReview(answer, wanted, types)).object
  } catch (error) {
    const { message } = error as Error
    throw new WebhookFailure(message, {
      transient: await isTransient(answer, message),
      late: answer.status === 504,
    })
  }
}

const reasons = ['InternalError', 'Timeout', 'TooManyRequests']
const codes = [429, 500, 504]

/** Whether an answer that was no review may be one another time. @param message the error about it */
async function isTransient(
  { status, body, retryAfter = 0 }: WebhookAnswer,
  message: string,
): Promise<boolean> {
  if (message.startsWith('Internal error occurred')) return true
  if (status >= 200 && status <= 206) return false
  if (status === 429 || (retryAfter > 0 && status >= 500)) return true
  const reason = await reasonIn(body)
  return reason === undefined ? codes.includes(status) : reasons.includes(reason)
}

/** The reason of a Status; undefined: the body is none. */
async function reasonIn(body: Buffer): Promise<string | undefined> {
  try {
    const value = (await answeredJson(body.toString('utf8'), reviewLimits)) as {
      kind?: unknown
      reason?: unknown
    } | null
    return value?.kind === 'Status' && typeof value.reason === 'string' ? value.reason : undefined
  } catch {
    return undefined
  }
}
