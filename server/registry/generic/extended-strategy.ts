import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { defaultStrategy, type ResourceTraits } from './default-strategy.ts'
import type { ServerContext, Strategy } from './strategy.ts'

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

/** The rules of a strategy, but for updates: `validateUpdate` tells all that is wrong with one, of its metadata too. */
export const updatedBy = (
  strategy: Strategy,
  validateUpdate: NonNullable<Strategy['validateUpdate']>,
): Strategy => ({ ...strategy, repeatsMetaValidation: false, validateUpdate })

/** Takes fields of gates that are off from an object, in place, unless `old`, the stored one, has them. */
export type DropFields = (object: KubeObject, old: KubeObject | undefined, server: ServerContext) => void

/** The rules of a strategy, where fields of gates that are off are dropped before anything is done with an object. */
export const dropping = (strategy: Strategy, drop: DropFields): Strategy => ({
  ...strategy,
  prepareForCreate(ctx, object) {
    drop(object, undefined, ctx.server)
    strategy.prepareForCreate?.(ctx, object)
  },
  prepareForUpdate(ctx, object, old) {
    drop(object, old, ctx.server)
    strategy.prepareForUpdate?.(ctx, object, old)
  },
})

/** As {@link extendedStrategy}, for kinds of which upstream checks an update as a new object, and not the change of its metadata. */
export function revalidatedStrategy(traits: ResourceTraits, own: Partial<Strategy>): Strategy {
  const strategy = extendedStrategy(traits, own)
  const validate: NonNullable<Strategy['validate']> = (ctx, object) => strategy.validate?.(ctx, object) ?? []
  const path = FieldPath.of('metadata')
  return updatedBy(strategy, (ctx, object) => [
    ...validateObjectMeta(
      object.metadata,
      traits.namespaced,
      nameIsDNSSubdomain,
      path,
      ctx.server.release.minor,
    ),
    ...validate(ctx, object),
  ])
}
