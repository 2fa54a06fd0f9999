import { rm } from 'node:fs/promises'
import { Low } from 'lowdb'
import type { Storage, StorageEvent, StoredRecord } from '../interface.ts'
import { type InitialState, OrderedStore } from '../ordered-store.ts'
import { decodeRecord } from '../record.ts'
import { journalNumbers, journalPath, lockDirectory, snapshotPath } from './data-directory.ts'
import { JournalWriter, readJournal } from './journal.ts'
import { type Snapshot, SnapshotFile } from './snapshot-file.ts'

export interface LowdbStorageOptions {
  directory: string
  /** The release that writes, as `1.34`. */
  writtenBy: string
  /** Told what was mended at start (a torn tail). */
  onNotice?: (text: string) => void
  /** The journal is folded into the snapshot when it is larger than this and than the snapshot. Bytes. */
  foldAt?: number
  historyLimit?: number
}

const empty: Snapshot = { revision: 0, journal: 1, records: [] }

/** Opens (or makes) a data directory: a lowdb snapshot plus journals. Throws CorruptDataError with file and line when it is damaged. */
export async function openLowdbStorage(options: LowdbStorageOptions): Promise<Storage> {
  const unlock = await lockDirectory(options.directory)
  try {
    return await open(options, unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

async function open(options: LowdbStorageOptions, unlock: () => Promise<void>): Promise<Storage> {
  const { directory } = options
  const db = new Low<Snapshot>(new SnapshotFile(snapshotPath(directory)), empty)
  await db.read()
  const { state, journal } = await recover(options, db.data)
  db.data = empty
  const writer = await JournalWriter.open(journalPath(directory, journal))
  const folder = new Folder({ ...options, db, writer, journal })
  const store = new OrderedStore({
    writtenBy: options.writtenBy,
    initial: state,
    ...(options.historyLimit === undefined ? {} : { historyLimit: options.historyLimit }),
    persister: {
      persist(event, done) {
        writer.persist(event, (error) => {
          done(error)
          if (error === undefined) folder.consider(store)
        })
      },
      async close() {
        await folder.idle()
        await writer.close()
        await unlock()
      },
    },
  })
  return store
}

/** Lays the journals over the snapshot. */
async function recover(
  options: LowdbStorageOptions,
  snapshot: Snapshot,
): Promise<{ state: InitialState; journal: number }> {
  const records = new Map<string, StoredRecord>()
  for (const record of snapshot.records) records.set(record.key, record)
  const history: StorageEvent[] = []
  let revision = snapshot.revision
  const numbers = await journalNumbers(options.directory)
  for (const number of numbers) {
    const path = journalPath(options.directory, number)
    const { records: lines, cut } = await readJournal(path)
    if (cut > 0) options.onNotice?.(`${path}: cut off ${cut} bytes of a write that was not finished`)
    for (const line of lines) {
      if (line.revision <= revision) continue
      revision = line.revision
      const record = decodeRecord({ ...line, modRevision: line.revision }, line.bytes)
      history.push({ type: line.type, record, previous: records.get(line.key), revision })
      if (line.type === 'put') records.set(line.key, record)
      else records.delete(line.key)
    }
  }
  const journal = Math.max(snapshot.journal, numbers.at(-1) ?? 0)
  return {
    state: { revision, compacted: snapshot.revision, records: [...records.values()], history },
    journal,
  }
}

/** Folds journals into the snapshot, one fold at a time, while writes go on in the next journal. */
class Folder {
  private readonly options: LowdbStorageOptions & { db: Low<Snapshot>; writer: JournalWriter }
  private journal: number
  private snapshotBytes = 0
  private running: Promise<void> | undefined

  constructor(options: LowdbStorageOptions & { db: Low<Snapshot>; writer: JournalWriter; journal: number }) {
    this.options = options
    this.journal = options.journal
  }

  consider(store: OrderedStore): void {
    const { writer, foldAt = 16 << 20 } = this.options
    if (this.running !== undefined || writer.bytesWritten < Math.max(foldAt, this.snapshotBytes)) return
    this.running = this.fold(store).finally(() => {
      this.running = undefined
    })
  }

  async idle(): Promise<void> {
    await this.running
  }

  private async fold(store: OrderedStore): Promise<void> {
    const { db, directory, writer, onNotice } = this.options
    try {
      this.journal++
      await writer.switchTo(journalPath(directory, this.journal))
      const { revision, records } = store.snapshot()
      const kept = [...records]
      this.snapshotBytes = kept.reduce((sum, r) => sum + r.bytes.length, 0)
      db.data = { revision, journal: this.journal, records: kept }
      await db.write()
      db.data = empty
      for (const number of await journalNumbers(directory))
        if (number < this.journal) await rm(journalPath(directory, number), { force: true })
    } catch (error) {
      // The journals still hold everything: only the fold is put off.
      onNotice?.(`cannot fold the journal of ${directory}: ${(error as Error).message}`)
    }
  }
}
