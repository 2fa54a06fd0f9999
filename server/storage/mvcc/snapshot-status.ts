// Upstream: etcd's etcdutl/snapshot/v3_snapshot.go (Status)

import { BoltReader } from '../bbolt/bolt-reader.ts'
import type { ByteSource } from '../bbolt/byte-source.ts'
import { BoltFileError } from '../bbolt/format.ts'
import { crc32c } from './crc32c.ts'
import { hasSum, SnapshotFileError } from './snapshot-file.ts'

/** The columns that `etcdutl snapshot status` prints about a file. */
export interface SnapshotStatus {
  hash: number
  revision: number
  totalKey: number
  totalSize: number
  /** Since etcd 3.6: `3.6.0`; empty where the file does not say. */
  version: string
}

/** Reads all buckets; a sum at the end is not checked, as upstream's is not. Throws a {@link SnapshotFileError}. */
export function snapshotStatus(source: ByteSource): SnapshotStatus {
  try {
    const reader = new BoltReader(source, hasSum(source.size) ? source.size - 32 : source.size)
    return { ...counted(reader), totalSize: reader.meta.pages * reader.meta.pageSize }
  } catch (error) {
    if (error instanceof BoltFileError) throw new SnapshotFileError(error.message, { cause: error })
    throw error
  }
}

function counted(reader: BoltReader): Omit<SnapshotStatus, 'totalSize'> {
  const status = { hash: 0, revision: 0, totalKey: 0, version: '' }
  for (const { bucket, item } of reader.all()) {
    if (item === undefined) {
      status.hash = crc32c(bucket.key, status.hash)
      continue
    }
    status.hash = crc32c(item.value, crc32c(item.key, status.hash))
    status.totalKey++
    const name = bucket.key.toString('latin1')
    if (name === 'key' && item.key.length >= 8) status.revision = Number(item.key.readBigUInt64BE(0))
    if (name === 'meta' && item.key.toString() === 'storageVersion') status.version = item.value.toString()
  }
  return status
}
