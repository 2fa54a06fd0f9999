// Reads a bbolt file as bbolt does, but trusts nothing in it: the file may be a stranger's. Upstream: go.etcd.io/bbolt (db.go, cursor.go)
import type { ByteSource } from './byte-source.ts'
import {
  BoltFileError,
  bucketFlag,
  bucketHeaderSize,
  elementSize,
  type Meta,
  metaSize,
  pageFlags,
  pageHeaderSize,
  readMeta,
  wholeNumber,
} from './format.ts'

/** A key of a bucket, with its value or the bucket that it names. */
export interface BoltItem {
  readonly key: Buffer
  readonly value: Buffer
  /** Bytes from the start of the file to the value. */
  readonly offset: number
  readonly bucket?: BoltBucket
}

/** A bucket: the page of its root, or the bytes of a page within the value that names it. */
export interface BoltBucket {
  readonly root: number
  /** The root page, with its place in the file, where it lies within the value (`root` is 0). */
  readonly inline?: Page
}

/** A page together with its overflow pages. */
interface Page {
  readonly id: number
  readonly offset: number
  readonly bytes: Buffer
  readonly flags: number
  readonly count: number
}

/** No tree of pages is deeper: a branch has two children at least. */
const deepest = 64

/** The pages that were reached: each byte of a file belongs to one page, and each page has one place in a tree. */
class Walk {
  readonly seen = new Set<number>()
  /** Bytes that pages may still have. */
  left: number

  constructor(size: number) {
    this.left = size
  }
}

/** A file of bbolt: its newest valid meta, and its buckets. Throws {@link BoltFileError} wherever the file is no such file. */
export class BoltReader {
  readonly meta: Meta
  private readonly source: ByteSource
  /** The end of the pages in bytes: behind them a checksum may be appended. */
  private readonly end: number

  constructor(source: ByteSource, end = source.size) {
    this.source = source
    this.end = end
    this.meta = this.newestMeta()
  }

  /** The bucket that holds the named buckets. */
  get root(): BoltBucket {
    return { root: this.meta.root }
  }

  /** The bucket of this name in the root bucket; undefined: there is none. */
  bucket(name: string): BoltBucket | undefined {
    for (const { key, bucket } of this.items(this.root)) if (key.toString('latin1') === name) return bucket
    return undefined
  }

  /** The items of a bucket in the order of their keys; each page once. */
  *items(bucket: BoltBucket, walk = new Walk(this.end)): Generator<BoltItem> {
    if (bucket.inline !== undefined) yield* this.leaf(bucket.inline)
    else yield* this.under(bucket.root, walk, 0)
  }

  /** The items of all buckets with the name of each, in their order. */
  *all(): Generator<{ bucket: BoltItem; item?: BoltItem }> {
    const walk = new Walk(this.end)
    for (const bucket of this.items(this.root, walk)) {
      yield { bucket }
      if (bucket.bucket === undefined) continue
      for (const item of this.items(bucket.bucket, walk)) yield { bucket, item }
    }
  }

  private *under(id: number, walk: Walk, depth: number): Generator<BoltItem> {
    if (walk.seen.has(id) || depth > deepest) throw this.broken('is reached twice', id)
    walk.seen.add(id)
    const page = this.page(id)
    walk.left -= page.bytes.length
    if (walk.left < 0) throw this.broken('overlaps with others', id)
    if ((page.flags & pageFlags.leaf) !== 0) yield* this.leaf(page)
    else if ((page.flags & pageFlags.branch) !== 0)
      for (const child of this.children(page)) yield* this.under(child, walk, depth + 1)
    else throw this.broken(`is neither branch nor leaf (flags 0x${page.flags.toString(16)})`, id)
  }

  private children({ id, bytes, count }: Page): number[] {
    this.checkCount(id, bytes, count)
    return Array.from({ length: count }, (_, i) => wholeNumber(bytes, pageHeaderSize + i * elementSize + 8))
  }

  private *leaf({ id, bytes, count, offset }: Page): Generator<BoltItem> {
    this.checkCount(id, bytes, count)
    let left = bytes.length
    for (let i = 0; i < count; i++) {
      const at = pageHeaderSize + i * elementSize
      const start = at + bytes.readUInt32LE(at + 4)
      const middle = start + bytes.readUInt32LE(at + 8)
      const end = middle + bytes.readUInt32LE(at + 12)
      left -= end - start
      if (end > bytes.length || left < 0) throw this.broken('has an element beyond its end', id)
      const value = bytes.subarray(middle, end)
      const item = { key: bytes.subarray(start, middle), value, offset: offset + middle }
      const named = (bytes.readUInt32LE(at) & bucketFlag) !== 0
      yield named ? { ...item, bucket: this.bucketOf(id, value, item.offset) } : item
    }
  }

  private bucketOf(id: number, value: Buffer, offset: number): BoltBucket {
    if (value.length < bucketHeaderSize) throw this.broken('has a bucket without a root', id)
    const root = wholeNumber(value, 0)
    if (root !== 0) return { root }
    if (value.length < bucketHeaderSize + pageHeaderSize) throw this.broken('has an empty bucket', id)
    const bytes = value.subarray(bucketHeaderSize)
    const inline = pageOf(id, bytes, offset + bucketHeaderSize)
    if ((inline.flags & pageFlags.leaf) === 0) throw this.broken('has a bucket that is no leaf', id)
    return { root, inline }
  }

  private checkCount(id: number, bytes: Buffer, count: number): void {
    if (pageHeaderSize + count * elementSize > bytes.length)
      throw this.broken(`has ${count} elements, more than there is room for`, id)
  }

  private page(id: number): Page {
    const { pageSize, pages } = this.meta
    const offset = id * pageSize
    if (id < 2 || id >= pages || offset + pageSize > this.end) throw this.broken('is beyond the end', id)
    const first = this.source.read(offset, pageSize)
    if (wholeNumber(first, 0) !== id) throw this.broken(`says that it is page ${wholeNumber(first, 0)}`, id)
    const overflow = first.readUInt32LE(12)
    if (overflow === 0) return pageOf(id, first, offset)
    const length = (overflow + 1) * pageSize
    if (id + overflow >= pages || offset + length > this.end)
      throw this.broken(`flows over into ${overflow} pages, beyond the end`, id)
    return pageOf(id, this.source.read(offset, length), offset)
  }

  private newestMeta(): Meta {
    const first = this.metaAt(0)
    const sizes = typeof first === 'string' ? possiblePageSizes : [first.pageSize]
    const second = sizes
      .map((size) => this.metaAt(size))
      .find((meta, i) => typeof meta !== 'string' && meta.pageSize === sizes[i])
    const valid = [first, second].filter((meta): meta is Meta => typeof meta === 'object')
    const [newest] = valid.sort((a, b) => (a.txid < b.txid ? 1 : -1))
    if (newest === undefined) throw new BoltFileError(`${this.source.name}: ${first as string}`)
    if (!possiblePageSizes.includes(newest.pageSize))
      throw new BoltFileError(`${this.source.name}: pages of ${newest.pageSize} bytes`)
    return newest
  }

  private metaAt(offset: number): Meta | string {
    if (offset + pageHeaderSize + metaSize > this.end) return 'invalid database'
    return readMeta(this.source.read(offset + pageHeaderSize, metaSize))
  }

  private broken(what: string, page: number): BoltFileError {
    return new BoltFileError(`${this.source.name}: damaged: page ${page} ${what}`)
  }
}

const possiblePageSizes = Array.from({ length: 15 }, (_, i) => 1024 << i)

const pageOf = (id: number, bytes: Buffer, offset: number): Page => ({
  id,
  offset,
  bytes,
  flags: bytes.readUInt16LE(8),
  count: bytes.readUInt16LE(10),
})
