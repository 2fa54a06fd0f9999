// The types of a server's OpenAPI documents without prose; `$ref` holds the bare name of a type.
import { withSortedKeys } from '../../../apimachinery/json.ts'
import type { SchemaFacts } from '../../../component-base/release-facts.ts'
import { type FactSource, json } from '../server/server-client.ts'

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose values are no schemas. */
const plain = new Set([
  'type',
  'format',
  'default',
  'required',
  'enum',
  'nullable',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
])
/** Extensions that say nothing of a type's fields: its kinds follow from discovery. */
const elsewhere = new Set(['x-kubernetes-group-version-kind'])
/** Keywords whose values are schemas, or lists of them. */
const nested = new Set(['items', 'additionalProperties', 'allOf', 'oneOf', 'anyOf'])

const propertiesFacts = (properties: Schema): Schema =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, facts(schema)]))

function keywordFacts([keyword, value]: [string, unknown]): [string, unknown][] {
  if (keyword === '$ref') return [[keyword, String(value).split('/').at(-1)]]
  if (keyword === 'properties' && isSchema(value)) return [[keyword, propertiesFacts(value)]]
  if (nested.has(keyword)) return [[keyword, facts(value)]]
  const isExtension = keyword.startsWith('x-kubernetes-') && !elsewhere.has(keyword)
  return plain.has(keyword) || isExtension ? [[keyword, value]] : []
}

const isEmpty = (value: unknown): boolean => isSchema(value) && Object.keys(value).length === 0

/** OpenAPI 3 wraps a reference that has a default: `{allOf: [{$ref}], default: {}}`. An empty default says nothing. */
function unwrapped(schema: Schema): Schema {
  const { allOf, default: value, ...rest } = schema
  if (!Array.isArray(allOf) || allOf.length !== 1 || Object.keys(rest).length > 0) return schema
  const [{ $ref }] = allOf as [Schema]
  if ($ref === undefined) return schema
  return value === undefined || value === null || isEmpty(value) ? { $ref } : { $ref, default: value }
}

function facts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(facts)
  if (!isSchema(schema)) return schema
  return unwrapped(Object.fromEntries(Object.entries(schema).flatMap(keywordFacts)))
}

/** The facts of a type: without descriptions and examples, its keys sorted. */
export const schemaFacts = (schema: unknown): SchemaFacts => withSortedKeys(facts(schema)) as SchemaFacts

/** What /version answers: its fields are those of version.json. */
const notRecorded = 'io.k8s.apimachinery.pkg.version.Info'

interface Types {
  [name: string]: unknown
}
interface OpenAPIRoot {
  paths: Record<string, { serverRelativeURL: string }>
}

async function typesOfV3(source: FactSource): Promise<Types> {
  const types: Types = {}
  const { paths } = await json<OpenAPIRoot>(source, '/openapi/v3')
  for (const { serverRelativeURL } of Object.values(paths)) {
    const { components } = await json<{ components?: { schemas?: Types } }>(source, serverRelativeURL)
    Object.assign(types, components?.schemas)
  }
  return types
}

/**
 * The types of OpenAPI 3, sorted by name; those that it does not have (all of them, where a server has no OpenAPI 3) as OpenAPI 2
 * has them, without defaults. `fromV2` is the number of these.
 */
export async function recordSchemas(
  source: FactSource,
): Promise<{ fromV2: number; schemas: Record<string, SchemaFacts> }> {
  const { paths } = await json<{ paths: string[] }>(source, '/')
  const v3 = paths.includes('/openapi/v3') ? await typesOfV3(source) : {}
  const { definitions } = await json<{ definitions: Types }>(source, '/openapi/v2')
  const types = { ...definitions, ...v3 }
  const names = Object.keys(types)
    .filter((name) => name !== notRecorded)
    .sort()
  return {
    fromV2: names.filter((name) => !Object.hasOwn(v3, name)).length,
    schemas: Object.fromEntries(names.map((name) => [name, schemaFacts(types[name])])),
  }
}
