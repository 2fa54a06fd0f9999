// Values from an OpenAPI schema. Upstream's API types have no floats, no lists of lists, and no alternatives: neither have these.
import { type PlannedValue, plannedScalars } from '../fields/planned-field.ts'
import { propertyAt, stepsOf } from '../fields/recorded-types.ts'
import { newestRelease } from '../recorded-gates.ts'

/** A schema as plans have it: a part of OpenAPI v3, in Kubernetes' form. */
export interface OpenapiValue {
  /** `string`, `boolean`, `integer`, `array` or `object`; not beside `$ref`. */
  readonly type?: string
  readonly format?: 'int32' | 'int64'
  /** A type of the release by its name in OpenAPI: `io.k8s.apimachinery.pkg.apis.meta.v1.Condition`. */
  readonly $ref?: string
  readonly description?: string
  readonly default?: string | number | boolean
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, OpenapiValue>>
  readonly required?: readonly string[]
  readonly items?: OpenapiValue
  readonly additionalProperties?: OpenapiValue
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map'
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
}

/** The properties of a schema of type object. The schema has no {@link schemaProblems}. */
export function propertiesOf({ properties = {}, required = [] }: OpenapiValue): Record<string, PlannedValue> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      { ...plannedValue(inner), ...(required.includes(name) ? { required: true } : {}) },
    ]),
  )
}

function plannedValue(schema: OpenapiValue): PlannedValue {
  const { items, additionalProperties, description } = schema
  const own = {
    ...(description === undefined ? {} : { description }),
    ...(schema.default === undefined ? {} : { default: schema.default }),
  }
  if (items !== undefined)
    return {
      ...single(items),
      ...own,
      type: `[]${nameOf(items)}`,
      listType: schema['x-kubernetes-list-type'] ?? 'atomic',
      ...(schema['x-kubernetes-list-map-keys'] === undefined
        ? {}
        : { listMapKeys: schema['x-kubernetes-list-map-keys'] }),
    }
  if (additionalProperties !== undefined)
    return { ...single(additionalProperties), ...own, type: `map[string]${nameOf(additionalProperties)}` }
  return { ...single(schema), ...own, type: nameOf(schema) }
}

/** The name of a single value's type in plans. */
const nameOf = ({ type, format, $ref }: OpenapiValue): string =>
  $ref !== undefined || type === 'object' ? 'object' : type === 'integer' ? (format ?? 'int64') : type!

function single(schema: OpenapiValue): Omit<PlannedValue, 'type'> {
  const { $ref, enum: values, minimum, maximum, maxLength } = schema
  if ($ref !== undefined) return { ref: $ref }
  if (schema.type === 'object') return { properties: propertiesOf(schema) }
  return {
    ...(values === undefined ? {} : { enum: values }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}

/** What is wrong with a schema beside what {@link PlannedValue} shows: path within it, and the text. @param known whether a release has a type */
export function schemaProblems(
  schema: OpenapiValue,
  known: (type: string) => boolean,
  path: readonly (string | number)[] = [],
): { path: readonly (string | number)[]; text: string }[] {
  const at = (key: string, text: string) => [{ path: [...path, key], text }]
  if (schema.$ref !== undefined) {
    if (schema.type !== undefined) return at('type', 'type is told by $ref already')
    return known(schema.$ref)
      ? []
      : at('$ref', `${schema.$ref} is no type of the newest release: write its name as /openapi/v2 has it`)
  }
  if (schema.type === undefined) return [{ path, text: 'say type, or name a type of the release by $ref' }]
  const inner = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      schemaProblems(one, known, [...path, 'properties', name]),
    ),
    ...within(schema, 'items', known, path),
    ...within(schema, 'additionalProperties', known, path),
  ]
  const unknown = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
  return [
    ...unknown.flatMap((name) => at('required', `${name} is required, and no property`)),
    ...shapeProblems(schema, path),
    ...inner,
  ]
}

function within(
  schema: OpenapiValue,
  key: 'items' | 'additionalProperties',
  known: (type: string) => boolean,
  path: readonly (string | number)[],
): { path: readonly (string | number)[]; text: string }[] {
  const inner = schema[key]
  if (inner === undefined) return []
  if (inner.items !== undefined || inner.additionalProperties !== undefined)
    return [{ path: [...path, key], text: `${key} are single values: put an object between` }]
  return schemaProblems(inner, known, [...path, key])
}

function shapeProblems(
  schema: OpenapiValue,
  path: readonly (string | number)[],
): { path: readonly (string | number)[]; text: string }[] {
  const { type, items, additionalProperties, properties } = schema
  const text =
    type === 'array' && items === undefined
      ? 'an array needs items'
      : type !== 'array' && items !== undefined
        ? `items are for type: array, not for ${type}`
        : type === 'object' && additionalProperties === undefined && properties === undefined
          ? 'an object needs properties, additionalProperties or, in place of the type, a $ref'
          : type !== 'object' && (additionalProperties ?? properties) !== undefined
            ? `properties are for type: object, not for ${type}`
            : additionalProperties !== undefined && properties !== undefined
              ? 'an object has properties or additionalProperties, not both'
              : undefined
  return text === undefined ? [] : [{ path, text }]
}

function metadataProblem(path: string): string | undefined {
  const found = propertyAt(newestRelease(), 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', path)
  return 'problem' in found ? `metadata: ${found.problem}` : undefined
}

const propertyOf = ({ properties = {} }: OpenapiValue, name: string): OpenapiValue | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

/** Why a path names no field of a schema; undefined where it does. Metadata is in every kind. */
export function schemaPathProblem(schema: OpenapiValue, path: string): string | undefined {
  if (path.startsWith('metadata.')) return metadataProblem(path.slice('metadata.'.length))
  let [at, told] = [schema, '']
  for (const step of stepsOf(path)) {
    if (at.$ref !== undefined) return undefined
    const inner = step === '*' ? (at.items ?? at.additionalProperties) : propertyOf(at, step)
    if (inner === undefined)
      return step === '*'
        ? `${told} is no list`
        : told === ''
          ? `there is no ${step}`
          : `${told} has no ${step}`
    told = step === '*' ? `${told}[*]` : told === '' ? step : `${told}.${step}`
    at = inner
  }
  return undefined
}

/** The types of values that an OpenAPI schema may have here. */
export const openapiTypes = ['string', 'boolean', 'integer', 'array', 'object'] as const

/** The formats of integers. */
export const integerFormats = plannedScalars.filter((name) => name.startsWith('int'))
