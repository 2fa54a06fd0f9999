// Upstream: pkg/registry/storagemigration/storagemigration/strategy.go
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { validateMigration, validateMigrationStatus, validateMigrationUpdate } from './validation.ts'

/** The strategy of StorageVersionMigrations, and of their status. */
export const storageVersionMigrationRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, {
    validate: ({ server }, object) => validateMigration(object, server.release.minor),
    validateUpdate: ({ server }, object, old) => [
      ...validateMigration(object, server.release.minor),
      ...validateMigrationUpdate(object, old, server.release.minor),
    ],
  })
  return {
    strategy,
    subresources: {
      status: {
        ...defaultStatusStrategy(traits, strategy),
        validateUpdate: ({ server }, object, old) =>
          validateMigrationStatus(object, old, server.release.minor),
      },
    },
  }
}
