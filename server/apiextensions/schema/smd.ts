// Upstream: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (buildKubeNative, addEmbeddedProperties)
import { SmdSchema, type TypeRef } from '../../../apimachinery/managedfields/smd-schema.ts'
import type { SchemaLookup } from '../../../apimachinery/scheme/schema-lookup.ts'
import type { SchemaFacts } from '../../../component-base/release-facts.ts'
import { additionalOf, type Structural } from './structural.ts'

const text: SchemaFacts = { type: 'string' }
const typeAndMeta: Readonly<Record<string, SchemaFacts>> = {
  apiVersion: text,
  kind: text,
  metadata: { $ref: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
}

/** The facts of a schema that merging asks for. */
function factsOf(schema: Structural, isResource: boolean): SchemaFacts {
  const { items, properties = {}, type, format } = schema
  const own = Object.entries(properties).map(([name, one]) => [name, factsOf(one, isEmbedded(one))] as const)
  const all = [...own, ...(isResource ? Object.entries(typeAndMeta) : [])]
  const more = additionalOf(schema)
  const keys = schema['x-kubernetes-list-map-keys']
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(schema.default !== undefined && { default: schema.default }),
    ...(all.length > 0 && { properties: Object.fromEntries(all) }),
    ...(items && { items: factsOf(items, isEmbedded(items)) }),
    ...(more
      ? { additionalProperties: factsOf(more, isEmbedded(more)) }
      : schema.additionalProperties !== undefined && { additionalProperties: schema.additionalProperties }),
    ...(keys && { 'x-kubernetes-list-map-keys': [...keys] }),
    ...copied(schema),
  } as SchemaFacts
}

const isEmbedded = (schema: Structural): boolean => schema['x-kubernetes-embedded-resource'] === true

const extensions = [
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
] as const

const copied = (schema: Structural): Record<string, unknown> =>
  Object.fromEntries(extensions.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])))

const rootName = 'kubernetes custom resource'

/**
 * The type of a custom resource for server-side apply and managed fields.
 * @param base the release's types, for metadata
 * @param schema undefined: nothing is known but metadata
 * @param preserveUnknownFields that of the definition: fields are taken that no schema has
 */
export function smdTypeOf(
  base: SchemaLookup,
  schema: Structural | undefined,
  preserveUnknownFields = false,
): TypeRef {
  const facts = schema ? factsOf(schema, true) : ({ type: 'object' } as SchemaFacts)
  const root = preserveUnknownFields ? { ...facts, 'x-kubernetes-preserve-unknown-fields': true } : facts
  const lookup: SchemaLookup = {
    typeName: () => rootName,
    schema: (name) => (name === rootName ? root : base.schema(name)),
  }
  return new SmdSchema(lookup).typeOf('', '', '')!
}
