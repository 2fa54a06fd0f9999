// Upstream: pkg/kubeapiserver/default_storage_factory_builder.go (SpecialDefaultResourcePrefixes), apiextensions-apiserver/pkg/registry/customresource

import type { GroupResource } from '../../apimachinery/status-error.ts'
import type { ServedVersion } from './generic/registry.ts'
import { resourceRow } from './resource-rows.ts'

const start = '/registry/'

/**
 * Whose object the store has at a key: `/registry/services/specs/ns/name` is a Service's. Objects of custom resources have their
 * group in the key. Undefined: the key is of no resource (`/registry/ranges/serviceips`).
 */
export function keyResources(served: readonly ServedVersion[]): (key: string) => GroupResource | undefined {
  const byPrefix = new Map<string, GroupResource>()
  for (const { resources } of served)
    for (const { name, storedAs } of resources) {
      const { keyPrefix = name } = resourceRow(storedAs.group, name)
      byPrefix.set(keyPrefix, { group: storedAs.group, resource: name })
    }
  return (key) => {
    const [first = '', second = ''] = key.slice(start.length).split('/', 2)
    if (first.includes('.')) return { group: first, resource: second }
    return byPrefix.get(first) ?? byPrefix.get(`${first}/${second}`)
  }
}
