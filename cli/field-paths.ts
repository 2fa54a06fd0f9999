// Where the objects of a kind have a field, by the schemas of the releases.
import { recordedReleases, releaseFacts, type SchemaFacts } from '../component-base/release-facts.ts'

/** The path of a field, `['spec', 'ports', '*', 'name']`; `*` stands for each item of a list. */
export type FieldPath = readonly string[]

/** Deep enough for a container's fields in a CronJob's template. */
const deepest = 12

/**
 * The paths of a field of this name, the shortest first, by the newest release that has the kind and the field.
 * @param kind `Service`, of Kubernetes itself
 */
export function recordedFieldPaths(): (kind: string, name: string) => FieldPath[] {
  const known = new Map<string, FieldPath[]>()
  return (kind, name) => {
    const key = `${kind}/${name}`
    const found = known.get(key) ?? newest(kind, name)
    known.set(key, found)
    return found
  }
}

function newest(kind: string, name: string): FieldPath[] {
  for (const release of [...recordedReleases()].reverse()) {
    const schemas = releaseFacts(release, 'schemas')
    const type = Object.entries(schemas).find(
      ([id, { properties }]) => id.endsWith(`.${kind}`) && properties?.['metadata'] !== undefined,
    )
    const paths = type === undefined ? [] : pathsIn(schemas, type[1], name)
    if (paths.length > 0) return paths.sort((a, b) => a.length - b.length)
  }
  return []
}

function pathsIn(schemas: Record<string, SchemaFacts>, type: SchemaFacts, name: string): FieldPath[] {
  const found: FieldPath[] = []
  const visit = (schema: SchemaFacts, path: FieldPath, around: ReadonlySet<string>): void => {
    const { $ref, items } = schema
    if (path.length > deepest || ($ref !== undefined && around.has($ref))) return
    const within = $ref === undefined ? around : new Set([...around, $ref])
    const { properties = {} } = $ref === undefined ? schema : (schemas[$ref] ?? {})
    for (const [key, inner] of Object.entries(properties)) {
      if (path.length === 0 && key === 'metadata') continue
      if (key === name) found.push([...path, key])
      visit(inner, [...path, key], within)
    }
    if (items !== undefined) visit(items, [...path, '*'], within)
  }
  visit(type, [], new Set())
  return found
}
