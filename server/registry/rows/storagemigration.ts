import { storageVersionMigrationRules } from '../storageversionmigration/strategy.ts'
import * as cluster from '../tables/cluster.ts'
import { group } from './group.ts'

/** The rows of storagemigration.k8s.io. */
export const storagemigrationRows = group('storagemigration.k8s.io', {
  storageversionmigrations: {
    rules: storageVersionMigrationRules,
    table: cluster.printStorageVersionMigration,
    conditionalUpdate: true,
    statusKeepsMeta: true,
    gate: 'StorageVersionMigrator',
  },
})
