import { type FileHandle, open, readFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StorageEvent } from '../interface.ts'
import type { Persister } from '../ordered-store.ts'
import { decodeJournalRecord, encodeJournalRecord, type JournalRecord } from './journal-record.ts'
import { CorruptDataError, syncDirectory } from './snapshot-file.ts'

/** Reads a journal. A torn tail (a write that was never answered) is cut off the file. @returns the records and how many bytes were cut */
export async function readJournal(path: string): Promise<{ records: JournalRecord[]; cut: number }> {
  const content = await readFile(path)
  const records: JournalRecord[] = []
  let start = 0
  for (let line = 1; start < content.length; line++) {
    const end = content.indexOf(10, start)
    const record = end < 0 ? undefined : decodeJournalRecord(content.subarray(start, end))
    if (record === undefined) {
      if (hasRecordAfter(content, start))
        throw new CorruptDataError(`${path}:${line}: this record is damaged, and others follow it`)
      break
    }
    records.push(record)
    start = end + 1
  }
  if (start < content.length) await truncate(path, start)
  return { records, cut: content.length - start }
}

function hasRecordAfter(content: Buffer, start: number): boolean {
  for (let from = content.indexOf(10, start) + 1; from > 0; ) {
    const end = content.indexOf(10, from)
    if (end < 0) return false
    if (decodeJournalRecord(content.subarray(from, end)) !== undefined) return true
    from = end + 1
  }
  return false
}

async function openForAppend(path: string): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600)
  await syncDirectory(dirname(path))
  return file
}

interface Waiting {
  bytes: Buffer
  done: (error?: Error) => void
}

/**
 * The end of a journal. Changes that come while a flush is under way go together in the next one (group commit).
 * After a failed write nothing more is accepted: what the disk holds is then known only by reading it again.
 */
export class JournalWriter implements Persister {
  private file: FileHandle
  private queue: Waiting[] = []
  private running: Promise<void> | undefined
  private failure: Error | undefined
  private next: { file: FileHandle; switched: () => void } | undefined
  bytesWritten = 0

  private constructor(file: FileHandle) {
    this.file = file
  }

  static async open(path: string): Promise<JournalWriter> {
    const writer = new JournalWriter(await openForAppend(path))
    writer.bytesWritten = (await writer.file.stat()).size
    return writer
  }

  persist(event: StorageEvent, done: (error?: Error) => void): void {
    if (this.failure !== undefined) {
      done(this.failure)
      return
    }
    this.queue.push({ bytes: encodeJournalRecord(event), done })
    this.running ??= this.drain()
  }

  /** Goes on in a new file; resolves when all changes before this call are in the old one and have been answered. */
  async switchTo(path: string): Promise<void> {
    const file = await openForAppend(path)
    await new Promise<void>((switched) => {
      this.next = { file, switched }
      this.running ??= this.drain()
    })
  }

  async close(): Promise<void> {
    await this.running
    await this.file.close()
  }

  private async drain(): Promise<void> {
    // One turn of the event loop: writes of requests that were read together become one flush.
    await new Promise(setImmediate)
    while (this.queue.length > 0 || this.next !== undefined) {
      const batch = this.queue
      this.queue = []
      const error = batch.length === 0 ? undefined : await this.flush(batch)
      for (const waiting of batch) waiting.done(error)
      if (this.next !== undefined) await this.takeNext()
    }
    this.running = undefined
  }

  private async flush(batch: Waiting[]): Promise<Error | undefined> {
    if (this.failure !== undefined) return this.failure
    try {
      const bytes = batch.length === 1 ? batch[0]!.bytes : Buffer.concat(batch.map((w) => w.bytes))
      await this.file.appendFile(bytes)
      await this.file.datasync()
      this.bytesWritten += bytes.length
      return undefined
    } catch (error) {
      this.failure = error as Error
      return this.failure
    }
  }

  private async takeNext(): Promise<void> {
    const { file, switched } = this.next!
    this.next = undefined
    await this.file.close()
    this.file = file
    this.bytesWritten = 0
    switched()
  }
}
