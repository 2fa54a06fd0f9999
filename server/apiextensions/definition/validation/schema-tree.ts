// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (SchemaHas)
import type { JSONSchemaProps } from '../../../../api/apiextensions-v1.ts'
import { isObject } from '../../../../apimachinery/json.ts'

/** A schema where a schema, a bool, a list of schemas or of texts may stand. */
export const asSchema = (value: unknown): JSONSchemaProps | undefined =>
  isObject(value) ? (value as JSONSchemaProps) : undefined

const asList = (value: unknown): JSONSchemaProps[] =>
  Array.isArray(value) ? (value as JSONSchemaProps[]) : []

/** The entries of a map of schemas by their keys; upstream's order is random. */
export const entriesOf = <T>(map: Record<string, T> | undefined | null): [string, T][] =>
  Object.entries(map ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))

/** The one schema of the items of a list; undefined where there is none, or a list of them. */
export const itemsOf = (schema: JSONSchemaProps): JSONSchemaProps | undefined => asSchema(schema.items)

function childrenOf(schema: JSONSchemaProps): (JSONSchemaProps | undefined)[] {
  const maps = [schema.properties, schema.patternProperties, schema.definitions, schema.dependencies]
  return [
    itemsOf(schema),
    ...asList(schema.items),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    schema.not,
    ...maps.flatMap((map) => entriesOf<unknown>(map).map(([, one]) => asSchema(one))),
    asSchema(schema.additionalProperties),
    asSchema(schema.additionalItems),
  ]
}

/** The schema and all schemas in it. */
export function* eachSchema(schema: JSONSchemaProps | undefined | null): Iterable<JSONSchemaProps> {
  if (schema == null) return
  yield schema
  for (const child of childrenOf(schema)) yield* eachSchema(child)
}

/** Whether the predicate holds of the schema or of one in it. */
export function schemaHas(
  schema: JSONSchemaProps | undefined | null,
  holds: (schema: JSONSchemaProps) => boolean,
): boolean {
  for (const one of eachSchema(schema)) if (holds(one)) return true
  return false
}

/** Whether a default stands anywhere in a schema. */
export const hasDefaults = (schema: JSONSchemaProps): boolean =>
  schemaHas(schema, (one) => one.default != null)

/** Whether a schema, or a schema in it, has an extension that only structural schemas may have. */
export const hasExtensions = (schema: JSONSchemaProps): boolean =>
  schemaHas(
    schema,
    (one) =>
      one['x-kubernetes-embedded-resource'] === true ||
      one['x-kubernetes-preserve-unknown-fields'] != null ||
      one['x-kubernetes-int-or-string'] === true ||
      (one['x-kubernetes-list-map-keys'] ?? []).length > 0 ||
      one['x-kubernetes-list-type'] != null ||
      (one['x-kubernetes-validations'] ?? []).length > 0,
  )
