import type { Clock } from '../component-base/clock.ts'
import type { EtcdApi } from '../etcdctl/api/etcd-api.ts'
import { MemoryEtcdApi } from '../etcdctl/embedded/memory-etcd-api.ts'
import type { EtcdCalls } from '../server/storage/etcd/etcd-calls.ts'
import type { EtcdStorageOptions } from '../server/storage/etcd/etcd-storage.ts'
import { MemoryEtcd } from '../server/storage/etcd/memory-etcd.ts'
import { MemoryEtcdClient } from '../server/storage/etcd/memory-etcd-client.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ClusterStore, StoringServer } from './cluster-store.ts'
import { keysOf, snapshotOf } from './shared-records.ts'

/** An etcd in this process, which several servers share: each keeps its objects in the bytes of its own release. */
export class MemoryEtcdStore implements ClusterStore {
  private readonly etcdInside: MemoryEtcd
  /** The snapshot that the next server to open the store writes into it. */
  private coming: { snapshot: ClusterSnapshot; revision: number } | undefined
  readonly flags = []
  readonly access: ClusterStore['access'] = { connectEtcd: async (keeping) => this.connect(keeping) }

  constructor(clock: Clock) {
    this.etcdInside = new MemoryEtcd({ clock })
  }

  snapshot(server: StoringServer): Promise<ClusterSnapshot> {
    return snapshotOf(server)
  }

  async startFrom(snapshot: ClusterSnapshot): Promise<void> {
    this.coming = { snapshot, revision: snapshot.revision }
  }

  async restore(snapshot: ClusterSnapshot): Promise<void> {
    const revision = Math.max(snapshot.revision, this.etcdInside.revision) + 1
    this.coming = { snapshot, revision }
  }

  etcd(): EtcdApi {
    return new MemoryEtcdApi(this.etcdInside)
  }

  close(): void {
    this.etcdInside.close()
  }

  private connect(keeping: Pick<EtcdStorageOptions, 'codec' | 'prefix'>): EtcdCalls {
    const { coming } = this
    if (coming !== undefined) this.etcdInside.restore(keysOf(coming.snapshot, keeping), coming.revision)
    this.coming = undefined
    return new MemoryEtcdClient(this.etcdInside)
  }
}
