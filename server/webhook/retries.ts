// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (WithExponentialBackoff, DefaultShouldRetry)
import { exactParseJson } from '../../apimachinery/scheme/json-parser.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import { CallError } from './go-errors.ts'
import type { WebhookAnswer } from './webhook-client.ts'

/** A call that failed, and may do another time. */
export class TransientError extends CallError {}

/** The waits between attempts, in milliseconds. */
const backoff = { first: 500, factor: 1.5, jitter: 0.2, attempts: 5 }

/** Calls again where a TransientError is thrown, a few times. */
export async function withRetries<T>(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  call: () => Promise<T>,
): Promise<T> {
  let wait = backoff.first
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof TransientError) || attempt === backoff.attempts) throw error
    }
    const jittered = wait * (1 + (random.int(1000) / 1000) * backoff.jitter)
    await new Promise<void>((resolve) => clock.setTimeout(resolve, jittered))
    wait *= backoff.factor
  }
}

const reasons = ['InternalError', 'Timeout', 'TooManyRequests']
const codes = [429, 500, 504]

/** Whether an answer that was no review may be one another time. @param message the error about it */
export function isTransient({ status, body, retryAfter = 0 }: WebhookAnswer, message: string): boolean {
  if (message.startsWith('Internal error occurred')) return true
  if (status >= 200 && status <= 206) return false
  if (status === 429 || (retryAfter > 0 && status >= 500)) return true
  const reason = reasonIn(body)
  return reason === undefined ? codes.includes(status) : reasons.includes(reason)
}

/** The reason of a Status; undefined: the body is none. */
function reasonIn(body: Buffer): string | undefined {
  try {
    const value = exactParseJson(body.toString('utf8')).value as { kind?: unknown; reason?: unknown } | null
    return value?.kind === 'Status' && typeof value.reason === 'string' ? value.reason : undefined
  } catch {
    return undefined
  }
}
