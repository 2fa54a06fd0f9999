// What a plan's fields are in the words of recorded facts: lines of go-types, properties of schemas, numbers of protobuf.
import { upperFirst } from '../../component-base/first-letter.ts'
import { minorOf } from '../../component-base/minor.ts'
import type { PlannedTypeField } from '../../component-base/plan-extension.ts'
import { recordedNextTo, releaseFacts, type SchemaFacts } from '../../component-base/release-facts.ts'
import { type PlannedField, type PlannedValue, shapeOf } from './planned-field.ts'
import { lastNameOf, ownerOf, typesOfResource } from './recorded-types.ts'

/** The fields of types by the types' names in OpenAPI. */
export type PlannedFields = Record<string, PlannedTypeField[]>

/** The resource and path of a field that a plan adds, or describes anew. */
interface AboutField {
  readonly resource: string
  readonly path: string
  /** The first minor release to which the description applies. */
  readonly from: string
}

/** A field of a plan with the types that have it, one for each version of the resource. */
export interface Placed<F extends AboutField> {
  readonly field: F
  readonly name: string
  readonly owners: ReadonlySet<string>
}

/** A field that a plan adds, with the types that it is added to. */
export type PlacedField = Placed<PlannedField>

/** The fields of a plan that a minor release has, with the types that they are in. */
export function placedFields<F extends AboutField>(fields: readonly F[], minor: number): Placed<F>[] {
  const facts = recordedNextTo(minor)
  return fields
    .filter((field) => minor >= minorOf(field.from))
    .map((field) => {
      const found = typesOfResource(facts, field.resource).map((type) => ownerOf(facts, type, field.path))
      const owners = found.flatMap((one) => ('owner' in one ? [one.owner] : []))
      return { field, name: lastNameOf(field.path), owners: new Set(owners) }
    })
}

/** The fields that a minor release's types get. */
export function fieldTypes(fields: readonly PlannedField[], minor: number): PlannedFields {
  const out: PlannedFields = {}
  for (const { field, name, owners } of placedFields(fields, minor))
    for (const owner of owners) addField(out, owner, name, field, numberIn(fields, field, owner, minor))
  return out
}

/** After the numbers that the message has, and the same in each release of the plan. */
function numberIn(
  fields: readonly PlannedField[],
  field: PlannedField,
  owner: string,
  minor: number,
): number {
  const facts = releaseFacts(recordedNextTo(minor), 'protobuf')
  const message = facts[owner.replace(/^io\.k8s\./, 'k8s.io.')] ?? {}
  const last = Math.max(0, ...Object.values(message).map(([number]) => number))
  return last + 1 + fields.indexOf(field)
}

/** The Go name of a type; a type of another package is named with its package. */
const goName = (ref: string | undefined, own: string): string =>
  ref === undefined ? own : ref.replace(/^io\.k8s\./, '~')
const goNames: Readonly<Record<string, string>> = { boolean: 'bool' }

/** Adds a field to a type, with the types of the objects in it. @param number in protobuf */
export function addField(
  out: PlannedFields,
  owner: string,
  json: string,
  value: PlannedValue,
  number: number,
): void {
  const { form, of } = shapeOf(value.type)!
  const type = `${owner}${upperFirst(json)}`
  const short = type.slice(type.lastIndexOf('.') + 1)
  if (of === 'object' && value.ref === undefined) {
    out[type] = []
    for (const [i, [name, inner]] of Object.entries(value.properties ?? {}).entries())
      addField(out, type, name, inner, i + 1)
  }
  const named = value.ref ?? type
  const go = of === 'object' ? goName(value.ref, short) : (goNames[of] ?? of)
  const prefix = { one: value.required === true ? '' : '*', list: '[]', map: 'map[string]' }[form]
  const flags = value.required === true ? '' : ' o'
  const proto = of === 'object' ? named.replace(/^io\.k8s\./, 'k8s.io.') : (goNames[of] ?? of)
  out[owner] ??= []
  out[owner].push({
    json,
    goLine: `${json} ${upperFirst(json)} ${prefix}${go}${flags}`,
    schema: schemaOf(value, named),
    ...(value.required === true ? { required: true } : {}),
    protobuf:
      form === 'map'
        ? [number, { map: ['string', proto] }]
        : form === 'list'
          ? [number, proto, 'repeated']
          : [number, proto],
  })
}

function itemSchema(value: PlannedValue, type: string): SchemaFacts {
  const { of } = shapeOf(value.type)!
  if (of === 'object') return { $ref: type }
  const more = value.enum === undefined ? {} : { enum: [...value.enum].sort() }
  return of.startsWith('int') ? { format: of, type: 'integer', ...more } : { type: of, ...more }
}

function schemaOf(value: PlannedValue, type: string): SchemaFacts {
  const described = value.description === undefined ? {} : { description: value.description }
  const item = itemSchema(value, type)
  switch (shapeOf(value.type)!.form) {
    case 'one':
      return { ...described, ...item }
    case 'map':
      return { ...described, type: 'object', additionalProperties: item }
    case 'list':
      return {
        ...described,
        type: 'array',
        items: item,
        'x-kubernetes-list-type': value.listType ?? 'atomic',
        ...(value.listMapKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': [...value.listMapKeys] }),
        ...patchStrategy(value),
      }
  }
}

/** Lists that are merged have upstream's tags for strategic merge patches as well. */
function patchStrategy({ listType, listMapKeys }: PlannedValue): SchemaFacts {
  if (listType === 'set') return { 'x-kubernetes-patch-strategy': 'merge' }
  if (listType !== 'map') return {}
  return { 'x-kubernetes-patch-merge-key': listMapKeys![0]!, 'x-kubernetes-patch-strategy': 'merge' }
}
