// Which fields the types of Kubernetes have, and which resources are in no namespace, in any release.
import { minorOf } from '../component-base/minor.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { newestOf, parseRelease } from '../component-base/release.ts'
import { recordedReleases, releaseFacts, type SchemaFacts } from '../component-base/release-facts.ts'

/**
 * Answers whether a type has a field of a name; undefined for resources that are not built in. Facts are read at the first
 * call.
 * @param plan has the fields of its last release, of its kinds too
 */
export function recordedFields(plan?: ReleasePlan): (resource: string, name: string) => boolean | undefined {
  let planned: ReadonlySet<string> | undefined
  return (resource, name) => {
    const group = resource.split('.').slice(1).join('.')
    if (group.includes('.') && !group.endsWith('.k8s.io')) return undefined
    planned ??= plannedNames(plan)
    const own = folded(name)
    return [own, own.replace(/s$/, '')].some((one) => fieldNames().has(one) || planned!.has(one))
  }
}

function plannedNames(plan: ReleasePlan | undefined): Set<string> {
  const fields =
    plan === undefined
      ? {}
      : (parseRelease(newestOf(plan), plan).plan?.types?.(minorOf(newestOf(plan)))?.fields ?? {})
  const names = new Set<string>()
  for (const { json, schema } of Object.values(fields).flat()) {
    names.add(folded(json))
    addNames(schema, names)
  }
  return names
}

/**
 * Answers whether a resource (`nodes`, `clusterroles.rbac.authorization.k8s.io`) is cluster-scoped. Facts are read at the
 * first call.
 */
export function recordedScopes(): (resource: string) => boolean {
  let ofCluster: Set<string> | undefined
  return (resource) => {
    ofCluster ??= clusterResources()
    return ofCluster.has(resource)
  }
}

function clusterResources(): Set<string> {
  const found = new Set<string>()
  for (const release of recordedReleases())
    for (const { group, resources } of releaseFacts(release, 'discovery-all').groupVersions)
      for (const { name, scope } of resources)
        if (scope === 'Cluster') found.add(group === '' ? name : `${name}.${group}`)
  return found
}

/** Upper and lower case are the same, as authors write them. */
const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '')

let knownNames: ReadonlySet<string> | undefined
/** The folded names of all fields; every document asks for the same. */
const fieldNames = (): ReadonlySet<string> => {
  knownNames ??= findFieldNames()
  return knownNames
}

function findFieldNames(): Set<string> {
  const names = new Set<string>()
  // Releases share the types in which they do not differ.
  const visited = new Set<SchemaFacts>()
  for (const release of recordedReleases())
    for (const type of Object.values(releaseFacts(release, 'schemas'))) {
      if (!visited.has(type)) addNames(type, names)
      visited.add(type)
    }
  return names
}

/** Adds the folded names of all properties of a schema. */
function addNames({ properties = {}, items, additionalProperties }: SchemaFacts, names: Set<string>): void {
  for (const [name, inner] of Object.entries(properties)) {
    names.add(folded(name))
    addNames(inner, names)
  }
  for (const inner of [items, additionalProperties]) if (inner !== undefined) addNames(inner, names)
}
