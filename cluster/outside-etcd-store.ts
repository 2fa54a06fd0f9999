import type { EtcdApi } from '../etcdctl/api/etcd-api.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type { EtcdOptions } from './cluster-options.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ClusterStore, StoringServer } from './cluster-store.ts'
import { snapshotOf } from './shared-records.ts'

/** An etcd that is not the cluster's own: it is read and written as servers do it, and never put back. */
export class OutsideEtcdStore implements ClusterStore {
  private readonly options: EtcdOptions
  readonly flags: readonly string[]
  readonly access: ClusterStore['access'] = {
    connectEtcd: async () => {
      const { EtcdClient } = await import('../server/storage/etcd/etcd-client.ts')
      const { servers, caFile = '', certFile = '', keyFile = '' } = this.options
      return EtcdClient.open({ endpoints: servers, caFile, certFile, keyFile })
    },
  }

  constructor(options: EtcdOptions) {
    this.options = options
    this.flags = options.prefix === undefined ? [] : [`--etcd-prefix=${options.prefix}`]
  }

  snapshot(server: StoringServer): Promise<ClusterSnapshot> {
    return snapshotOf(server)
  }

  startFrom(): Promise<void> {
    return this.restore()
  }

  async restore(): Promise<void> {
    throw new ClusterUsageError(
      `the objects are in the etcd at ${this.options.servers[0]}: put that back with etcdutl snapshot restore`,
    )
  }

  etcd(): EtcdApi {
    const { servers } = this.options
    throw new ClusterUsageError(`the objects are in an etcd already: ETCDCTL_ENDPOINTS=${servers.join(',')}`)
  }

  close(): void {}
}
