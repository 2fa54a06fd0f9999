import { storageVersionRules } from '../storageversion/strategy.ts'
import * as cluster from '../tables/cluster.ts'
import { group } from './group.ts'

/** The rows of internal.apiserver.k8s.io. */
export const apiserverinternalRows = group('internal.apiserver.k8s.io', {
  storageversions: {
    rules: storageVersionRules,
    table: cluster.printStorageVersion,
    conditionalUpdate: true,
  },
})
