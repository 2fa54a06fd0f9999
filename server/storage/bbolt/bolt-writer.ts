// Writes a bbolt file in one go, as `bbolt compact` leaves one: full pages in the order of the keys, nothing free.
// Upstream: go.etcd.io/bbolt (node.go, bucket.go, db.go)
import {
  bucketFlag,
  bucketHeaderSize,
  elementSize,
  fnv1a,
  formatVersion,
  magic,
  metaSize,
  pageFlags,
  pageHeaderSize,
} from './format.ts'

/** Takes bytes by their place; a file or memory. */
export interface ByteSink {
  write(bytes: Buffer, offset: number): Promise<void>
}

/** A key with its value, or the value that is a bucket's header. */
type Item = readonly [key: Buffer, value: Buffer, flags?: number]

/** The buckets of a file in the order of their names, each with its items in the order of their keys. */
export type BucketContents = Iterable<readonly [name: string, items: Iterable<readonly [Buffer, Buffer]>]>

const pageSize = 4096
/** Of the pages before the data: two metas and the list of free pages. */
const firstPage = 3
const chunkBytes = 1 << 20

/** Writes a bbolt file. Resolves with its size in bytes, a whole number of pages. */
export async function writeBolt(sink: ByteSink, buckets: BucketContents): Promise<number> {
  const writer = new PageWriter(sink)
  const named: Item[] = []
  for (const [name, items] of buckets) named.push([Buffer.from(name), await writer.bucket(items), bucketFlag])
  const root = await writer.tree(named)
  return writer.finish(root)
}

class PageWriter {
  private readonly sink: ByteSink
  private next = firstPage
  private chunk: Buffer[] = []
  private chunkSize = 0
  /** The offset of the chunk in the file, in bytes. */
  private offset = firstPage * pageSize

  constructor(sink: ByteSink) {
    this.sink = sink
  }

  /** The value that stands for a bucket: its root and its sequence, and the page itself where there is nothing in it. */
  async bucket(items: Iterable<Item>): Promise<Buffer> {
    const root = await this.tree(items)
    const header = Buffer.alloc(root === undefined ? bucketHeaderSize + pageHeaderSize : bucketHeaderSize)
    if (root !== undefined) header.writeBigUInt64LE(BigInt(root), 0)
    else header.writeUInt16LE(pageFlags.leaf, bucketHeaderSize + 8)
    return header
  }

  /** The number of the root page; undefined where there are no items. */
  async tree(items: Iterable<Item>): Promise<number | undefined> {
    let level: Item[] = []
    for (const page of pagesOf(items)) level.push(await this.put(page, pageFlags.leaf))
    while (level.length > 1) {
      const above: Item[] = []
      for (const page of pagesOf(level)) above.push(await this.put(page, pageFlags.branch))
      level = above
    }
    return level[0] === undefined ? undefined : Number(level[0][1].readBigUInt64LE())
  }

  async finish(root: number | undefined): Promise<number> {
    const rootPage = root ?? Number((await this.put([], pageFlags.leaf))[1].readBigUInt64LE())
    await this.flush()
    const head = Buffer.alloc(firstPage * pageSize)
    for (const txid of [0, 1]) writeMeta(head, { txid, root: rootPage, pages: this.next })
    writePageHeader(head, 2 * pageSize, { id: 2, flags: pageFlags.freelist, count: 0, overflow: 0 })
    await this.sink.write(head, 0)
    return this.next * pageSize
  }

  /** The page's first key and number, which is what a branch holds of it. */
  private async put(items: readonly Item[], flags: number): Promise<Item> {
    const size = items.reduce((sum, item) => sum + sizeOf(item, flags), pageHeaderSize)
    const pages = Math.max(1, Math.ceil(size / pageSize))
    const id = this.next
    this.next += pages
    const bytes = Buffer.alloc(pages * pageSize)
    writePageHeader(bytes, 0, { id, flags, count: items.length, overflow: pages - 1 })
    writeItems(bytes, items, flags)
    this.chunk.push(bytes)
    this.chunkSize += bytes.length
    if (this.chunkSize >= chunkBytes) await this.flush()
    const number = Buffer.alloc(8)
    number.writeBigUInt64LE(BigInt(id))
    return [items[0]?.[0] ?? Buffer.alloc(0), number]
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.chunk)
    await this.sink.write(bytes, this.offset)
    this.offset += bytes.length
    this.chunk = []
    this.chunkSize = 0
  }
}

/** The bytes of an item in a page; a branch page has no values. */
const sizeOf = ([key, value]: Item, flags: number): number =>
  elementSize + key.length + (flags === pageFlags.branch ? 0 : value.length)

/** As many items a page as fit; one that fits nowhere has a page to itself, which flows over. */
function* pagesOf(items: Iterable<Item>): Generator<Item[]> {
  let page: Item[] = []
  let size = pageHeaderSize
  for (const item of items) {
    const own = sizeOf(item, pageFlags.leaf)
    if (page.length > 0 && size + own > pageSize) {
      yield page
      page = []
      size = pageHeaderSize
    }
    page.push(item)
    size += own
  }
  if (page.length > 0) yield page
}

function writeItems(bytes: Buffer, items: readonly Item[], flags: number): void {
  let at = pageHeaderSize + items.length * elementSize
  for (const [i, [key, value, itemFlags = 0]] of items.entries()) {
    const element = pageHeaderSize + i * elementSize
    if (flags === pageFlags.branch) {
      bytes.writeUInt32LE(at - element, element)
      bytes.writeUInt32LE(key.length, element + 4)
      value.copy(bytes, element + 8)
      at += key.copy(bytes, at)
      continue
    }
    bytes.writeUInt32LE(itemFlags, element)
    bytes.writeUInt32LE(at - element, element + 4)
    bytes.writeUInt32LE(key.length, element + 8)
    bytes.writeUInt32LE(value.length, element + 12)
    at += key.copy(bytes, at)
    at += value.copy(bytes, at)
  }
}

interface PageHeader {
  id: number
  flags: number
  count: number
  overflow: number
}

function writePageHeader(bytes: Buffer, at: number, { id, flags, count, overflow }: PageHeader): void {
  bytes.writeBigUInt64LE(BigInt(id), at)
  bytes.writeUInt16LE(flags, at + 8)
  bytes.writeUInt16LE(count, at + 10)
  bytes.writeUInt32LE(overflow, at + 12)
}

/** Both metas say the same but for their transaction, which is also the number of their page. */
function writeMeta(bytes: Buffer, { txid, root, pages }: Record<'txid' | 'root' | 'pages', number>): void {
  const at = txid * pageSize
  writePageHeader(bytes, at, { id: txid, flags: pageFlags.meta, count: 0, overflow: 0 })
  const meta = bytes.subarray(at + pageHeaderSize, at + pageHeaderSize + metaSize)
  meta.writeUInt32LE(magic, 0)
  meta.writeUInt32LE(formatVersion, 4)
  meta.writeUInt32LE(pageSize, 8)
  meta.writeBigUInt64LE(BigInt(root), 16)
  meta.writeBigUInt64LE(2n, 32)
  meta.writeBigUInt64LE(BigInt(pages), 40)
  meta.writeBigUInt64LE(BigInt(txid), 48)
  meta.writeBigUInt64LE(fnv1a(meta.subarray(0, 56)), 56)
}
