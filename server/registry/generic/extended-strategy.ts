import { FieldPath } from '../../../apimachinery/field-error.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { defaultStrategy, type ResourceTraits } from './default-strategy.ts'
import type { Strategy } from './strategy.ts'

/** The common rules with more of a resource's own: hooks replace the common ones, findings are added to them. */
export function extendedStrategy(traits: ResourceTraits, own: Partial<Strategy>): Strategy {
  const base = defaultStrategy(traits)
  return {
    ...base,
    ...own,
    validate: (ctx, object) => [
      ...(base.validate?.(ctx, object) ?? []),
      ...(own.validate?.(ctx, object) ?? []),
    ],
    validateUpdate: (ctx, object, old) => [
      ...(base.validateUpdate?.(ctx, object, old) ?? []),
      ...(own.validateUpdate?.(ctx, object, old) ?? []),
    ],
  }
}

/** As {@link extendedStrategy}, for kinds of which upstream checks an update as a new object, and not the change of its metadata. */
export function revalidatedStrategy(traits: ResourceTraits, own: Partial<Strategy>): Strategy {
  const strategy = extendedStrategy(traits, own)
  const validate: NonNullable<Strategy['validate']> = (ctx, object) => strategy.validate?.(ctx, object) ?? []
  const path = FieldPath.of('metadata')
  return {
    ...strategy,
    validateUpdate: (ctx, object) => [
      ...validateObjectMeta(
        object.metadata,
        traits.namespaced,
        nameIsDNSSubdomain,
        path,
        ctx.server.release.minor,
      ),
      ...validate(ctx, object),
    ],
    repeatsMetaValidation: false,
  }
}
