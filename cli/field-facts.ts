// Which fields the types of Kubernetes have, in any release: what is the name of none is a slip of the pen.
import { recordedReleases, releaseFacts, type SchemaFacts } from '../component-base/release-facts.ts'

/** Whether any type has a field of a name; undefined for resources that are no built-in ones. Read when first asked for. */
export function recordedFields(): (resource: string, name: string) => boolean | undefined {
  let names: Set<string> | undefined
  return (resource, name) => {
    const group = resource.split('.').slice(1).join('.')
    if (group.includes('.') && !group.endsWith('.k8s.io')) return undefined
    names ??= fieldNames()
    return names.has(folded(name)) || names.has(folded(name).replace(/s$/, ''))
  }
}

/** Upper and lower case are the same, as authors write them. */
const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '')

function fieldNames(): Set<string> {
  const names = new Set<string>()
  const visit = ({ properties = {}, items, additionalProperties }: SchemaFacts): void => {
    for (const [name, inner] of Object.entries(properties)) {
      names.add(folded(name))
      visit(inner)
    }
    for (const inner of [items, additionalProperties]) if (inner !== undefined) visit(inner)
  }
  for (const release of recordedReleases())
    for (const type of Object.values(releaseFacts(release, 'schemas'))) visit(type)
  return names
}
