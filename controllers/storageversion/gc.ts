// Upstream: pkg/controller/storageversiongc/gc_controller.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'

const versionsPath = '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions'
const leasesPath = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'

interface ServerVersion {
  apiServerID: string
  encodingVersion: string
}

interface Condition {
  type: string
  status: string
  lastTransitionTime: string
  reason: string
  message: string
}

interface Status {
  storageVersions?: ServerVersion[]
  commonEncodingVersion?: string
  conditions?: Condition[]
}

const statusOf = (object: KubeObject): Status => (object['status'] ?? {}) as Status

/** The status of the servers that are left. @param now RFC 3339 */
export function ofServers(status: Status, storageVersions: ServerVersion[], now: string): Status {
  const { commonEncodingVersion: before, conditions = [], ...rest } = status
  const encodings = new Set(storageVersions.map(({ encodingVersion }) => encodingVersion))
  const common = encodings.size === 1 ? [...encodings][0] : undefined
  const type = 'AllEncodingVersionsEqual'
  const current = conditions.find((one) => one.type === type)
  const next = common === undefined ? 'False' : 'True'
  const same = current?.status === next && (before === undefined || before === common)
  const condition: Condition = {
    ...current,
    type,
    status: next,
    lastTransitionTime: same ? current.lastTransitionTime : now,
    reason: common === undefined ? 'CommonEncodingVersionUnset' : 'CommonEncodingVersionSet',
    message: `Common encoding version ${common === undefined ? 'unset' : 'set'}`,
  }
  return {
    ...rest,
    storageVersions,
    ...(common === undefined ? {} : { commonEncodingVersion: common }),
    conditions: [...conditions.filter((one) => one !== current), condition],
  }
}

/** Takes servers that are gone out of StorageVersions, and removes those that no server is left in. */
export function startStorageVersionGC(context: ControllerContext): Controller {
  const { client, clock, informers } = context
  const label = controllersDialect(context.minor).identityLeaseLabel
  const isThere = (lease: KubeObject | undefined): boolean =>
    lease?.metadata.labels?.[label] === 'kube-apiserver'
  const addAll = (lease: KubeObject): void => {
    if (isThere(lease)) for (const name of versions.items.keys()) queue.add(name)
  }
  const versions = informers.on(versionsPath, { onChange: ({ metadata }) => queue.add(metadata.name!) })
  informers.on(leasesPath, { onDelete: addAll })
  const lives = async (id: string): Promise<boolean> =>
    isThere(
      await client.get(`${leasesPath}/${id}`).catch((error: unknown) => {
        if (isNotFound(error)) return undefined
        throw error
      }),
    )
  const queue = new ReconcileQueue(context, 'storageversion-gc', async (name) => {
    const known = versions.items.get(name)
    if (known === undefined) return
    const all = statusOf(known).storageVersions ?? []
    const left: ServerVersion[] = []
    for (const one of all) if (await lives(one.apiServerID)) left.push(one)
    if (left.length === all.length) return
    if (left.length === 0) await client.delete(`${versionsPath}/${name}`)
    else {
      const status = ofServers(statusOf(known), left, toTime(clock.now()))
      await client.update(`${versionsPath}/${name}/status`, { ...known, status })
    }
  })
  return queue
}
