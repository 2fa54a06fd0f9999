// Where the objects of a cluster are. Upstream: etcd's etcdutl/snapshot (restore --bump-revision --mark-compacted)
import type { EtcdApi } from '../etcdctl/api/etcd-api.ts'
import type { Storage } from '../server/storage/interface.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ApiserverStart } from './component-start.ts'

/** A server of the cluster that runs: its store, and the release whose forms it stores (`1.34`). */
export interface StoringServer {
  storage: Storage
  release: string
}

/** The store of a cluster, which outlives its servers. */
export interface ClusterStore {
  /** The flags that a server's command line has for the store. */
  readonly flags: readonly string[]
  /** Opens the store for a server, or connects the server to its etcd. */
  readonly access: Pick<ApiserverStart, 'openStorage' | 'connectEtcd'>
  /** The objects in the store. @param server that reads it */
  snapshot(server: StoringServer): Promise<ClusterSnapshot>
  /** Fills the store of a new cluster. Throws ClusterUsageError where the store holds something already. */
  startFrom(snapshot: ClusterSnapshot): Promise<void>
  /**
   * Only while no server runs. The revision never goes back, and what was before is marked as compacted: a client that goes on
   * with a watch from before is told 410 Expired and lists anew, in place of missing events without noticing.
   */
  restore(snapshot: ClusterSnapshot): Promise<void>
  /** The store as an etcd. Throws ClusterUsageError. @param server that runs; throws where none does */
  etcd(server: () => StoringServer): EtcdApi
  close(): void
}
