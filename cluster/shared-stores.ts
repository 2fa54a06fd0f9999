import { type Clock, realClock } from '../component-base/clock.ts'
import { openEtcdStorage } from '../server/storage/etcd/etcd-storage.ts'
import { KeySpace } from '../server/storage/etcd/key-space.ts'
import { MemoryEtcd } from '../server/storage/etcd/memory-etcd.ts'
import { MemoryEtcdClient } from '../server/storage/etcd/memory-etcd-client.ts'
import type { Storage, StoredRecord } from '../server/storage/interface.ts'
import { storedCodecOf, storedKeyValue } from '../server/storage/mvcc/stored-key-value.ts'
import type { ApiserverStart } from './component-start.ts'

const prefix = '/registry'

/** Etcds of this process, by the name of the directory that a real one would keep its data in. */
export class SharedStores {
  private readonly etcds = new Map<string, MemoryEtcd>()
  private readonly clock: Clock

  constructor(clock: Clock = realClock) {
    this.clock = clock
  }

  /** How servers come to it. @param name undefined: one that nobody has used */
  access(name: string | undefined): NonNullable<ApiserverStart['connectEtcd']> {
    const etcd = name === undefined ? new MemoryEtcd({ clock: this.clock }) : this.named(name)
    return async () => new MemoryEtcdClient(etcd)
  }

  /** The store while no server has it open. @param writtenBy as `StoredRecord` has it */
  open(name: string, writtenBy: string): Promise<Storage> {
    return openEtcdStorage({
      connect: async () => new MemoryEtcdClient(this.named(name)),
      prefix,
      writtenBy,
      codec: storedCodecOf(writtenBy),
      clock: this.clock,
      leases: { reuseSeconds: 60, maxObjects: 1000 },
    })
  }

  /** Puts these records in the place of what a store held, without a history. */
  restore(name: string, { revision, records }: { revision: number; records: StoredRecord[] }): void {
    const keys = new KeySpace(prefix)
    const kvs = records.map((record) => {
      const { version, value } = storedKeyValue(record)
      const { key, createRevision: create_revision, modRevision: mod_revision } = record
      return { key: keys.outer(key), create_revision, mod_revision, version, value, lease: 0n }
    })
    this.named(name).restore(kvs, revision)
  }

  private named(name: string): MemoryEtcd {
    const etcd = this.etcds.get(name) ?? new MemoryEtcd({ clock: this.clock })
    this.etcds.set(name, etcd)
    return etcd
  }
}
