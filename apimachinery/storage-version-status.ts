// Upstream: staging/src/k8s.io/apiserver/pkg/storageversion/{manager,updater}.go
import type { KubeObject } from './json.ts'

interface ServerStorageVersion {
  apiServerID?: string
  encodingVersion?: string
  servedVersions?: string[]
}

interface StorageVersionCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

/** As of internal.apiserver.k8s.io/v1alpha1; api/, which has it too, imports this room. */
interface StorageVersionStatus {
  storageVersions?: ServerStorageVersion[]
  commonEncodingVersion?: string
  conditions?: StorageVersionCondition[]
}

/** `core.pods`, `apps.deployments` */
export const storageVersionName = (group: string, resource: string): string =>
  `${group === '' ? 'core' : group}.${resource}`

/** The versions that the servers of a StorageVersion encode with. */
export const versionsOf = (object: KubeObject): readonly ServerStorageVersion[] =>
  ((object['status'] ?? {}) as StorageVersionStatus).storageVersions ?? []

const condition = 'AllEncodingVersionsEqual'

/** The status with what one server says, and what that comes to. @param now RFC 3339 */
export function withServer(
  status: StorageVersionStatus,
  server: ServerStorageVersion,
  now: string,
): StorageVersionStatus {
  const known = status.storageVersions ?? []
  const isKnown = known.some(({ apiServerID }) => apiServerID === server.apiServerID)
  const replaced = known.map((one) => (one.apiServerID === server.apiServerID ? server : one))
  return concluded({ ...status, storageVersions: isKnown ? replaced : [...known, server] }, now)
}

/** The status with the servers' common encoding version, and the condition about it. */
export function concluded(
  { commonEncodingVersion: before, ...status }: StorageVersionStatus,
  now: string,
): StorageVersionStatus {
  const encodings = new Set((status.storageVersions ?? []).map(({ encodingVersion }) => encodingVersion))
  const [common] = encodings.size === 1 ? [...encodings] : []
  const found: StorageVersionCondition = {
    type: condition,
    status: common === undefined ? 'False' : 'True',
    lastTransitionTime: now,
    reason: common === undefined ? 'CommonEncodingVersionUnset' : 'CommonEncodingVersionSet',
    message: `Common encoding version ${common === undefined ? 'unset' : 'set'}`,
  }
  const changed = before !== undefined && common !== undefined && before !== common
  return {
    ...status,
    ...(common === undefined ? {} : { commonEncodingVersion: common }),
    conditions: withCondition(status.conditions ?? [], found, changed),
  }
}

/** @param forced its time is that of a transition though its status stays */
function withCondition(
  conditions: readonly StorageVersionCondition[],
  next: StorageVersionCondition,
  forced: boolean,
): StorageVersionCondition[] {
  const current = conditions.find(({ type }) => type === next.type)
  if (current === undefined) return [...conditions, next]
  const { lastTransitionTime } = current.status !== next.status || forced ? next : current
  return conditions.map((one) => (one === current ? { ...next, lastTransitionTime } : one))
}
