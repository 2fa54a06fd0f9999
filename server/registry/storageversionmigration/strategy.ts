// Upstream: pkg/registry/storagemigration/storagemigration/strategy.go
import { metaAgain, metaChange, metaOnUpdate } from '../core/object-meta-validation.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy, updatedBy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { validateMigration, validateMigrationStatus, validateMigrationUpdate } from './validation.ts'

/** The strategy of StorageVersionMigrations, and of their status. */
export const storageVersionMigrationRules: RulesFor = (traits) => {
  const strategy = updatedBy(
    extendedStrategy(traits, {
      validate: ({ server }, object) => validateMigration(object, server.release.minor),
    }),
    (ctx, object, old) => [
      ...metaAgain(ctx, object, false),
      ...validateMigration(object, ctx.server.release.minor),
      ...metaChange(ctx, object, old),
      ...validateMigrationUpdate(object, old, ctx.server.release.minor),
    ],
  )
  return {
    strategy,
    subresources: {
      status: {
        ...defaultStatusStrategy(traits, strategy),
        validateUpdate: ({ server }, object, old) => [
          ...metaOnUpdate(object),
          ...validateMigrationStatus(object, old, server.release.minor),
        ],
      },
    },
  }
}
