// Where objects of one kind have planned fields: found once, since types are shared (pods, and their templates).
import type { PlannedKind } from '../kinds/planned-kind.ts'
import type { PlacedField } from './field-facts.ts'
import { type PlannedField, type PlannedValue, shapeOf } from './planned-field.ts'
import { pathsTo, typeOfKind } from './recorded-types.ts'

/** A field at one of its places: the steps to the objects that can have it. */
export interface FieldPlace {
  readonly placed: PlacedField
  readonly steps: readonly string[]
}

/** A default, with the steps to the objects in which it is set. */
export interface DefaultPlace {
  /** Undefined: the default of a planned kind, which has no gate of its own. */
  readonly field: PlannedField | undefined
  readonly steps: readonly string[]
  readonly name: string
  readonly value: string | number | boolean
}

/** What holds for objects of one kind. */
export interface KindRules {
  readonly places: readonly FieldPlace[]
  /** Some of `places`. */
  readonly gated: readonly FieldPlace[]
  readonly immutable: readonly FieldPlace[]
  readonly warning: readonly FieldPlace[]
  readonly defaults: readonly DefaultPlace[]
  /** The value of a planned kind's objects beside metadata. */
  readonly whole: PlannedValue | undefined
}

/** The rules of a kind. @param facts the recorded release whose types it has */
export function kindRules(
  { apiVersion = '', kind = '' }: { apiVersion?: string; kind?: string },
  placed: readonly PlacedField[],
  kinds: readonly PlannedKind[],
  facts: string,
): KindRules {
  const slash = apiVersion.indexOf('/')
  const [group, version] = [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1)]
  const own = kinds.find((one) => one.kind === kind && one.group === group)
  const root = own === undefined ? typeOfKind(facts, group, version, kind) : undefined
  const places =
    root === undefined
      ? []
      : placed.flatMap((one) => pathsTo(facts, root, one.owners).map((steps) => ({ placed: one, steps })))
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
