// Upstream: staging/src/k8s.io/client-go/discovery/discovery_client.go
import type { APIGroup, APIResource, GroupVersionForDiscovery } from '../api/meta-v1.ts'
import type { With } from '../apimachinery/with.ts'
import type { RestClient } from './rest-client.ts'

/** A resource or subresource (`pods/log`) that a server serves. */
export type ServedResource = With<APIResource, 'name' | 'namespaced' | 'kind' | 'verbs'>
/** A group of a server. The core is none. */
export type ServedGroup = With<APIGroup, 'name'> & { preferredVersion: Required<GroupVersionForDiscovery> }

/** The path of a group version: `/apis/apps/v1` of `apps/v1`. */
export const versionPath = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`

/** The API groups of a server, in the server's order. */
export const servedGroups = async (client: RestClient): Promise<ServedGroup[]> =>
  (await client.get<{ groups: ServedGroup[] }>('/apis')).groups

/** The paths of all group versions that a server prefers, that of the core first. */
export const preferredPaths = async (client: RestClient): Promise<string[]> => [
  versionPath('v1'),
  ...(await servedGroups(client)).map(({ preferredVersion }) => versionPath(preferredVersion.groupVersion)),
]

/** The resources of the group version at a path. */
export const servedResources = async (client: RestClient, path: string): Promise<ServedResource[]> =>
  (await client.get<{ resources?: ServedResource[] }>(path)).resources ?? []

/** The resource of a kind, which subresources may have too. */
export const resourceOfKind = (
  resources: readonly ServedResource[],
  kind: string,
): ServedResource | undefined => resources.find((one) => one.kind === kind && !one.name.includes('/'))
