// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/{structural,convert}.go
import type { JSONSchemaProps, ValidationRule } from '../../../api/apiextensions-v1.ts'
import { isObject } from '../../../apimachinery/json.ts'
import type { StructuralSchema } from '../../../cel/schema/structural.ts'

/**
 * A schema that says of every field where it is and of which type, in the form of its JSON. Validations in `allOf`, `anyOf`, `oneOf`
 * and `not` have the same form; what is not allowed in them is told by `validateStructural`.
 */
export interface Structural extends StructuralSchema {
  readonly title?: string
  readonly description?: string
  readonly maximum?: number
  readonly exclusiveMaximum?: boolean
  readonly minimum?: number
  readonly exclusiveMinimum?: boolean
  readonly minLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly multipleOf?: number
  readonly minProperties?: number
  readonly allOf?: readonly Structural[]
  readonly anyOf?: readonly Structural[]
  readonly oneOf?: readonly Structural[]
  readonly not?: Structural
  readonly items?: Structural
  readonly properties?: Readonly<Record<string, Structural>>
  readonly additionalProperties?: Structural | boolean
  /** This and the example are published and mean nothing; validations (`allOf`, …) have none. */
  readonly externalDocs?: { readonly description?: string; readonly url?: string }
  readonly example?: unknown
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[]
}

/** A structural schema, or why there can be none (in upstream's words). */
export type NewStructural =
  | { readonly structural: Structural; readonly error?: undefined }
  | { readonly structural?: undefined; readonly error: string }

class NotStructural extends Error {}

const filled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) ? Object.keys(value).length > 0 : Boolean(value)

const unsupported: readonly (readonly [keyof JSONSchemaProps, string])[] = [
  ['id', 'id'],
  ['$schema', 'schema'],
  ['$ref', '$ref'],
  ['patternProperties', 'patternProperties'],
  ['dependencies', 'dependencies'],
]

function refuseUnsupported(props: JSONSchemaProps): void {
  const found = unsupported.find(([name]) => filled(props[name]))?.[1]
  const what = found ?? (props.additionalItems != null ? 'additionalItems' : undefined)
  const last = what ?? (filled(props.definitions) ? 'definitions' : undefined)
  if (last) throw new NotStructural(`OpenAPIV3Schema '${last}' is not supported`)
}

/** What is copied where it is set: Go knows no difference between an empty text, list or false and nothing. */
const plain = [
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'pattern',
  'uniqueItems',
  'enum',
  'required',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-validations',
] as const

/** Fields that count as set where they are zero or empty: pointers in Go. */
const pointers = [
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'multipleOf',
  'maxProperties',
  'minProperties',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
] as const

const documentation = ['externalDocs', 'example'] as const

const quantifiers = ['allOf', 'anyOf', 'oneOf'] as const

function ownFields(props: JSONSchemaProps): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const name of plain) if (filled(props[name])) out[name] = props[name]
  for (const name of pointers) if (props[name] != null) out[name] = props[name]
  if (props.default != null) out['default'] = props.default
  const preserves = props['x-kubernetes-preserve-unknown-fields']
  if (preserves === false)
    throw new NotStructural(
      "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined",
    )
  if (preserves) out['x-kubernetes-preserve-unknown-fields'] = true
  return out
}

function itemsOf(items: unknown, convert: typeof converted): Structural {
  if (Array.isArray(items))
    throw new NotStructural("OpenAPIV3Schema 'items' must be a schema, but is an array")
  return convert(items as JSONSchemaProps)
}

function propertiesOf(
  properties: Record<string, JSONSchemaProps>,
  convert: typeof converted,
): Record<string, Structural> {
  const out: Record<string, Structural> = Object.create(null)
  for (const [name, props] of Object.entries(properties)) out[name] = convert(props)
  return out
}

function converted(props: JSONSchemaProps): Structural {
  const out = withParts(props, converted)
  for (const name of documentation) if (props[name] != null) out[name] = props[name]
  return out as Structural
}

const validation = (props: JSONSchemaProps): Structural => withParts(props, validation) as Structural

function withParts(props: JSONSchemaProps, convert: typeof converted): Record<string, unknown> {
  refuseUnsupported(props)
  const out = ownFields(props)
  if (props.not != null) out['not'] = validation(props.not)
  for (const name of quantifiers) if (filled(props[name])) out[name] = props[name]!.map(validation)
  if (props.items != null) out['items'] = itemsOf(props.items, convert)
  if (filled(props.properties)) out['properties'] = propertiesOf(props.properties!, convert)
  const more = props.additionalProperties
  if (typeof more === 'boolean') out['additionalProperties'] = more
  else if (isObject(more)) out['additionalProperties'] = convert(more as JSONSchemaProps)
  return out
}

/** The structural schema of a decoded `openAPIV3Schema`; what upstream's strict checks say of it: `validateStructural`. */
export function newStructural(props: JSONSchemaProps): NewStructural {
  try {
    return { structural: converted(props) }
  } catch (error) {
    if (!(error instanceof NotStructural)) throw error
    return { error: error.message }
  }
}

/** The property of a name, which may be any text. */
export const propertyOf = ({ properties }: Structural, name: string): Structural | undefined =>
  properties && Object.hasOwn(properties, name) ? properties[name] : undefined

/** The schema of additional properties; undefined where that is none or a boolean. */
export const additionalOf = ({ additionalProperties }: Structural): Structural | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

/** The schema as that of a whole resource. */
export const asResource = (schema: Structural | undefined): Structural =>
  schema?.['x-kubernetes-embedded-resource'] ? schema : { ...schema, 'x-kubernetes-embedded-resource': true }
