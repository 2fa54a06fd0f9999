// Upstream: pkg/registry/core/persistentvolumeclaim/strategy.go, pkg/apis/core/v1/defaults.go
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
} from '../../../api/core-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { metaAgain, metaOnUpdate } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { defaultStatusStrategy, defaultStrategy, type ResourceTraits } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { Strategy } from '../generic/strategy.ts'
import { setClaimDefaults } from './defaults.ts'
import { claimDialect } from './dialect.ts'
import {
  dropDisabledFields,
  dropDisabledStatusFields,
  dropOtherDataSources,
  normalizeDataSources,
} from './disabled-fields.ts'
import { validateClaimStatus } from './status-validation.ts'
import { validateClaimChange } from './update-validation.ts'
import { claimOptions, validateClaimSpec } from './validation.ts'
import { claimWarnings } from './warnings.ts'

const specPath = FieldPath.of('spec')
const asClaim = (object: KubeObject): PersistentVolumeClaim => object as unknown as PersistentVolumeClaim
const specOf = (object: KubeObject): PersistentVolumeClaimSpec => subObject(object, 'spec')
const statusOf = (object: KubeObject): PersistentVolumeClaimStatus => subObject(object, 'status')

const claimStrategy = (traits: ResourceTraits): Partial<Strategy> => ({
  prepareForCreate({ server: { gates } }, object) {
    object['status'] = { phase: 'Pending' }
    dropDisabledFields(gates, specOf(object))
    dropOtherDataSources(specOf(object))
    normalizeDataSources(gates, specOf(object))
  },
  prepareForUpdate(ctx, object, old) {
    const { gates } = ctx.server
    defaultStrategy(traits).prepareForUpdate?.(ctx, object, old)
    dropDisabledFields(gates, specOf(object), specOf(old))
    dropOtherDataSources(specOf(object), specOf(old))
    normalizeDataSources(gates, specOf(object))
  },
  // The phase is a default of reading: a new claim has no status in the store.
  storedBare: ({ status: _, ...rest }) => ({ ...rest, status: {} }) as unknown as KubeObject,
  setDefaults: setClaimDefaults,
  validate: (ctx, object) =>
    validateClaimSpec(asClaim(object).spec ?? {}, specPath, claimOptions(ctx.server)),
  validateUpdate(ctx, object, old) {
    const options = claimOptions(ctx.server, asClaim(old))
    const whole = [
      ...metaAgain(ctx, object),
      ...validateClaimSpec(asClaim(object).spec ?? {}, specPath, options),
    ]
    return [
      ...whole,
      ...(claimDialect(ctx.server.release.minor).checksAsNew ? whole : []),
      ...validateClaimChange(asClaim(object), asClaim(old), ctx.server, options),
    ]
  },
  warningsOnCreate: (_ctx, object) => claimWarnings(asClaim(object).spec ?? {}, specPath),
  warningsOnUpdate: (_ctx, object) => claimWarnings(asClaim(object).spec ?? {}, specPath),
})

const statusStrategy = (traits: ResourceTraits, strategy: Strategy): Strategy => {
  const base = defaultStatusStrategy(traits, strategy)
  return {
    ...base,
    prepareForUpdate(ctx, object, old) {
      base.prepareForUpdate?.(ctx, object, old)
      dropDisabledStatusFields(ctx.server.gates, statusOf(object), statusOf(old))
    },
    validateUpdate: ({ server }, object, old) => [
      ...metaOnUpdate(object),
      ...validateClaimStatus(
        asClaim(object),
        claimOptions(server, asClaim(old)).enableRecoverFromExpansionFailure,
        server.release.minor,
      ),
    ],
  }
}

/** The strategy of PersistentVolumeClaims and their status. */
export const claimRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, claimStrategy(traits))
  return { strategy, subresources: { status: statusStrategy(traits, strategy) } }
}
