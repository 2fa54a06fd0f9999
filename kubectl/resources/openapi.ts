// The schemas of the server's OpenAPI v3 documents.
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import type { Session } from '../session.ts'
import { groupVersion, type Resource } from './discovery.ts'

interface OpenApiDocument {
  components?: { schemas?: Record<string, SchemaFacts> }
}

const referencePrefix = '#/components/schemas/'

/** The schemas of one group and version, found by their names or references. */
export class OpenApiSchemas {
  private readonly schemas: Readonly<Record<string, SchemaFacts>>
  constructor(schemas: Readonly<Record<string, SchemaFacts>>) {
    this.schemas = schemas
  }

  schema(name: string): SchemaFacts | undefined {
    const key = name.startsWith(referencePrefix) ? name.slice(referencePrefix.length) : name
    return Object.hasOwn(this.schemas, key) ? this.schemas[key] : undefined
  }

  typeName(group: string, version: string, kind: string): string | undefined {
    return Object.keys(this.schemas).find((name) =>
      this.schemas[name]!['x-kubernetes-group-version-kind']?.some(
        (gvk) => (gvk.group ?? '') === group && gvk.version === version && gvk.kind === kind,
      ),
    )
  }
}

/** The OpenAPI v3 document of a resource's group and version; undefined where the server has none. */
export async function openApiSchemas(
  session: Session,
  resource: Pick<Resource, 'group' | 'version'>,
): Promise<OpenApiSchemas | undefined> {
  const root = resource.group === '' ? 'api' : 'apis'
  const path = `/openapi/v3/${root}/${groupVersion(resource)}`
  return (await session.transport()).document(path, 'application/json', schemasIn).catch(() => undefined)
}

function schemasIn(text: string): OpenApiSchemas | undefined {
  const { components } = JSON.parse(text) as OpenApiDocument
  return components?.schemas === undefined ? undefined : new OpenApiSchemas(components.schemas)
}
