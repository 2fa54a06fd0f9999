// Since which release a field is there: what a hop hides or shows follows from the releases' schemas.
import { recordedReleases, releaseFacts, type SchemaFacts } from '../../component-base/release-facts.ts'

/** "1.31 is the first release with it" for a field that came or went between releases; undefined for one that all have. */
export function explainField(kind: string, field: string): string | undefined {
  if (field === '') return undefined
  const releases = recordedReleases()
  const having = releases.filter((release) => hasField(release, kind, field))
  if (having.length === 0 || having.length === releases.length) return undefined
  const first = having[0]!
  const last = having.at(-1)!
  const since = first === releases[0] ? '' : `${first} is the first release with it`
  return last === releases.at(-1) ? since : `${since}${since === '' ? '' : ', '}${last} the last`
}

function hasField(release: string, kind: string, field: string): boolean {
  const schemas = releaseFacts(release, 'schemas')
  const roots = Object.keys(schemas)
    .filter((name) => name.endsWith(`.${kind}`))
    .map((name) => schemas[name]!)
  return roots.some((root) => walk(schemas, root, field.replace(/\[\d+\]/g, '').split('.')))
}

function walk(schemas: Record<string, SchemaFacts>, root: SchemaFacts, path: readonly string[]): boolean {
  let schema: SchemaFacts | undefined = root
  for (const name of path) {
    schema = resolved(schemas, schema)
    if (schema?.items !== undefined) schema = resolved(schemas, schema.items)
    if (schema?.properties === undefined) return true
    if (!Object.hasOwn(schema.properties, name)) return false
    schema = schema.properties[name]
  }
  return true
}

function resolved(
  schemas: Record<string, SchemaFacts>,
  schema: SchemaFacts | undefined,
): SchemaFacts | undefined {
  const ref = schema?.$ref ?? (schema?.['allOf'] as SchemaFacts[] | undefined)?.[0]?.$ref
  return ref === undefined ? schema : schemas[ref]
}
