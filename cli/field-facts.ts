// Which fields the types of Kubernetes have, and which resources are in no namespace, in any release.
import { minorOf } from '../component-base/minor.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { newestOf, parseRelease } from '../component-base/release.ts'
import { recordedReleases, releaseFacts, type SchemaFacts } from '../component-base/release-facts.ts'

type PlannedFields = NonNullable<ReturnType<NonNullable<PlanOf['types']>>>['fields']
type PlanOf = NonNullable<ReturnType<typeof parseRelease>['plan']>

/**
 * Answers whether objects of a resource have a field of a name, their metadata and all that is within them included, in any release;
 * of a resource that no release has (`''`, a kind of the plan), whether any type has it. Undefined for resources that are not built
 * in. Facts are read at the first call.
 * @param plan has the fields of its last release, of its kinds too
 */
export function recordedFields(plan?: ReleasePlan): (resource: string, name: string) => boolean | undefined {
  let planned: PlannedFields | undefined
  const known = plan === undefined ? recordedNames : new Map<string, FieldNames>()
  return (resource, name) => {
    const group = resource.split('.').slice(1).join('.')
    if (group.includes('.') && !group.endsWith('.k8s.io')) return undefined
    planned ??= plannedFields(plan)
    const names = known.get(resource) ?? new FieldNames(resource, planned)
    known.set(resource, names)
    const own = folded(name)
    return names.hasOneOf([own, own.replace(/s$/, '')])
  }
}

/** The names of fields of resources, without a plan: every document asks for the same. */
const recordedNames = new Map<string, FieldNames>()

const plannedFields = (plan: ReleasePlan | undefined): PlannedFields =>
  plan === undefined
    ? {}
    : (parseRelease(newestOf(plan), plan).plan?.types?.(minorOf(newestOf(plan)))?.fields ?? {})

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

/**
 * The folded names of the fields of a resource's objects, of all types where no release has the resource: read release by release, the
 * newest first, until what is asked for is found.
 */
class FieldNames {
  private readonly kinds: ReadonlySet<string>
  private readonly planned: PlannedFields
  private readonly names = new Set<string>()
  private readonly unread = [...recordedReleases()]
  /** Releases share the types in which they do not differ; what only the plan has is there once. */
  private readonly visited = new Set<SchemaFacts | readonly unknown[]>()

  constructor(resource: string, planned: PlannedFields) {
    this.kinds = kindsOf(resource)
    this.planned = planned
    if (this.kinds.size === 0)
      for (const { json, schema } of Object.values(planned).flat()) addPlanned(json, schema, this.names)
  }

  hasOneOf(names: readonly string[]): boolean {
    while (!names.some((one) => this.names.has(one))) {
      const release = this.unread.pop()
      if (release === undefined) return false
      this.read(release)
    }
    return true
  }

  private read(release: string): void {
    const { kinds, planned, names, visited } = this
    const schemas = releaseFacts(release, 'schemas')
    const visit = (id: string): void => {
      const type = schemas[id] ?? planned[id]
      if (type === undefined || visited.has(type)) return
      visited.add(type)
      if (schemas[id] !== undefined) addNames(schemas[id], names, visit)
      for (const { json, schema } of planned[id] ?? []) addPlanned(json, schema, names, visit)
    }
    for (const [id, { properties }] of Object.entries(schemas))
      if (kinds.size === 0 || (properties?.['metadata'] !== undefined && kinds.has(id.split('.').at(-1)!)))
        visit(id)
  }
}

/** The kinds of a resource, as the newest release has them that has the resource; none where there is none. */
function kindsOf(resource: string): Set<string> {
  for (const release of recordedReleases().toReversed()) {
    const kinds = releaseFacts(release, 'discovery-all').groupVersions.flatMap(({ group, resources }) =>
      resources.flatMap(({ name, kind }) =>
        resource === (group === '' ? name : `${name}.${group}`) ? [kind] : [],
      ),
    )
    if (kinds.length > 0) return new Set(kinds)
  }
  return new Set()
}

function addPlanned(
  json: string,
  schema: SchemaFacts,
  names: Set<string>,
  visit?: (type: string) => void,
): void {
  names.add(folded(json))
  addNames(schema, names, visit)
}

/** Adds the folded names of all properties of a schema. @param visit told of the types that it refers to */
function addNames(schema: SchemaFacts, names: Set<string>, visit?: (type: string) => void): void {
  const { $ref, properties = {}, items, additionalProperties } = schema
  if ($ref !== undefined) visit?.($ref)
  for (const [name, inner] of Object.entries(properties)) {
    names.add(folded(name))
    addNames(inner, names, visit)
  }
  for (const inner of [items, additionalProperties]) if (inner !== undefined) addNames(inner, names, visit)
}
