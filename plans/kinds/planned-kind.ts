// The kinds that a plan brings.
import type { PlannedValue } from '../fields/planned-field.ts'

/** A column of a table. */
export interface PlannedColumnSpec {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean' | 'date'
  /** The path of its value: `spec.trafficHint`, `spec.ports[*].hint`. */
  readonly path: string
  readonly priority?: number
}

/** A column that a plan adds to a resource that is recorded. */
export interface PlannedResourceColumn extends PlannedColumnSpec {
  /** `services`, `deployments.apps` */
  readonly resource: string
  /** The first minor release with the column: `1.37`. */
  readonly from: string
}

/** A version of a kind, and the minor releases that serve it; `until` is the last. */
export interface PlannedKindVersion {
  readonly name: string
  readonly from: string
  readonly until?: string
}

/** A kind that no recorded release has, with the resource that serves it. */
export interface PlannedKind {
  readonly kind: string
  /** `trafficprofiles` */
  readonly plural: string
  /** `networking.k8s.io` */
  readonly group: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly gate?: string
  /** The versions of the kind, the preferred one first. */
  readonly versions: readonly PlannedKindVersion[]
  readonly description?: string
  /** `spec`, `status` and what else there is beside metadata. */
  readonly properties: Readonly<Record<string, PlannedValue>>
  readonly columns: readonly PlannedColumnSpec[]
}
