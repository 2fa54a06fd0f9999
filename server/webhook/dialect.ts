// How releases differ in asking webhooks.
import { dialect, since } from '../../featuregates/release-changes.ts'

/** Differences between releases in the client of webhooks. */
export const webhookClientDialect = dialect('webhooks', {
  readsSlices: since(
    34,
    'endpoints of the Service of a webhook are those of EndpointSlices, not of Endpoints',
  ),
})
