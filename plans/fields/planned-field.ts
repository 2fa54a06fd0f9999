// The fields that a plan adds to API types.

/** The types of values that a planned field can have; `[]` and `map[string]` before one make lists and maps of it. */
export const plannedScalars = ['string', 'boolean', 'int32', 'int64'] as const

/** The value of a field, or of a property of an object that a planned field holds. */
export interface PlannedValue {
  /** `string`, `[]string`, `map[string]int32`, `object`, `[]object` … */
  readonly type: string
  readonly description?: string
  /** The values that are supported; of a list each item's. */
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  /** The limit of a text's length in bytes. */
  readonly maxLength?: number
  /** Without it, and where it is `atomic`, a list is replaced whole. */
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly listMapKeys?: readonly string[]
  readonly required?: boolean
  /** The default of a property, set where its object is there without it. */
  readonly default?: string | number | boolean
  /** For the type `object`: a type of the release in place of properties, `io.k8s.apimachinery.pkg.apis.meta.v1.Condition`. */
  readonly ref?: string
  /** The properties of the type `object`, by name. */
  readonly properties?: Readonly<Record<string, PlannedValue>>
}

/** A field that a plan adds to a resource. */
export interface PlannedField extends PlannedValue {
  /** `services`, `deployments.apps` */
  readonly resource: string
  /** `spec.trafficHint`, `spec.ports[*].hint` */
  readonly path: string
  /** The gate behind which it is; without one it is there from its first release on. */
  readonly gate?: string
  /** The first minor release whose types have the field: `1.37`. */
  readonly from: string
  /** Set where the gate is on and the field is not given. */
  readonly default?: string | number | boolean
  readonly immutable?: boolean
  /** The text of a Warning header of writes that set the field. */
  readonly warning?: string
}

/** The shape in a type text: a single value, a list or a map, and the type of its values. */
export interface ValueShape {
  readonly form: 'one' | 'list' | 'map'
  readonly of: string
}

/** The shape of a type text (`[]string` is a list of strings); undefined for a text that is no type. */
export function shapeOf(type: string): ValueShape | undefined {
  const [, prefix = '', of = ''] = /^(\[\]|map\[string\])?(.*)$/.exec(type) ?? []
  if (![...plannedScalars, 'object'].some((known) => known === of)) return undefined
  return { form: prefix === '' ? 'one' : prefix === '[]' ? 'list' : 'map', of }
}

/** Whether a value is one of a type's (`int32`, `object`). */
export function isOf(of: string, value: unknown): boolean {
  if (of === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (of === 'string' || of === 'boolean') return typeof value === of
  const bound = of === 'int32' ? 2 ** 31 : 2 ** 53
  return Number.isInteger(value) && (value as number) >= -bound && (value as number) < bound
}
