// Upstream: staging/src/k8s.io/apimachinery/pkg/runtime/mapper.go (EquivalentResourceRegistry)
import type { Registry } from '../../registry/generic/registry.ts'
import type { GroupVersionKind } from '../../registry/generic/runtime.ts'

/** A resource in a version. */
export interface GroupVersionResource {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** A resource in another version or group with the same objects, and their kind there. */
export interface Equivalent {
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

/** The other resources whose objects are stored with those of this one, where they have the subresource. */
export function equivalentsOf(
  registry: Registry,
  { group, version, resource }: GroupVersionResource,
  subresource: string,
): Equivalent[] {
  const own = registry.resource(group, version, resource)
  if (own?.store === undefined) return []
  const found: Equivalent[] = []
  const others = own.custom === undefined ? registry.all() : registry.versions(group, resource)
  for (const other of others) {
    if (other.version === version && other.group === group) continue
    if (other.store?.prefixOf('') !== own.store.prefixOf('')) continue
    const endpoint = subresource === '' ? other : other.subresources.get(subresource)
    if (endpoint === undefined) continue
    found.push({
      resource: { group: other.group, version: other.version, resource: other.facts.name },
      kind: endpoint.kind,
    })
  }
  return found
}
