import { FieldPath } from '../../../apimachinery/field-error.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { type DefaultFacts, defaultStrategy } from './default-strategy.ts'
import type { ResourceRegistration, Strategy } from './strategy.ts'

/** The common rules with more of a resource's own: hooks replace the common ones, findings are added to them. */
export function extendedStrategy(facts: DefaultFacts, own: Partial<Strategy>): Strategy {
  const base = defaultStrategy(facts)
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

interface Traits {
  namespaced?: boolean
  hasStatus?: boolean
}

/** A registration made of the common rules and `own`. */
export function extended(
  group: string,
  resource: string,
  traits: Traits,
  own: Partial<Strategy>,
): ResourceRegistration {
  const facts = {
    group,
    resource,
    namespaced: traits.namespaced ?? false,
    hasStatus: traits.hasStatus ?? false,
  }
  return { group, resource, strategy: extendedStrategy(facts, own) }
}

/** As {@link extendedStrategy}, for kinds of which upstream checks an update as a new object, and not the change of its metadata. */
export function revalidatedStrategy(facts: DefaultFacts, own: Partial<Strategy>): Strategy {
  const strategy = extendedStrategy(facts, own)
  const validate: NonNullable<Strategy['validate']> = (ctx, object) => strategy.validate?.(ctx, object) ?? []
  const path = FieldPath.of('metadata')
  return {
    ...strategy,
    validateUpdate: (ctx, object) => [
      ...validateObjectMeta(object.metadata, facts.namespaced, nameIsDNSSubdomain, path, ctx.server.minor),
      ...validate(ctx, object),
    ],
    repeatsMetaValidation: false,
  }
}
