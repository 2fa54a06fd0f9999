// Upstream: go.etcd.io/bbolt (internal/common/{page,meta,bucket}.go): the format of its files.

/** What a bbolt file cannot be read for: `FILE: what is wrong (page N)`. */
export class BoltFileError extends Error {}

/** Bytes before the elements of a page: its number, flags, count and overflow. */
export const pageHeaderSize = 16
/** Bytes of an element of a branch or leaf page, without key and value. */
export const elementSize = 16
/** Bytes of a bucket in a leaf page: its root and its sequence. */
export const bucketHeaderSize = 16
/** Bytes of a meta behind the header of its page. */
export const metaSize = 64

/** The flags of a page, by the kind of the page. */
export const pageFlags = { branch: 0x01, leaf: 0x02, meta: 0x04, freelist: 0x10 } as const
/** The flag of an element of a leaf page whose value is a bucket. */
export const bucketFlag = 0x01

/** The number with which every meta begins. */
export const magic = 0xed0cdaed
/** The version of bbolt's file format, which has never changed. */
export const formatVersion = 2

/** The newest valid state of a file. */
export interface Meta {
  pageSize: number
  /** The page of the root bucket, whose keys are names of buckets. */
  root: number
  /** The page of the freelist; all ones: the file does not keep the free pages. */
  freelist: bigint
  /** The number of pages that are in use or free. */
  pages: number
  txid: bigint
}

const fnvOffset = 0xcbf29ce484222325n
const fnvPrime = 0x100000001b3n

/** FNV-1a of 64 bits. */
export function fnv1a(bytes: Uint8Array): bigint {
  let sum = fnvOffset
  for (const byte of bytes) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * fnvPrime)
  return sum
}

/** The meta of a page's bytes behind its header, or why it is none. */
export function readMeta(bytes: Buffer): Meta | string {
  if (bytes.length < metaSize || bytes.readUInt32LE(0) !== magic) return 'invalid database'
  if (bytes.readUInt32LE(4) !== formatVersion) return 'version mismatch'
  if (bytes.readBigUInt64LE(56) !== fnv1a(bytes.subarray(0, 56))) return 'checksum error'
  return {
    pageSize: bytes.readUInt32LE(8),
    root: wholeNumber(bytes, 16),
    freelist: bytes.readBigUInt64LE(32),
    pages: wholeNumber(bytes, 40),
    txid: bytes.readBigUInt64LE(48),
  }
}

/** A number of 64 bits; what is past the whole numbers of JavaScript is no place in any file. */
export const wholeNumber = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at))
