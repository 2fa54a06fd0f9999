// What there is to say of one resource, told in one place: a row of the table in registry/index.ts. Its scope, names, verbs and
// versions are facts of the release.
import type { Printer } from '../tables/cells.ts'
import { defaultStrategy, type ResourceTraits, type Traits } from './default-strategy.ts'
import { extendedStrategy } from './extended-strategy.ts'
import type { Strategy } from './strategy.ts'

/** The strategies of a resource and of the subresources that write parts of its objects. */
export interface ResourceRules {
  readonly strategy: Strategy
  /** status, finalize, ephemeralcontainers, resize, approval…; scale, eviction, binding and token are handlers of their own. */
  readonly subresources?: Readonly<Record<string, Strategy>>
}

/** Rules that are made of the common ones and a resource's traits. */
export type RulesFor = (traits: ResourceTraits) => ResourceRules

/** A resource's own rules, table and traits. Everything is optional beside its name: the common rules fill the rest. */
export interface ResourceRow extends Traits {
  /** '' for core. */
  readonly group: string
  /** Plural. */
  readonly resource: string
  /** Default: the common rules, by the row's traits. */
  readonly rules?: ResourceRules | RulesFor
  /** Cells of a row in a Table; default: name and time of creation. */
  readonly table?: Printer
  /** The end of `/registry/<prefix>`, where it is not the plural. */
  readonly keyPrefix?: string
  /** DELETE answers with the object that is gone, not with a Status. Upstream: ReturnDeletedObject of the resource's store */
  readonly answersDeleted?: boolean
  /** Without this gate it is not served. */
  readonly gate?: string
  /** Subresource → the gate without which it is not served. */
  readonly subresourceGates?: Readonly<Record<string, string>>
}

/** The common rules with more of a resource's own: hooks replace the common ones, findings are added to them. */
export const extending =
  (own: Partial<Strategy>): RulesFor =>
  (traits) => ({ strategy: extendedStrategy(traits, own) })

/** The rules of a resource as a release serves it. */
export function rulesOf(
  row: ResourceRow,
  served: Pick<ResourceTraits, 'namespaced' | 'hasStatus'>,
): ResourceRules {
  const traits = { ...row, ...served }
  if (typeof row.rules === 'function') return row.rules(traits)
  return row.rules ?? { strategy: defaultStrategy(traits) }
}
