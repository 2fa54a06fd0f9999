// What a snapshot keeps of a store that several servers share, and what such a store keeps of a snapshot.
import type { KubeObject } from '../apimachinery/json.ts'
import { isCbor } from '../apimachinery/scheme/cbor/serializer.ts'
import { writerName } from '../apimachinery/scheme/stored-writer.ts'
import type { EtcdStorageOptions } from '../server/storage/etcd/etcd-storage.ts'
import { KeySpace } from '../server/storage/etcd/key-space.ts'
import type { KeptKey } from '../server/storage/etcd/memory-changes.ts'
import type { StoredRecord } from '../server/storage/interface.ts'
import { rawBytes, rawObject } from '../server/storage/raw-bytes.ts'
import { encodeRecord } from '../server/storage/record.ts'
import { ClusterSnapshot } from './cluster-snapshot.ts'
import type { StoringServer } from './cluster-store.ts'

/**
 * What servers and controllers agree on beside the objects; they make it anew: who is there, who leads, and what Services have taken.
 * Keys, or with `/` at the end all that is under them.
 */
const agreements = [
  '/registry/masterleases/',
  '/registry/ranges/',
  '/registry/leases/kube-system/kube-controller-manager',
  '/registry/leases/kube-system/kube-scheduler',
]

/** The objects of a shared store, as one of its servers reads them. */
export async function snapshotOf({ storage, release }: StoringServer): Promise<ClusterSnapshot> {
  const { records, revision } = await storage.list('/registry/')
  const objects = records.filter(({ key }) => !isAgreement(key))
  const writer = ({ stored }: StoredRecord): string =>
    writerName(release, stored !== undefined && isCbor(stored))
  return new ClusterSnapshot(
    revision,
    objects.map((record) => encodeRecord({ ...headOf(record), writtenBy: writer(record) }, readable(record))),
  )
}

const isAgreement = (key: string): boolean =>
  agreements.some((one) => (one.endsWith('/') ? key.startsWith(one) : key === one))

const headOf = ({ key, createRevision, modRevision }: StoredRecord) => ({ key, createRevision, modRevision })

/** The record's object; bytes that are no object are kept as they are. */
function readable(record: StoredRecord): KubeObject {
  try {
    return record.object
  } catch {
    return rawObject(record.stored!)
  }
}

/** The keys of etcd for a snapshot's objects, in the bytes that a server stores. */
export function keysOf(
  { records }: ClusterSnapshot,
  { codec, prefix }: Pick<EtcdStorageOptions, 'codec' | 'prefix'>,
): KeptKey[] {
  const keys = new KeySpace(prefix)
  return records.map(({ key, createRevision, modRevision, object }) => ({
    key: keys.outer(key),
    create_revision: createRevision,
    mod_revision: modRevision,
    version: createRevision === modRevision ? 1 : 2,
    value: rawBytes(object) ?? codec.encode(object, key),
    lease: 0n,
  }))
}
