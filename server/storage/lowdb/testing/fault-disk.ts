import { basename } from 'node:path'
import type { Files, OpenFile } from '../files.ts'

/** From 0 (included) to 1. */
type Random = () => number

/** How much of what was not flushed is there after the power was gone. */
export type Survival = 'nothing' | 'everything' | 'some'

type Change = { offset: number; bytes: Buffer } | { length: number }

interface Inode {
  durable: Buffer
  live: Buffer
  /** Since the last flush, in order. */
  pending: Change[]
}

type Names = Map<string, Inode>
type NameChange = (names: Names) => void

const sectorBytes = 512

/** Thrown by every call once the power is gone. */
export class PowerFailure extends Error {}

/**
 * A folder of files in memory that behaves like a disk at its worst: what was not flushed may be lost in part, in any order,
 * sector by sector; names that were not flushed too. Calls are counted, and a call by number can fail or be the last one.
 */
export class FaultDisk implements Files {
  private names: Names
  private durableNames: Names
  private pendingNames: NameChange[] = []
  private dead = false
  /** The number of calls that changed something, or tried to. */
  calls = 0
  /** The power goes during this call. */
  powerFailsAt = Number.POSITIVE_INFINITY
  /** Undefined: the call of this number works. */
  failure: (call: number) => string | undefined = () => undefined
  private readonly random: Random

  constructor(random: Random, files: Readonly<Record<string, Buffer>> = {}) {
    this.random = random
    this.names = new Map(
      Object.entries(files).map(([name, content]) => [
        name,
        { durable: content, live: content, pending: [] },
      ]),
    )
    this.durableNames = new Map(this.names)
  }

  /** The disk as it is found when the machine starts again after a power failure. */
  afterPowerFailure(survival: Survival): FaultDisk {
    const survives = (): boolean => survival === 'everything' || (survival === 'some' && this.random() < 0.5)
    const names = new Map(this.durableNames)
    for (const change of this.pendingNames) if (survives()) change(names)
    const content = [...names].map(([name, inode]) => [name, survivor(inode, survives)] as const)
    return new FaultDisk(this.random, Object.fromEntries(content))
  }

  /** The contents of all files as programs see them now, flushed or not. */
  content(): Record<string, Buffer> {
    return Object.fromEntries([...this.names].map(([name, inode]) => [name, inode.live]))
  }

  async list(): Promise<string[]> {
    await this.turn()
    return [...this.names.keys()]
  }

  async read(path: string): Promise<Buffer | undefined> {
    await this.turn()
    return this.names.get(basename(path))?.live
  }

  async open(path: string, { create }: { create: boolean }): Promise<OpenFile> {
    await this.call()
    const name = basename(path)
    const there = this.names.get(name)
    if (there === undefined && !create) throw failure('ENOENT', `open '${path}'`)
    const inode = there ?? { durable: Buffer.alloc(0), live: Buffer.alloc(0), pending: [] }
    if (there === undefined) this.change((names) => void names.set(name, inode))
    const file = new FaultFile(inode, (torn) => this.call(torn))
    if (there !== undefined && create) await file.truncate(0)
    return file
  }

  async rename(from: string, to: string): Promise<void> {
    await this.call()
    const inode = this.names.get(basename(from))
    if (inode === undefined) throw failure('ENOENT', `rename '${from}'`)
    this.change((names) => {
      names.delete(basename(from))
      names.set(basename(to), inode)
    })
  }

  async remove(path: string): Promise<void> {
    await this.call()
    this.change((names) => void names.delete(basename(path)))
  }

  async flushDirectory(): Promise<void> {
    await this.call()
    this.durableNames = new Map(this.names)
    this.pendingNames = []
  }

  private change(change: NameChange): void {
    change(this.names)
    this.pendingNames.push(change)
  }

  private async turn(): Promise<void> {
    await new Promise(setImmediate)
    if (this.dead) throw new PowerFailure('the power is gone')
  }

  /** @param torn does the part of the call that happens before it ends without success */
  private async call(torn: () => void = () => {}): Promise<void> {
    await this.turn()
    this.calls++
    if (this.calls >= this.powerFailsAt) {
      this.dead = true
      torn()
      throw new PowerFailure('the power is gone')
    }
    const code = this.failure(this.calls)
    if (code === undefined) return
    torn()
    throw failure(code, 'the disk says no')
  }
}

class FaultFile implements OpenFile {
  private readonly inode: Inode
  private readonly call: (torn?: () => void) => Promise<void>
  constructor(inode: Inode, call: (torn?: () => void) => Promise<void>) {
    this.inode = inode
    this.call = call
  }
  async write(bytes: Buffer, offset: number): Promise<void> {
    const write = (part: Buffer): void => this.change({ offset, bytes: Buffer.from(part) })
    await this.call(() => write(bytes.subarray(0, bytes.length >> 1)))
    write(bytes)
  }
  async truncate(length: number): Promise<void> {
    await this.call()
    this.change({ length })
  }
  async flush(): Promise<void> {
    await this.call()
    this.inode.durable = this.inode.live
    this.inode.pending = []
  }
  async close(): Promise<void> {}

  private change(change: Change): void {
    this.inode.live = applied(this.inode.live, change)
    this.inode.pending.push(change)
  }
}

function applied(content: Buffer, change: Change): Buffer {
  const length =
    'length' in change ? change.length : Math.max(content.length, change.offset + change.bytes.length)
  const result = Buffer.alloc(length)
  content.copy(result)
  if ('bytes' in change) change.bytes.copy(result, change.offset)
  return result
}

/** A write reaches the disk sector by sector; where a later one did, an earlier one that did not leaves zeros. */
function survivor({ durable, pending }: Inode, survives: () => boolean): Buffer {
  let content = durable
  for (const change of pending) {
    if ('length' in change) {
      if (survives()) content = applied(content, change)
      continue
    }
    for (let from = 0; from < change.bytes.length; ) {
      const to = sectorBytes - ((change.offset + from) % sectorBytes) + from
      const part = { offset: change.offset + from, bytes: change.bytes.subarray(from, to) }
      if (survives()) content = applied(content, part)
      from = to
    }
  }
  return content
}

const failure = (code: string, text: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: ${text}`), { code })
