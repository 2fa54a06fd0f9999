// An object that kustomize works on, with the names that it has had.
// Upstream: kustomize/api/resource/resource.go
import type { JsonObject } from '../../apimachinery/json.ts'

/** The group, version, kind, name and namespace of a resource. */
export interface ResourceId {
  group: string
  version: string
  kind: string
  name: string
  namespace: string
}

/** An object that is being built. `object` is changed in place. */
export interface KustomizeResource {
  object: JsonObject
  /** Every id so far, the first one first; the present one is not among them until it changes. */
  earlier: ResourceId[]
  /** The kustomizations that it has gone through, the innermost first. */
  layers: object[]
  /** Its name is to end with the hash of its content. */
  needsHash: boolean
}

type Meta = { name?: string; namespace?: string; labels?: Labels; annotations?: Labels }
/** Labels or annotations. */
export type Labels = Record<string, string>

/** The metadata of an object; empty where it has none. */
export const metaOf = (object: JsonObject): Meta => (object['metadata'] ?? {}) as Meta

/** The id by the object's present fields. */
export function idOf({ object }: Pick<KustomizeResource, 'object'>): ResourceId {
  const [version = '', group = ''] = String(object['apiVersion'] ?? '')
    .split('/')
    .reverse()
  const { name = '', namespace = '' } = metaOf(object)
  return { group, version, kind: String(object['kind'] ?? ''), name, namespace }
}

/** All ids that a resource has had, the first one first, the present one last. */
export const idsOf = (resource: KustomizeResource): ResourceId[] => [...resource.earlier, idOf(resource)]

/** The id that a resource was loaded with, by which patches select it. */
export const originalId = (resource: KustomizeResource): ResourceId => resource.earlier[0] ?? idOf(resource)

/** Changes the name or namespace of a resource, and remembers the id before. */
export function rename(resource: KustomizeResource, change: { name?: string; namespace?: string }): void {
  resource.earlier.push(idOf(resource))
  resource.object['metadata'] = { ...metaOf(resource.object), ...change }
}

const namespaceOf = (id: ResourceId): string => (id.namespace === '' ? 'default' : id.namespace)

/** Whether two ids are equal, where no namespace means `default`. */
export const sameId = (a: ResourceId, b: ResourceId): boolean =>
  a.group === b.group &&
  a.version === b.version &&
  a.kind === b.kind &&
  a.name === b.name &&
  namespaceOf(a) === namespaceOf(b)

/** The id as kustomize's messages show it: `ConfigMap.v1.[noGrp]/b.[noNs]`. */
export function shownId({ group, version, kind, name, namespace }: Partial<ResourceId>): string {
  const or = (text: string | undefined, none: string): string => ((text ?? '') === '' ? none : text!)
  return `${or(kind, '[noKind]')}.${or(version, '[noVer]')}.${or(group, '[noGrp]')}/${or(name, '[noName]')}.${or(namespace, '[noNs]')}`
}
