// What an embedded store starts from, of the snapshot of an etcd.

import { isCbor } from '../../apimachinery/scheme/cbor/serializer.ts'
import { writerName } from '../../apimachinery/scheme/stored-writer.ts'
import type { StoredRecord } from '../../server/storage/interface.ts'
import type { EtcdSnapshot } from '../../server/storage/mvcc/snapshot-file.ts'
import { objectOf } from '../../server/storage/mvcc/stored-key-value.ts'
import { encodeRecord } from '../../server/storage/record.ts'

/** The revision and records that a store starts with. */
export interface RestoredState {
  revision: number
  records: StoredRecord[]
}

/** Of the keys that kube-apiservers agree on compaction by nothing is kept: the embedded store does that alone. */
const ownKeys = new Set(['compact_rev_key'])

/** The objects of a snapshot with their revisions. @param release of the servers that read them, as `1.34` */
export function restoredState(snapshot: EtcdSnapshot, bump: number, release: string): RestoredState {
  const records = snapshot.keys().flatMap((key) => {
    const kv = snapshot.get(key)
    if (kv === undefined || ownKeys.has(key)) return []
    const { create_revision: createRevision, mod_revision: modRevision, value } = kv
    const writtenBy = writerName(release, isCbor(value))
    const head = { key: kv.key.toString(), createRevision, modRevision, writtenBy }
    return [encodeRecord(head, objectOf(value, release))]
  })
  return { revision: snapshot.revision + bump, records }
}
