// How releases differ in the aggregation of other servers.
import { changing, dialect } from '../../component-base/dialect.ts'

/** Differences between releases in the aggregation of other servers. */
export const aggregatorDialect = dialect('aggregator', {
  endpointsText: changing('endpoints', [
    34,
    'endpointslices',
    'the conditions of an APIService tell of the EndpointSlices of its Service, not of its Endpoints',
  ]),
})
