// Upstream: etcd's server/storage/mvcc/revision.go

/** The place of a change: `sub` counts the changes of one transaction. */
export interface Revision {
  readonly main: number
  readonly sub: number
  readonly tombstone: boolean
}

const dash = 0x5f
const tombstone = 0x74

/** 17 bytes: the main revision, `_`, the sub revision. */
export function revisionKey(main: number, sub = 0): Buffer {
  const key = Buffer.alloc(17)
  key.writeBigUInt64BE(BigInt(main), 0)
  key[8] = dash
  key.writeBigUInt64BE(BigInt(sub), 9)
  return key
}

/** The revision in a key of the bucket `key`; undefined where the key is malformed. */
export function parseRevisionKey(key: Buffer): Revision | undefined {
  if ((key.length !== 17 && key.length !== 18) || key[8] !== dash) return undefined
  if (key.length === 18 && key[17] !== tombstone) return undefined
  const [main, sub] = [Number(key.readBigUInt64BE(0)), Number(key.readBigUInt64BE(9))]
  return Number.isSafeInteger(main) ? { main, sub, tombstone: key.length === 18 } : undefined
}
