// How releases differ in admission webhooks.
import { dialect, since } from '../../../component-base/dialect.ts'

/** Differences between releases in admission webhooks. */
export const webhookDialect = dialect('admission webhooks', {
  ignoresBadPatches: since(
    34,
    'a patch of a webhook that is none is an error of the webhook, which its failurePolicy may ignore',
  ),
  exemptsMutatingPolicies: since(32, 'MutatingAdmissionPolicies and their bindings are exempt from webhooks'),
  exemptsPolicies: since(26, 'ValidatingAdmissionPolicies and their bindings are exempt from webhooks'),
})
