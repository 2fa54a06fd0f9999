import type { Logger } from '../component-base/klog.ts'
import type { EtcdApi } from '../etcdctl/api/etcd-api.ts'
import { EmbeddedEtcd } from '../etcdctl/embedded/embedded-etcd.ts'
import type { Storage } from '../server/storage/interface.ts'
import { holdsStore, restoreDirectory } from '../server/storage/lowdb/restore-directory.ts'
import { createMemoryStorage } from '../server/storage/memory.ts'
import { openStorage } from '../server/storage/open-storage.ts'
import { OrderedStore } from '../server/storage/ordered-store.ts'
import type { InitialState } from '../server/storage/store-view.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ClusterStore, StoringServer } from './cluster-store.ts'

/** The store of one server: in memory, or in a directory. One server at a time has it open. */
export class EmbeddedStore implements ClusterStore {
  private readonly directory: string | undefined
  /** The storage of the newest server; closed while none runs. */
  private storage: Storage | undefined
  private restored: InitialState | undefined
  readonly flags = []
  readonly access: ClusterStore['access'] = { openStorage: (by, logger) => this.open(by, logger) }

  constructor(directory: string | undefined) {
    this.directory = directory
  }

  /** @param writtenBy as `StoredRecord` has it */
  private async open(writtenBy: string, logger: Logger): Promise<Storage> {
    this.storage =
      this.directory === undefined
        ? this.openMemory(writtenBy)
        : await openStorage({ dataDir: this.directory, writtenBy, logger })
    return this.storage
  }

  private openMemory(writtenBy: string): Storage {
    const left = this.storage instanceof OrderedStore ? this.storage.state() : undefined
    const initial = this.restored ?? left
    this.restored = undefined
    return createMemoryStorage({ writtenBy, ...(initial === undefined ? {} : { initial }) })
  }

  async snapshot({ storage }: StoringServer): Promise<ClusterSnapshot> {
    const { records, revision } = await storage.list('')
    return new ClusterSnapshot(revision, records)
  }

  /** Throws where the directory holds a store already, as etcdutl does. */
  async startFrom(snapshot: ClusterSnapshot): Promise<void> {
    if (this.directory !== undefined && (await holdsStore(this.directory)))
      throw new ClusterUsageError(`data: the directory ${this.directory} holds a store already`)
    await this.replace(snapshot, snapshot.revision)
  }

  async restore(snapshot: ClusterSnapshot): Promise<void> {
    await this.replace(snapshot, Math.max(snapshot.revision, this.storage?.revision() ?? 0) + 1)
  }

  etcd(server: () => StoringServer): EtcdApi {
    return new EmbeddedEtcd({ storage: () => server().storage, release: () => server().release })
  }

  close(): void {}

  private async replace({ records }: ClusterSnapshot, revision: number): Promise<void> {
    if (this.directory !== undefined) await restoreDirectory(this.directory, { revision, records })
    else this.restored = { revision, compacted: revision, records: [...records], history: [] }
  }
}
