// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/{mutating,validating}/dispatcher.go (callHook)
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { WebhookClientConfig } from '../../webhook/client-config.ts'
import type { CallError } from '../../webhook/go-errors.ts'
import { readReview } from '../../webhook/rest-answer.ts'
import type { WebhookClient } from '../../webhook/webhook-client.ts'
import type { AdmissionAttributes } from '../chain.ts'
import type { VersionedObjects } from '../policy/versioned.ts'
import { webhookDialect } from './dialect.ts'
import { CallingError, noDryRun } from './errors.ts'
import type { Invocation } from './invocation.ts'
import { reviewBody, reviewVersion, type Verdict, verdictOf } from './review.ts'

/** Milliseconds that a write may take in all. Upstream: requestTimeoutUpperBound of the handlers */
const writeTimeout = 34_000
const kept = 'webhook deadline'

/** When the request ends, as the webhooks of its plugins share it. */
function deadlineOf({ reinvocation }: AdmissionAttributes, now: number): number {
  const known = reinvocation.kept.get(kept) as number | undefined
  if (known !== undefined) return known
  reinvocation.kept.set(kept, now + writeTimeout)
  return now + writeTimeout
}

/**
 * Asks one webhook; its warnings and audit annotations are noted with the request. Throws a CallingError where there is no verdict,
 * and the 400 of a dry run.
 */
export async function callHook(
  apiserver: GenericAPIServer,
  client: WebhookClient,
  { hook, matched }: Invocation,
  attributes: AdmissionAttributes,
  objects: VersionedObjects,
  mutating: boolean,
): Promise<Verdict> {
  const { name, spec } = hook
  const { clock, random } = apiserver.context
  if (attributes.request.dryRun && !['None', 'NoneOnDryRun'].includes(spec.sideEffects ?? ''))
    throw noDryRun(name)
  const version = reviewVersion(spec.admissionReviewVersions)
  if (version === undefined)
    throw new CallingError(
      name,
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
      400,
    )
  const apiVersion = `admission.k8s.io/${version}`
  const uid = random.uuid()
  const body = reviewBody(apiVersion, uid, attributes, matched, objects)
  const left = deadlineOf(attributes, clock.now()) - clock.now()
  const timeout = Math.max(1, Math.min(left, (spec.timeoutSeconds ?? 10) * 1000))
  const { types } = apiserver.webhooks
  const answered = await client
    .post((spec.clientConfig ?? {}) as WebhookClientConfig, body, timeout)
    .then((answer) => readReview(answer, { apiVersion, kind: 'AdmissionReview' }, types))
    .catch((error: Error) => {
      const { code = webhookDialect(apiserver.context.release.minor).failureCode } =
        error as Partial<CallError>
      throw new CallingError(name, `failed to call webhook: ${error.message}`, code)
    })
  const verdict = verdictIn(name, () => verdictOf(answered, { apiVersion, uid, mutating }))
  for (const [key, value] of Object.entries(verdict.auditAnnotations))
    attributes.request.annotate?.(`${name}/${key}`, value)
  for (const text of verdict.warnings) attributes.request.warn(text)
  return verdict
}

function verdictIn(name: string, read: () => Verdict): Verdict {
  try {
    return read()
  } catch (error) {
    throw new CallingError(name, `received invalid webhook response: ${(error as Error).message}`)
  }
}
