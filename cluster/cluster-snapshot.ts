import type { StoredRecord } from '../server/storage/interface.ts'
import { SnapshotFile } from '../server/storage/lowdb/snapshot-file.ts'
import { newFileTarget } from '../server/storage/mvcc/snapshot-target.ts'
import { storedContents } from '../server/storage/mvcc/stored-key-value.ts'
import { writeEtcdSnapshot } from '../server/storage/mvcc/write-snapshot.ts'
import { ClusterUsageError } from './cluster-errors.ts'

/**
 * All that a store held at one revision, as `etcdctl snapshot save` keeps it: objects as they are stored, each in the form of
 * the release that wrote it, without history. It does not change, and any number of clusters of any release may start from it.
 */
export class ClusterSnapshot {
  /** The store's revision: the highest resourceVersion. */
  readonly revision: number
  /** Sorted by key (`/registry/services/specs/default/web`), with the stored JSON and the release that wrote it. */
  readonly records: readonly StoredRecord[]

  constructor(revision: number, records: readonly StoredRecord[]) {
    this.revision = revision
    this.records = records
  }

  /** Writes a file (mode 0600: it holds Secrets) for {@link load}, with a rename at its end. */
  async save(path: string): Promise<void> {
    await new SnapshotFile(path).write({
      store: '',
      revision: this.revision,
      journal: 1,
      journalAfter: this.revision,
      records: this.records,
    })
  }

  /**
   * Writes a new file (mode 0600) as `etcdctl snapshot save` does of a real cluster: etcdutl restores it, and real servers read the
   * objects. Throws the system's error where there is a file.
   */
  async saveForEtcd(path: string): Promise<void> {
    const target = await newFileTarget(path)
    try {
      await writeEtcdSnapshot(target, {
        revision: this.revision,
        items: storedContents(this.records, this.revision),
      })
    } finally {
      await target.close()
    }
  }

  /** Reads what {@link save} wrote. Throws ClusterUsageError where there is no file, CorruptDataError with file and line. */
  static async load(path: string): Promise<ClusterSnapshot> {
    const read = await new SnapshotFile(path).read()
    if (read === null) throw new ClusterUsageError(`${path}: no such file`)
    return new ClusterSnapshot(read.revision, [...read.records])
  }
}
