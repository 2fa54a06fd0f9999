// Upstream: staging/src/k8s.io/api/apidiscovery/{v2,v2beta1}/types.go
import type { GoTypes } from './go-types.ts'

const group = 'apidiscovery.k8s.io'
const gvk = '~apimachinery.pkg.apis.meta.v1.GroupVersionKind'

const types = {
  APIGroupDiscoveryList: [
    ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
    'metadata ListMeta ~apimachinery.pkg.apis.meta.v1.ListMeta o',
    'items Items []APIGroupDiscovery',
  ],
  APIGroupDiscovery: [
    ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
    'metadata ObjectMeta ~apimachinery.pkg.apis.meta.v1.ObjectMeta o',
    'versions Versions []APIVersionDiscovery o',
  ],
  APIVersionDiscovery: [
    'version Version string',
    'resources Resources []APIResourceDiscovery o',
    'freshness Freshness string o',
  ],
  APIResourceDiscovery: [
    'resource Resource string',
    `responseKind ResponseKind *${gvk} o`,
    'scope Scope string',
    'singularResource SingularResource string',
    'verbs Verbs []string',
    'shortNames ShortNames []string o',
    'categories Categories []string o',
    'subresources Subresources []APISubresourceDiscovery o',
  ],
  APISubresourceDiscovery: [
    'subresource Subresource string',
    `responseKind ResponseKind *${gvk} o`,
    `acceptedTypes AcceptedTypes []${gvk} o`,
    'verbs Verbs []string',
  ],
}

const packageOf = (version: string): GoTypes[string] => ({
  group,
  version,
  name: version,
  kinds: ['APIGroupDiscoveryList', 'APIGroupDiscovery'],
  types,
})

/** The documents of aggregated discovery: no resources, and so none of the types that releases record. */
export const discoveryTypes: GoTypes = {
  'io.k8s.api.apidiscovery.v2': packageOf('v2'),
  'io.k8s.api.apidiscovery.v2beta1': packageOf('v2beta1'),
}

/** The name of a type of aggregated discovery; undefined for other groups. */
export const discoveryTypeName = (of: string, version: string, kind: string): string | undefined =>
  of === group && Object.hasOwn(types, kind) ? `io.k8s.api.apidiscovery.${version}.${kind}` : undefined
