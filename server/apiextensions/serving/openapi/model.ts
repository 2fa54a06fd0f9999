// Upstream: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (buildKubeNative, addEmbeddedProperties)
import { setOwn } from '../../../../apimachinery/json.ts'
import type { SchemaFacts } from '../../../../component-base/release-facts.ts'
import type { Structural } from '../../schema/structural.ts'
import { toOpenAPIv2 } from './v2.ts'

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** Texts that upstream has beside types; clients show them, nobody compares them. */
const descriptions = {
  apiVersion:
    'APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources',
  kind: 'Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
  metadata:
    "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
  listMetadata:
    'Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
  embeddedApiVersion:
    'apiVersion defines the versioned schema of this representation of an object. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources',
  embeddedKind:
    'kind is a string value representing the type of this object. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
}

type Json = Record<string, unknown>

/** The kind whose model is made. */
export interface ModelOf {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The form of an OpenAPI document, as far as it changes models. */
export interface ModelForm {
  readonly form: 'v2' | 'v3'
  /** The definition's `preserveUnknownFields`. */
  readonly preserves: boolean
  /** Whether `externalDocs` and `example` are shown. */
  readonly documents: boolean
}

const text = (description: string): Json => ({ description, type: 'string' })
const objectMeta = (description: string): Json => ({ description, $ref: `${meta}.ObjectMeta` })

/** The gvk extension of a model. */
const kindsOf = (of: ModelOf): Json => ({
  'x-kubernetes-group-version-kind': [{ group: of.group, version: of.version, kind: of.kind }],
})

/** The model of a custom resource. `$ref` holds bare names. @param schema undefined: it has none, or one that is not structural */
export function resourceModel(
  of: ModelOf,
  schema: Structural | undefined,
  { form, preserves, documents }: ModelForm,
): SchemaFacts {
  const keepsAll = form === 'v2' && (preserves || schema?.['x-kubernetes-preserve-unknown-fields'] === true)
  if (schema === undefined || keepsAll) return { type: 'object', ...kindsOf(of) } as SchemaFacts
  const own = openAPIOf(form === 'v2' ? toOpenAPIv2(schema) : schema, { form, documents })
  const properties = {
    ...(own['properties'] as Json | undefined),
    apiVersion: text(descriptions.apiVersion),
    kind: text(descriptions.kind),
    metadata: objectMeta(descriptions.metadata),
  }
  return { ...own, properties, ...kindsOf(of) } as SchemaFacts
}

/** The model of a list. @param plural the plural name, for the description */
export function listModel(of: ModelOf, itemModel: string, itemKind: string, plural: string): SchemaFacts {
  const items = `List of ${plural}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md`
  return {
    description: `${of.kind} is a list of ${itemKind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: text(descriptions.apiVersion),
      items: { description: items, type: 'array', items: { $ref: itemModel } },
      kind: text(descriptions.kind),
      metadata: { description: descriptions.listMetadata, $ref: `${meta}.ListMeta` },
    },
    ...kindsOf(of),
  } as SchemaFacts
}

const intOrString = [{ type: 'integer' }, { type: 'string' }]

/** Whether the schema says itself which types an int-or-string has. Upstream: isIntOrStringAnyOfPattern, isIntOrStringAllOfPattern */
function saysTypes({ anyOf, allOf }: Structural): boolean {
  const isPattern = (of: readonly Structural[] | undefined): boolean =>
    of?.length === 2 && of[0]?.type === 'integer' && of[1]?.type === 'string'
  return isPattern(anyOf) || isPattern(allOf?.[0]?.anyOf)
}

/** The alternatives that stand for `x-kubernetes-int-or-string`. */
function unfolded(schema: Structural): Json {
  if (schema['x-kubernetes-int-or-string'] !== true || saysTypes(schema)) return {}
  if (schema.anyOf === undefined) return { anyOf: intOrString }
  return { allOf: [{ anyOf: intOrString }, ...(schema.allOf ?? [])] }
}

/** A structural schema as OpenAPI has it, with what embedded resources have besides. */
function openAPIOf(schema: Structural, shown: Omit<ModelForm, 'preserves'>): Json {
  const { items, properties, additionalProperties, externalDocs, example, ...rest } = schema
  const { form, documents } = shown
  const out: Json = { ...rest, ...(form === 'v3' ? unfolded(schema) : {}) }
  if (documents && externalDocs !== undefined) out['externalDocs'] = externalDocs
  if (documents && example !== undefined) out['example'] = example
  if (items !== undefined) out['items'] = openAPIOf(items, shown)
  if (properties !== undefined) {
    const fields: Record<string, Json> = {}
    for (const [name, property] of Object.entries(properties))
      setOwn(fields, name, openAPIOf(property, shown))
    out['properties'] = fields
  }
  if (additionalProperties !== undefined)
    out['additionalProperties'] =
      typeof additionalProperties === 'object' ? openAPIOf(additionalProperties, shown) : additionalProperties
  return isEmbedded(schema, form) ? withEmbedded(out) : out
}

/** kubectl would refuse unknown fields of a type with properties (v2). */
const isEmbedded = (schema: Structural, form: 'v2' | 'v3'): boolean =>
  schema['x-kubernetes-embedded-resource'] === true &&
  !(form === 'v2' && schema['x-kubernetes-preserve-unknown-fields'] === true)

function withEmbedded(out: Json): Json {
  const required = (out['required'] as string[] | undefined) ?? []
  const more = ['kind', 'apiVersion'].filter((name) => !required.includes(name))
  return {
    ...out,
    properties: {
      ...(out['properties'] as Json | undefined),
      apiVersion: text(descriptions.embeddedApiVersion),
      kind: text(descriptions.embeddedKind),
      metadata: objectMeta(descriptions.metadata),
    },
    required: [...required, ...more],
  }
}
