// How releases differ in admission webhooks.
import { changing, dialect, since } from '../../../featuregates/release-changes.ts'

/** Differences between releases in admission webhooks. */
export const webhookDialect = dialect('admission webhooks', {
  failureCode: changing(400, [34, 503, 'metrics tell of webhooks that cannot be called with the code 503']),
  ignoresBadPatches: since(
    34,
    'a patch of a webhook that is none is an error of the webhook, which its failurePolicy may ignore',
  ),
  exemptsMutatingPolicies: since(32, 'MutatingAdmissionPolicies and their bindings are exempt from webhooks'),
  exemptsPolicies: since(26, 'ValidatingAdmissionPolicies and their bindings are exempt from webhooks'),
})
