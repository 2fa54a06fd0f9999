// Where objects of one kind have planned fields: found once, since types are shared (pods, and their templates).
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import type { PlannedKind } from '../kinds/planned-kind.ts'
import type { PlacedField } from './field-facts.ts'
import { type PlannedField, type PlannedValue, shapeOf } from './planned-field.ts'
import { pathsTo, typeOfKind } from './recorded-types.ts'

/** A field at one of its places: the steps to the objects that can have it. */
export interface FieldPlace<P = PlacedField> {
  readonly placed: P
  readonly steps: readonly string[]
}

/** The apiVersion and kind that an object names. */
interface Named {
  readonly apiVersion?: string
  readonly kind?: string
}

const groupVersionOf = ({ apiVersion = '' }: Named): { group: string; version: string } =>
  parseApiVersion(apiVersion)

/** The places of fields in a recorded kind; empty in any other. @param facts the recorded release whose types it has */
export function placesIn<P extends { readonly owners: ReadonlySet<string> }>(
  named: Named,
  placed: readonly P[],
  facts: string,
): FieldPlace<P>[] {
  const { group, version } = groupVersionOf(named)
  const root = typeOfKind(facts, group, version, named.kind ?? '')
  if (root === undefined) return []
  return placed.flatMap((one) => pathsTo(facts, root, one.owners).map((steps) => ({ placed: one, steps })))
}

/** A default, with the steps to the objects in which it is set. */
export interface DefaultPlace {
  /** Undefined: the default of a planned kind, which has no gate of its own. */
  readonly field: PlannedField | undefined
  readonly steps: readonly string[]
  readonly name: string
  readonly value: string | number | boolean
}

/** The places of planned fields in objects of one kind, by what they need. */
export interface KindRules {
  readonly places: readonly FieldPlace[]
  /** The places whose fields are behind a gate. */
  readonly gated: readonly FieldPlace[]
  readonly immutable: readonly FieldPlace[]
  readonly warning: readonly FieldPlace[]
  readonly defaults: readonly DefaultPlace[]
  /** The value of a planned kind's objects beside metadata. */
  readonly whole: PlannedValue | undefined
}

/** The rules of a kind. @param facts the recorded release whose types it has */
export function kindRules(
  named: Named,
  placed: readonly PlacedField[],
  kinds: readonly PlannedKind[],
  facts: string,
): KindRules {
  const { group } = groupVersionOf(named)
  const own = kinds.find((one) => one.kind === named.kind && one.group === group)
  const places = own === undefined ? placesIn(named, placed, facts) : []
  const whole = own && { type: 'object', properties: own.properties }
  return {
    places,
    gated: places.filter((one) => one.placed.field.gate !== undefined),
    immutable: places.filter((one) => one.placed.field.immutable === true),
    warning: places.filter((one) => one.placed.field.warning !== undefined),
    defaults: [
      ...places.flatMap(({ placed: { field, name }, steps }) => defaultsOf(field, field, steps, name)),
      ...(whole === undefined ? [] : defaultsBelow(undefined, whole, [])),
    ],
    whole,
  }
}

function defaultsOf(
  field: PlannedField | undefined,
  value: PlannedValue,
  steps: readonly string[],
  name: string,
): DefaultPlace[] {
  const own = value.default === undefined ? [] : [{ field, steps, name, value: value.default }]
  const { form } = shapeOf(value.type)!
  return [...own, ...defaultsBelow(field, value, [...steps, name, ...(form === 'one' ? [] : ['*'])])]
}

const defaultsBelow = (
  field: PlannedField | undefined,
  { properties = {} }: PlannedValue,
  steps: readonly string[],
): DefaultPlace[] =>
  Object.entries(properties).flatMap(([name, inner]) => defaultsOf(field, inner, steps, name))
