// How releases differ in the aggregation of other servers.
import { changing, dialect, since } from '../../featuregates/release-changes.ts'

/** Differences between releases in the aggregation of other servers. */
export const aggregatorDialect = dialect('aggregator', {
  verifiesChecks: since(
    36,
    'an extension server whose certificate is not valid is not available: checks of its APIService verify it',
  ),
  endpointsText: changing('endpoints', [
    34,
    'endpointslices',
    'the conditions of an APIService tell of the EndpointSlices of its Service, not of its Endpoints',
  ]),
})
