// Upstream: pkg/registry/core/persistentvolumeclaim/strategy.go, pkg/apis/core/v1/defaults.go
import type { PersistentVolumeClaim } from '../../../api/core-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import { extending } from '../generic/resource-row.ts'
import { setClaimDefaults } from './defaults.ts'
import { validateClaimChange } from './update-validation.ts'
import { claimOptions, validateClaimSpec } from './validation.ts'
import { claimWarnings } from './warnings.ts'

const specPath = FieldPath.of('spec')
const asClaim = (object: KubeObject): PersistentVolumeClaim => object as unknown as PersistentVolumeClaim
/** The strategy of PersistentVolumeClaims and their status. */
export const claimRules = extending({
  prepareForCreate(_ctx, object) {
    object['status'] = { phase: 'Pending' }
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
      ...(registryDialect(ctx.server.release.minor).checksUpdatedClaimsAsNew ? whole : []),
      ...validateClaimChange(asClaim(object), asClaim(old), ctx.server, options),
    ]
  },
  warningsOnCreate: (_ctx, object) => claimWarnings(asClaim(object).spec ?? {}, specPath),
  warningsOnUpdate: (_ctx, object) => claimWarnings(asClaim(object).spec ?? {}, specPath),
})
