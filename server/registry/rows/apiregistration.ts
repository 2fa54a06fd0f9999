import { apiServiceRules } from '../apiregistration/strategy.ts'
import * as cluster from '../tables/cluster.ts'
import { group } from './group.ts'

/** The rows of apiregistration.k8s.io. */
export const apiregistrationRows = group('apiregistration.k8s.io', {
  apiservices: {
    rules: apiServiceRules,
    table: cluster.printAPIService,
    conditionalUpdate: true,
    statusKeepsMeta: true,
    keyPrefix: 'apiregistration.k8s.io/apiservices',
  },
})
