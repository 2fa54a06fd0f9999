// How releases differ in authorizers.
import { changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in authorizers, and in what webhooks of theirs are sent. */
export const authorizationDialect = dialect('authorization', {
  writesCreationTimestamp: until(
    34,
    'SubjectAccessReviews that webhooks are sent have no "creationTimestamp": null any more',
  ),
  heedsTimeouts: since(
    31,
    'the timeout of a webhook in an AuthorizationConfiguration counts: before, each was waited for 30s',
  ),
  /** The stability of the metrics about reloads of the configuration. */
  reloadMetrics: changing('ALPHA', [
    34,
    'BETA',
    'the metrics about reloads of the authorization configuration are beta',
  ]),
})
