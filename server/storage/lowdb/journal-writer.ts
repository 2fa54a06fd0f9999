import { type StorageEvent, WriteFailedError } from '../interface.ts'
import type { Persister } from '../ordered-store.ts'
import { journalPath } from './data-directory.ts'
import type { Files, OpenFile } from './files.ts'
import { encodeHead, encodeJournalRecord, encodeNext } from './journal-record.ts'
import { createJournal } from './new-store.ts'

interface Waiting {
  event: StorageEvent
  done: (error?: Error) => void
}

interface Switch {
  done: (revision: number) => void
  failed: (error: Error) => void
}

/** The journal to write on, and the length up to which it counts. */
export interface JournalWriterOptions {
  files: Files
  directory: string
  store: string
  /** The number in the journal's name. */
  number: number
  /** Bytes of the journal that count. */
  length: number
  /** The newest revision. */
  revision: number
  /** Called when writes begin to fail, and when they work again. */
  onNotice: (text: string) => void
  /** Milliseconds between two looks at a disk that takes no writes. */
  retryEvery: number
}

/**
 * The end of a journal. Changes that come while a flush is under way go together in the next one (group commit).
 * When the disk takes no more, all changes that wait fail together, what was begun is cut off, and each later change, and a
 * timer, tries again.
 */
export class JournalWriter implements Persister {
  private readonly options: JournalWriterOptions
  private file: OpenFile
  private number: number
  private length: number
  private revision: number
  private queue: Waiting[] = []
  private running: Promise<void> | undefined
  private switching: Switch | undefined
  private broken: Error | undefined
  private retry: NodeJS.Timeout | undefined
  private retrying = false
  /** Bytes that the disk last had no room for. */
  private wanted = 0

  private constructor(options: JournalWriterOptions, file: OpenFile) {
    this.options = options
    this.file = file
    this.number = options.number
    this.length = options.length
    this.revision = options.revision
  }

  static async open(options: JournalWriterOptions): Promise<JournalWriter> {
    const path = journalPath(options.directory, options.number)
    return new JournalWriter(options, await options.files.open(path, { create: false }))
  }

  /** The bytes of the current journal. */
  get bytesWritten(): number {
    return this.length
  }

  failure(): string | undefined {
    return this.broken?.message
  }

  persist(event: StorageEvent, done: (error?: Error) => void): void {
    this.queue.push({ event, done })
    this.running ??= this.drain()
  }

  /**
   * Goes on in the next journal. All changes before this call, and maybe some after it, are in the old one.
   * @returns the revision that the old one ends with
   */
  async switchToNext(): Promise<{ number: number; after: number }> {
    const { files, directory, store } = this.options
    const number = this.number + 1
    await createJournal(files, directory, { store, number })
    const after = await new Promise<number>((done, failed) => {
      this.switching = { done, failed }
      this.running ??= this.drain()
    })
    return { number, after }
  }

  async close(): Promise<void> {
    while (this.running !== undefined) await this.running
    clearTimeout(this.retry)
    await this.file.close()
  }

  private async drain(): Promise<void> {
    // One turn of the event loop: writes of requests that were read together become one flush.
    await new Promise(setImmediate)
    while (this.queue.length > 0 || this.switching !== undefined || this.retrying) {
      if (this.retrying) await this.probe()
      if (this.queue.length > 0) await this.flushQueue()
      if (this.switching !== undefined) await this.switchOver(this.switching)
    }
    this.running = undefined
  }

  private async flushQueue(): Promise<void> {
    const batch = this.queue
    this.queue = []
    const lines = batch.map(({ event }) => encodeJournalRecord(event, this.length))
    const error = await this.append(lines.length === 1 ? lines[0]! : Buffer.concat(lines))
    if (error === undefined) {
      this.revision = batch.at(-1)!.event.revision
      for (const { done } of batch) done()
      return
    }
    // Those that came meanwhile have revisions above the ones that are not there now.
    const failed = [...batch, ...this.queue]
    this.queue = []
    for (const { done } of failed) done(error)
  }

  /** @returns why it is not durable; what was begun is cut off then, or will be before anything else is written */
  private async append(bytes: Buffer): Promise<Error | undefined> {
    try {
      if (this.broken !== undefined) await this.cutOff()
      await this.file.write(bytes, this.length)
      await this.file.flush()
      this.length += bytes.length
      this.setBroken(undefined)
      return undefined
    } catch (error) {
      const failed = writeFailed(error as NodeJS.ErrnoException)
      this.wanted = bytes.length
      this.setBroken(failed, error as Error)
      await this.cutOff().catch(() => {})
      return failed
    }
  }

  private async cutOff(): Promise<void> {
    await this.file.truncate(this.length)
    await this.file.flush()
  }

  private setBroken(broken: Error | undefined, cause?: Error): void {
    const { onNotice, directory, retryEvery } = this.options
    if (this.broken === undefined && broken !== undefined)
      onNotice(
        `cannot write to the data directory ${directory}: ${cause?.message}; changes are refused until it takes them`,
      )
    if (this.broken !== undefined && broken === undefined)
      onNotice(`the data directory ${directory} takes changes again`)
    this.broken = broken
    clearTimeout(this.retry)
    if (broken === undefined) return
    this.retry = setTimeout(() => {
      this.retrying = true
      this.running ??= this.drain()
    }, retryEvery)
    this.retry.unref()
  }

  /** Zeros, which no reader takes for a change, and gone again: is there room? */
  private async probe(): Promise<void> {
    this.retrying = false
    if (this.broken === undefined) return
    try {
      await this.cutOff()
      await this.file.write(Buffer.alloc(Math.max(leastProbe, this.wanted)), this.length)
      await this.file.flush()
      await this.cutOff()
      this.setBroken(undefined)
    } catch (error) {
      this.setBroken(this.broken, error as Error)
      await this.cutOff().catch(() => {})
    }
  }

  private async switchOver({ done, failed }: Switch): Promise<void> {
    this.switching = undefined
    const { files, directory } = this.options
    const number = this.number + 1
    try {
      const file = await files.open(journalPath(directory, number), { create: false })
      const error = await this.append(encodeNext(number, this.revision))
      if (error !== undefined) {
        await file.close()
        failed(error)
        return
      }
      await this.file.close().catch(() => {})
      this.file = file
      this.number = number
      this.length = encodeHead(this.options.store, number).length
      done(this.revision)
    } catch (error) {
      failed(error as Error)
    }
  }
}

const leastProbe = 4096

/** The error for clients after a failed write; a full disk is told in the words of etcd. */
function writeFailed(error: NodeJS.ErrnoException): WriteFailedError {
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  return new WriteFailedError(
    full ? 'etcdserver: mvcc: database space exceeded' : `the store takes no changes: ${error.message}`,
  )
}
