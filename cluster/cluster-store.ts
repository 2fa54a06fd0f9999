// Upstream: etcd's etcdutl/snapshot (restore --bump-revision --mark-compacted)
import type { Logger } from '../component-base/klog.ts'
import type { Storage } from '../server/storage/interface.ts'
import { holdsStore, restoreDirectory } from '../server/storage/lowdb/restore-directory.ts'
import { createMemoryStorage } from '../server/storage/memory.ts'
import { openStorage } from '../server/storage/open-storage.ts'
import { OrderedStore } from '../server/storage/ordered-store.ts'
import type { InitialState } from '../server/storage/store-view.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import { ClusterSnapshot } from './cluster-snapshot.ts'

/** The store of a cluster, which outlives its servers: in memory, or in a directory. One server at a time has it open. */
export class ClusterStore {
  private readonly directory: string | undefined
  /** That of the newest server; closed while none runs. */
  private storage: Storage | undefined
  private restored: InitialState | undefined

  constructor(directory: string | undefined) {
    this.directory = directory
  }

  /** @param writtenBy the release that writes, as `1.34` */
  async open(writtenBy: string, logger: Logger): Promise<Storage> {
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

  /** Only while a server runs. */
  async snapshot(): Promise<ClusterSnapshot> {
    const { records, revision } = await this.storage!.list('')
    return new ClusterSnapshot(revision, records)
  }

  /** Throws where the directory holds a store already, as etcdutl does. */
  async startFrom(snapshot: ClusterSnapshot): Promise<void> {
    if (this.directory !== undefined && (await holdsStore(this.directory)))
      throw new ClusterUsageError(`data: the directory ${this.directory} holds a store already`)
    await this.replace(snapshot, snapshot.revision)
  }

  /**
   * Only while no server runs. The revision never goes back, and what was before is marked as compacted: a client that goes on
   * with a watch from before is told 410 Expired and lists anew, in place of missing events without noticing.
   */
  async restore(snapshot: ClusterSnapshot): Promise<void> {
    await this.replace(snapshot, Math.max(snapshot.revision, this.storage?.revision() ?? 0) + 1)
  }

  private async replace({ records }: ClusterSnapshot, revision: number): Promise<void> {
    if (this.directory !== undefined) await restoreDirectory(this.directory, { revision, records })
    else this.restored = { revision, compacted: revision, records: [...records], history: [] }
  }
}
