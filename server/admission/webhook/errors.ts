// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/error.go, admission/plugin/webhook/errors/statuserror.go
import { goQuote } from '../../../apimachinery/field-error.ts'
import { isObject, type JsonObject } from '../../../apimachinery/json.ts'
import {
  newBadRequest,
  newInternalError,
  type StatusDetails,
  StatusError,
} from '../../../apimachinery/status-error.ts'
import type { WebhookOutcome } from '../metrics.ts'

/** A webhook could not be asked, or gave no answer that counts: its failure policy says what that means. */
export class CallingError extends Error {
  /** The HTTP status that metrics count: of the webhook's answer, or 503 where there was none. */
  readonly code: number
  constructor(webhook: string, why: string, code = 503) {
    super(`failed calling webhook ${goQuote(webhook)}: ${why}`)
    this.code = code
  }
  /** The 500 where failures count. */
  get status(): StatusError {
    return newInternalError(this.message)
  }
}

/** A webhook does not allow a request. */
export class Denial extends StatusError {}

/** The Denial of a webhook that does not allow a request. @param result meta/v1 Status of its answer */
export function denied(webhook: string, result: unknown): Denial {
  const given = isObject(result) ? result : {}
  const by = `admission webhook ${goQuote(webhook)} denied the request`
  const [message, reason] = [textOf(given, 'message'), textOf(given, 'reason')]
  const why = message || reason
  const code = typeof given['code'] === 'number' && given['code'] >= 400 ? given['code'] : 400
  const details = isObject(given['details']) ? (given['details'] as StatusDetails) : undefined
  const wait = details?.retryAfterSeconds ?? 0
  const error = new Denial(
    code,
    reason,
    why === '' ? `${by} without explanation` : `${by}: ${why}`,
    details,
    wait > 0 ? { 'Retry-After': String(wait) } : {},
  )
  const status = textOf(given, 'status')
  if (isObject(given['metadata'])) error.status.metadata = given['metadata']
  if (status !== '' && status !== 'Success') error.status.status = status as 'Failure'
  return error
}

/** The outcome that metrics count of a call. @param error that ended it @param ignores whether failures let requests pass */
export function outcomeOf(error: unknown, ignores: boolean): WebhookOutcome {
  if (error === undefined) return { code: 200 }
  if (error instanceof Denial) return { code: error.code, rejected: 'no_error' }
  if (!(error instanceof CallingError)) return { code: 0, rejected: 'apiserver_internal_error' }
  return ignores ? { code: error.code } : { code: error.code, rejected: 'calling_webhook_error' }
}

const textOf = (object: JsonObject, key: string): string =>
  typeof object[key] === 'string' ? object[key] : ''

/** 400: only webhooks without side effects are asked about dry runs. */
export const noDryRun = (webhook: string): StatusError =>
  newBadRequest(`admission webhook ${goQuote(webhook)} does not support dry run`)
