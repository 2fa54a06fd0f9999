// Upstream: staging/src/k8s.io/apiserver/pkg/storageversion/{manager,updater}.go
import type { KubeObject } from '../../apimachinery/json.ts'

/** How one server stores a resource: an item of a StorageVersion's status. */
export interface ServerStorageVersion {
  readonly apiServerID: string
  readonly encodingVersion: string
  readonly decodableVersions: readonly string[]
  readonly servedVersions?: readonly string[]
}

/** internal.apiserver.k8s.io/v1alpha1 StorageVersionStatus. */
export interface StorageVersionStatus {
  readonly storageVersions?: readonly ServerStorageVersion[]
  readonly commonEncodingVersion?: string
  readonly conditions?: readonly Condition[]
}

interface Condition {
  readonly type: string
  readonly status: string
  readonly observedGeneration?: number
  readonly lastTransitionTime: string
  readonly reason: string
  readonly message: string
}

/** `core.pods`, `apps.deployments` */
export const storageVersionName = (group: string, resource: string): string =>
  `${group === '' ? 'core' : group}.${resource}`

/** What the servers of a StorageVersion say. */
export const versionsOf = (object: KubeObject): readonly ServerStorageVersion[] =>
  ((object['status'] ?? {}) as StorageVersionStatus).storageVersions ?? []
