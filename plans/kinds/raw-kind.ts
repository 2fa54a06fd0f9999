// A kind and a column as plan files have them.
import { resourceNames } from '../fields/recorded-types.ts'
import { type OpenapiValue, propertiesOf } from './openapi-value.ts'
import type {
  PlannedColumnSpec,
  PlannedKind,
  PlannedKindVersion,
  PlannedResourceColumn,
} from './planned-kind.ts'

/** A planned kind in the form of a plan file. */
export interface RawKind {
  readonly kind: string
  /** `trafficprofiles.networking.k8s.io` */
  readonly resource: string
  readonly namespaced?: boolean
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly gate?: string
  readonly versions: readonly PlannedKindVersion[]
  /** The schema of the whole object, without apiVersion, kind and metadata. */
  readonly schema: OpenapiValue
  readonly columns?: readonly PlannedColumnSpec[]
}

/** A planned column in the form of a plan file. */
export type RawColumn = PlannedResourceColumn

/** The kind that a plan file describes. The schema has no findings. */
export function kindOf({ resource, schema, ...raw }: RawKind): PlannedKind {
  const { name: plural, group } = resourceNames(resource)
  return {
    kind: raw.kind,
    plural,
    group,
    namespaced: raw.namespaced ?? true,
    shortNames: raw.shortNames ?? [],
    categories: raw.categories ?? [],
    ...(raw.gate === undefined ? {} : { gate: raw.gate }),
    versions: raw.versions,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    properties: propertiesOf(schema),
    columns: raw.columns ?? [],
  }
}
