// Upstream: pkg/controller/storageversiongc/gc_controller.go
import type { ServerStorageVersion, StorageVersionStatus } from '../../api/apiserverinternal-v1alpha1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { concluded, versionsOf } from '../../apimachinery/storage-version-status.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'

const versionsPath = '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions'
const leasesPath = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'

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
    const all = versionsOf(known)
    const left: ServerStorageVersion[] = []
    for (const one of all) if (await lives(one.apiServerID ?? '')) left.push(one)
    if (left.length === all.length) return
    if (left.length === 0) await client.delete(`${versionsPath}/${name}`)
    else {
      const before = (known['status'] ?? {}) as StorageVersionStatus
      const status = concluded({ ...before, storageVersions: left }, toTime(clock.now()))
      await client.update(`${versionsPath}/${name}/status`, { ...known, status })
    }
  })
  return queue
}
