import type { EtcdSnapshot } from '../../../server/storage/mvcc/snapshot-file.ts'

/** A key, and what is stored under it. */
export interface StoredItem {
  /** Its bytes as latin1. */
  readonly key: string
  value(): Buffer
}

/** All that an etcd holds at one revision. What is counted is known when the items have been gone through. */
export interface EtcdContents {
  readonly revision: number
  readonly size: number
  /** In the order of the keys. */
  items(): Iterable<StoredItem> | AsyncIterable<StoredItem>
}

/** What is in the file of a backup. */
export const contentsOfSnapshot = (snapshot: EtcdSnapshot): EtcdContents => ({
  revision: snapshot.revision,
  size: snapshot.size,
  *items() {
    for (const key of snapshot.keys()) yield { key, value: () => snapshot.get(key)!.value }
  },
})
