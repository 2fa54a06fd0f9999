// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go (subjectaccessreviewV1Client)
import type { JsonObject } from '../../../../apimachinery/json.ts'
import type { WebhookConnection } from '../../../webhook/kubeconfig.ts'
import { askReview } from '../../../webhook/retries.ts'
import type { ReviewTypes } from '../../../webhook/review-types.ts'
import type { WebhookClient } from '../../../webhook/webhook-client.ts'

/** The decision in the status of a SubjectAccessReview. */
export interface ReviewStatus {
  readonly allowed: boolean
  readonly denied: boolean
  readonly reason: string
}

/** The answer to a review as JSON. Rejects with a WebhookFailure with client-go's text. */
export type AskWebhook = (text: string) => Promise<ReviewStatus>

/** Asks the webhook of a connection. @param timeout of each attempt, in milliseconds */
export function reviewCall(
  client: WebhookClient,
  { target }: WebhookConnection,
  types: ReviewTypes,
  { version, timeout }: { version: string; timeout: number },
): AskWebhook {
  const wanted = { apiVersion: `authorization.k8s.io/${version}`, kind: 'SubjectAccessReview' }
  return async (text) => statusOf(await askReview({ client, target, types }, wanted, text, timeout))
}

const statusOf = ({ status }: JsonObject): ReviewStatus => {
  const { allowed = false, denied = false, reason = '' } = (status ?? {}) as Partial<ReviewStatus>
  return { allowed, denied, reason }
}
