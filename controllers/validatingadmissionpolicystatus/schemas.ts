// Schemas of kinds without references. Upstream: k8s.io/apiserver/pkg/cel/openapi/resolver/{definitions,discovery,refs}.go
import type { SchemaLookup } from '../../apimachinery/scheme/schema-lookup.ts'
import { type DeclType, declTypeOf } from '../../cel/schema/decl-type.ts'
import type { StructuralSchema } from '../../cel/schema/structural.ts'
import type { RestClient } from '../../client/rest-client.ts'
import type { SchemaFacts } from '../../component-base/release-facts.ts'

/** A kind in a version. */
export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The kind in the form of messages: `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. */
export const showKind = ({ group, version, kind }: GroupVersionKind): string =>
  `${group}/${version}, Kind=${kind}`

const last = (ref: string): string => ref.split('/').at(-1)!

function referenceOf({ $ref, allOf }: SchemaFacts): string | undefined {
  if ($ref !== undefined) return last($ref)
  for (const one of (allOf as SchemaFacts[] | undefined) ?? []) {
    const ref = referenceOf(one)
    if (ref !== undefined) return ref
  }
  return undefined
}

/** A schema with what it refers to; a type within itself is an object of which nothing is said. */
function populated(schemas: SchemaLookup, schema: SchemaFacts, above: ReadonlySet<string>): StructuralSchema {
  const ref = referenceOf(schema)
  if (ref !== undefined && above.has(ref)) return { type: 'object' }
  const found = ref === undefined ? schema : (schemas.schema(ref) ?? {})
  const inside = ref === undefined ? above : new Set([...above, ref])
  const { properties, additionalProperties, items, format, ...rest } = found
  const inner = (one: SchemaFacts): StructuralSchema => populated(schemas, one, inside)
  return {
    ...(rest as StructuralSchema),
    ...(format === undefined ? {} : { format }),
    ...(format === 'int-or-string' ? { 'x-kubernetes-int-or-string': true } : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, inner(one)])),
        }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: inner(additionalProperties) }
      : {}),
    ...(items === undefined ? {} : { items: inner(items) }),
  }
}

/** The schemas that a server publishes, which say of which kinds they are. */
const lookupOf = (published: Readonly<Record<string, SchemaFacts>>): SchemaLookup => ({
  typeName: (group, version, kind) =>
    Object.keys(published).find((name) =>
      published[name]!['x-kubernetes-group-version-kind']?.some(
        (one) => (one.group ?? '') === group && one.version === version && one.kind === kind,
      ),
    ),
  schema: (name) => (Object.hasOwn(published, name) ? published[name] : undefined),
})

/** The type of a kind's objects; undefined where the schemas do not have it. @param name what it is called in errors */
export function typeIn(schemas: SchemaLookup, of: GroupVersionKind, name: string): DeclType | undefined {
  const found = schemas.typeName(of.group, of.version, of.kind)
  const schema = found === undefined ? undefined : schemas.schema(found)
  if (found === undefined || schema === undefined) return undefined
  return declTypeOf(populated(schemas, schema, new Set([found])), name, true)
}

/** Finds the types of kinds: those of the release, then those that a server publishes. */
export class SchemaResolver {
  private readonly known: SchemaLookup
  private readonly client: RestClient

  constructor(known: SchemaLookup, client: RestClient) {
    this.known = known
    this.client = client
  }

  async type(kind: GroupVersionKind, name: string): Promise<DeclType | undefined> {
    return typeIn(this.known, kind, name) ?? typeIn(await this.published(kind), kind, name)
  }

  private async published({ group, version }: GroupVersionKind): Promise<SchemaLookup> {
    const path = group === '' ? `/openapi/v3/api/${version}` : `/openapi/v3/apis/${group}/${version}`
    try {
      const document = (await this.client.get(path)) as unknown as {
        components?: { schemas?: Record<string, SchemaFacts> }
      }
      return lookupOf(document.components?.schemas ?? {})
    } catch {
      return lookupOf({})
    }
  }
}
