// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (DefaultShouldRetry), client-go/rest/request.go
import type { JsonObject } from '../../../../apimachinery/json.ts'
import { exactParseJson } from '../../../../apimachinery/scheme/json-parser.ts'
import { CallError } from '../../../webhook/go-errors.ts'
import type { WebhookConnection } from '../../../webhook/kubeconfig.ts'
import { readReview } from '../../../webhook/rest-answer.ts'
import type { ReviewTypes } from '../../../webhook/review-types.ts'
import type { WebhookAnswer, WebhookClient } from '../../../webhook/webhook-client.ts'

/** What a webhook has decided. */
export interface ReviewStatus {
  readonly allowed: boolean
  readonly denied: boolean
  readonly reason: string
}

/** The answer to a review as JSON. Rejects with a CallError with client-go's text. */
export type AskWebhook = (text: string) => Promise<ReviewStatus>

/** A call that failed. */
export class ReviewFailure extends CallError {
  /** It may do another time. */
  readonly transient: boolean
  /** No answer came in time. */
  readonly late: boolean
  constructor(message: string, { transient = false, late = false }) {
    super(message)
    this.transient = transient
    this.late = late
  }
}

/** Asks the webhook of a connection. @param timeout of each attempt, in milliseconds */
export function reviewCall(
  client: WebhookClient,
  { target }: WebhookConnection,
  types: ReviewTypes,
  { version, timeout }: { version: string; timeout: number },
): AskWebhook {
  const wanted = { apiVersion: `authorization.k8s.io/${version}`, kind: 'SubjectAccessReview' }
  return async (text) => {
    const answer = await client.post(target, text, timeout).catch((error: Error) => {
      throw new ReviewFailure(error.message, {
        transient: error.message.endsWith('connection reset by peer'),
        late: /\(Client\.Timeout exceeded|context deadline exceeded$/.test(error.message),
      })
    })
    return statusOf(read(answer, () => readReview(answer, wanted, types).object))
  }
}

function read(answer: WebhookAnswer, decode: () => JsonObject): JsonObject {
  try {
    return decode()
  } catch (error) {
    const { message } = error as Error
    throw new ReviewFailure(message, {
      transient: isTransient(answer, message),
      late: answer.status === 504,
    })
  }
}

const statusOf = ({ status }: JsonObject): ReviewStatus => {
  const { allowed = false, denied = false, reason = '' } = (status ?? {}) as Partial<ReviewStatus>
  return { allowed, denied, reason }
}

/** Reasons of a Status, and codes without one, after which a call is made again. */
const transientReasons = new Set(['InternalError', 'Timeout', 'TooManyRequests'])
const transientCodes = new Set([429, 500, 504])

function isTransient({ status, body, retryAfter }: WebhookAnswer, message: string): boolean {
  if (message.startsWith('Internal error occurred')) return true
  if (status >= 200 && status <= 206) return false
  if (status === 429 || ((retryAfter ?? 0) > 0 && status >= 500)) return true
  const reason = reasonIn(body)
  return reason === undefined ? transientCodes.has(status) : transientReasons.has(reason)
}

/** Of a Status; undefined: the body is none. */
function reasonIn(body: Buffer): string | undefined {
  try {
    const value = exactParseJson(body.toString('utf8')).value as JsonObject | null
    return value?.['kind'] === 'Status' && typeof value['reason'] === 'string' ? value['reason'] : undefined
  } catch {
    return undefined
  }
}
