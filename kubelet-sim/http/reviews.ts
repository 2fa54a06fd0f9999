// What a kubelet asks its API server about who asks it. Upstream: apiserver/pkg/util/webhook/webhook.go (WithExponentialBackoff,
// DefaultShouldRetry), pkg/authentication/token/cache/cached_token_authenticator.go, pkg/server/options/{authentication,authorization}.go
import { ApiError, type RestClient } from '../../client/rest-client.ts'
import type { Clock } from '../../component-base/clock.ts'

/** The client and clock that reviews are sent with. */
export interface ReviewParts {
  /** The client of the API server; undefined in a standalone kubelet. */
  readonly client: Pick<RestClient, 'create'> | undefined
  readonly clock: Clock
}

/**
 * Milliseconds for a review, with its retries. Upstream: sharedLookupTimeout for tokens; for access a kubelet waits as long as who
 * asks it, so it is ClientTimeout of the other components that delegate (DelegatingAuthorizationOptions).
 */
const deadlines = { TokenReview: 30_000, SubjectAccessReview: 10_000 }
const groups = { TokenReview: 'authentication.k8s.io', SubjectAccessReview: 'authorization.k8s.io' }

/** Milliseconds; upstream lengthens each wait by up to a fifth, at random. Upstream: DefaultAuthWebhookRetryBackoff */
const backoff = { first: 500, factor: 1.5, attempts: 5 }

/** The status of a review. Rejects with what the server answers at last, or when its time is up, with the request let go. */
export async function askReview<S>(
  { client, clock }: ReviewParts,
  kind: keyof typeof deadlines,
  spec: object,
): Promise<S> {
  if (client === undefined) throw new Error('no client provided')
  const apiVersion = `${groups[kind]}/v1`
  const path = `/apis/${apiVersion}/${kind.toLowerCase()}s`
  const end = new AbortController()
  const { signal } = end
  let failure = new Error('context deadline exceeded')
  const ask = async (): Promise<S> => {
    for (let attempt = 1, wait = backoff.first; ; attempt++, wait *= backoff.factor) {
      try {
        const body = { kind, apiVersion, metadata: {}, spec }
        return (await client.create<{ status: S }>(path, body, signal)).status
      } catch (error) {
        if (signal.aborted || attempt === backoff.attempts || !isTransient(error as Error)) throw error
        failure = error as Error
      }
      await new Promise<void>((resolve) => clock.setTimeout(resolve, wait))
      signal.throwIfAborted()
    }
  }
  let cancel = (): void => {}
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.setTimeout(() => {
      reject(failure)
      end.abort(failure)
    }, deadlines[kind])
  })
  try {
    return await Promise.race([late, ask()])
  } finally {
    cancel()
  }
}

const reasons = ['InternalError', 'Timeout', 'TooManyRequests', 'ServerTimeout']
const codes = [429, 500, 504]

/** Whether the request may succeed at another attempt. */
function isTransient(error: Error): boolean {
  if (!(error instanceof ApiError)) return (error as NodeJS.ErrnoException).code === 'ECONNRESET'
  const { reason, code, status } = error
  if (code === 429 || (status.details?.retryAfterSeconds ?? 0) > 0) return true
  return reason === '' ? codes.includes(code) : reasons.includes(reason)
}
