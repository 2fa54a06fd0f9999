// Writes what a store holds as the file that `etcdctl snapshot save` writes. Upstream: etcd's server/storage/schema, client/v3/snapshot
import { createHash } from 'node:crypto'
import { type ByteSink, writeBolt } from '../bbolt/bolt-writer.ts'
import { encodeMessage } from '../etcd/message-codec.ts'
import type { KeyValue } from '../etcd/messages.ts'
import { revisionKey } from './revision-key.ts'

/** The file that a snapshot is written to, and read again from for its sum. */
export interface SnapshotTarget extends ByteSink {
  read(offset: number, length: number): Promise<Buffer>
}

/** All key-value pairs of a store at one revision. */
export interface StoreContents {
  readonly revision: number
  /** The pairs, no two of which have the same revision, in any order. */
  readonly items: Iterable<KeyValue>
}

const chunkSize = 1 << 20

const ofEight = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** The buckets that every etcd has. What was before `revision` is marked as compacted: the file holds no history. */
function* bucketsOf({ revision, items }: StoreContents): Generator<[string, Iterable<[Buffer, Buffer]>]> {
  for (const name of ['alarm', 'auth', 'authRoles', 'authUsers', 'cluster']) yield [name, []]
  yield ['key', keysOf(items)]
  for (const name of ['lease', 'members', 'members_removed']) yield [name, []]
  const compacted = revisionKey(revision)
  yield [
    'meta',
    [
      [Buffer.from('consistent_index'), ofEight(revision)],
      [Buffer.from('finishedCompactRev'), compacted],
      [Buffer.from('scheduledCompactRev'), compacted],
      [Buffer.from('term'), ofEight(2)],
    ],
  ]
}

function* keysOf(items: Iterable<KeyValue>): Generator<[Buffer, Buffer]> {
  const sorted = [...items].sort((a, b) => a.mod_revision - b.mod_revision)
  for (const kv of sorted) yield [revisionKey(kv.mod_revision), encodeMessage('KeyValue', kv)]
}

/** Writes the file with its sum. Resolves with its size in bytes. */
export async function writeEtcdSnapshot(target: SnapshotTarget, contents: StoreContents): Promise<number> {
  const size = await writeBolt(target, bucketsOf(contents))
  const hash = createHash('sha256')
  for (let at = 0; at < size; at += chunkSize)
    hash.update(await target.read(at, Math.min(chunkSize, size - at)))
  await target.write(hash.digest(), size)
  return size + 32
}
