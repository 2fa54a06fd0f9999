// Upstream: etcd's etcdutl/snapshot/v3_snapshot.go, server/storage/mvcc/kvstore.go (restore)
import { createHash } from 'node:crypto'
import { ProtobufError } from '../../../apimachinery/scheme/protobuf-wire.ts'
import { BoltReader } from '../bbolt/bolt-reader.ts'
import type { ByteSource } from '../bbolt/byte-source.ts'
import { BoltFileError } from '../bbolt/format.ts'
import { decodeMessage } from '../etcd/message-codec.ts'
import type { Received } from '../etcd/messages.ts'
import { parseRevisionKey } from './revision-key.ts'

/** A file that is no snapshot of an etcd, or a damaged one: one line that names the file. */
export class SnapshotFileError extends Error {}

type KeyValue = Received<'KeyValue'>

const sumSize = 32
const blockSize = 512
const chunkSize = 1 << 20

/** Whether `etcdctl snapshot save` appended a sum: files of bbolt are whole blocks. */
export const hasSum = (size: number): boolean => size % blockSize === sumSize

/** The place in the file of a key's newest value. */
interface Place extends Omit<KeyValue, 'key' | 'value'> {
  /** The offset of the KeyValue message in the file. */
  readonly offset: number
  readonly length: number
}

/** Whether the sum of a file is that of its bytes; `none`: it has none, as the copy of a member's file. */
export type SumCheck = 'right' | 'none'

/** The contents of an etcd at its newest revision, in a backup: `etcdctl snapshot save`, or a member's snap/db. */
export class EtcdSnapshot {
  readonly sum: SumCheck
  readonly revision: number
  /** The revision up to which the history has been compacted. */
  readonly compactedRevision: number
  /** The storage version in the file, since etcd 3.6: `3.6.0`. */
  readonly storageVersion: string | undefined
  private readonly source: ByteSource
  private readonly places: ReadonlyMap<string, Place>

  private constructor(source: ByteSource, sum: SumCheck, state: State) {
    this.source = source
    this.sum = sum
    this.revision = Math.max(state.revision, state.compacted)
    this.compactedRevision = state.compacted
    this.storageVersion = state.storageVersion
    this.places = state.places
  }

  /**
   * Reads the keys; values are read when they are asked for. The source stays open as long as that. Throws a
   * {@link SnapshotFileError}. @param checkSum whether an appended sum has to be right
   */
  static read(source: ByteSource, checkSum = true): EtcdSnapshot {
    try {
      const summed = hasSum(source.size)
      if (summed && checkSum) checkFileSum(source)
      const reader = new BoltReader(source, summed ? source.size - sumSize : source.size)
      return new EtcdSnapshot(source, summed ? 'right' : 'none', stateOf(reader, source.name))
    } catch (error) {
      if (error instanceof BoltFileError) throw new SnapshotFileError(error.message, { cause: error })
      throw error
    }
  }

  get size(): number {
    return this.places.size
  }

  /** All keys, in etcd's order: byte by byte. */
  keys(): string[] {
    return [...this.places.keys()].sort()
  }

  /** @param key bytes as latin1 */
  get(key: string): KeyValue | undefined {
    const place = this.places.get(key)
    if (place === undefined) return undefined
    return decodeMessage('KeyValue', this.source.read(place.offset, place.length))
  }

  close(): void {
    this.source.close()
  }
}

interface State {
  revision: number
  compacted: number
  storageVersion: string | undefined
  places: Map<string, Place>
}

function stateOf(reader: BoltReader, name: string): State {
  const keys = reader.bucket('key')
  if (keys === undefined)
    throw new SnapshotFileError(`${name}: not the store of an etcd: it has no bucket "key"`)
  const meta = new Map<string, Buffer>()
  const metaBucket = reader.bucket('meta')
  if (metaBucket !== undefined)
    for (const { key, value } of reader.items(metaBucket)) meta.set(key.toString(), value)
  const state: State = {
    revision: 1,
    compacted: parseRevisionKey(meta.get('finishedCompactRev') ?? Buffer.alloc(0))?.main ?? 0,
    storageVersion: meta.get('storageVersion')?.toString(),
    places: new Map(),
  }
  for (const { key, value, offset } of reader.items(keys)) takeIn(state, { key, value, offset }, name)
  return state
}

/** Later revisions come later: what is there already is older. */
function takeIn(
  state: State,
  { key, value, offset }: { key: Buffer; value: Buffer; offset: number },
  name: string,
): void {
  const revision = parseRevisionKey(key)
  if (revision === undefined)
    throw new SnapshotFileError(`${name}: damaged: "${key.toString('hex')}" is no revision`)
  const kv = keyValueOf(value, revision.main, name)
  const own = kv.key.toString('latin1')
  state.revision = Math.max(state.revision, revision.main)
  if (revision.tombstone) state.places.delete(own)
  else {
    const { create_revision, mod_revision, version, lease } = kv
    state.places.set(own, { create_revision, mod_revision, version, lease, offset, length: value.length })
  }
}

function keyValueOf(value: Buffer, revision: number, name: string): KeyValue {
  try {
    return decodeMessage('KeyValue', value)
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error
    throw new SnapshotFileError(
      `${name}: damaged: revision ${revision} is no key with a value: ${error.message}`,
    )
  }
}

function checkFileSum(source: ByteSource): void {
  const end = source.size - sumSize
  const hash = createHash('sha256')
  for (let at = 0; at < end; at += chunkSize) hash.update(source.read(at, Math.min(chunkSize, end - at)))
  const [told, found] = [source.read(end, sumSize), hash.digest()]
  if (!told.equals(found))
    throw new SnapshotFileError(
      `${source.name}: expected sha256 ${told.toString('hex')}, got ${found.toString('hex')}: the file is not what was saved`,
    )
}
