import type { HistoryLimits } from '../history.ts'
import type { Storage } from '../interface.ts'
import { OrderedStore } from '../ordered-store.ts'
import { journalPath } from './data-directory.ts'
import { corruptDirectory } from './data-problem.ts'
import type { DirectoryReading } from './directory-reading.ts'
import { type Files, nodeFiles } from './files.ts'
import { Folder } from './folder.ts'
import { JournalWriter } from './journal-writer.ts'
import { newStoreName, writeStore } from './new-store.ts'
import { readDirectory, tornText } from './read-directory.ts'
import { takeDirectory } from './take-directory.ts'
import { WatermarkWriter, writeWatermark } from './watermark.ts'

/** The directory of a store, and its limits. */
export interface LowdbStorageOptions {
  directory: string
  /** The {@link StoredRecord.writtenBy} of the records that this server writes. */
  writtenBy: string
  /** Called with what was mended at start (a torn tail), and when a disk takes no writes. */
  onNotice?: (text: string) => void
  /** The journal is folded into the snapshot when it is larger than this and than the snapshot. Bytes. */
  foldAt?: number
  history?: Partial<HistoryLimits> | undefined
  /** Default: the disk of this machine. */
  files?: Files
  /** Makes the directory and takes it for this process; the answer gives it back. */
  take?: (directory: string, onNotice: (text: string) => void) => Promise<() => Promise<void>>
  /** Milliseconds between two looks at a disk that takes no writes. */
  retryEvery?: number
}

/**
 * Opens (or makes) a data directory: a lowdb snapshot plus journals. Throws CorruptDataError with file and line when it is
 * damaged; nothing is changed then.
 */
export async function openLowdbStorage(options: LowdbStorageOptions): Promise<Storage> {
  const { directory, onNotice = () => {}, files = nodeFiles, take = takeDirectory } = options
  const release = await take(directory, onNotice)
  try {
    return await open({ foldAt: 16 << 20, retryEvery: 1000, ...options, files, onNotice, release })
  } catch (error) {
    await release()
    throw error
  }
}

interface OpenOptions extends LowdbStorageOptions {
  files: Files
  onNotice: (text: string) => void
  foldAt: number
  retryEvery: number
  release: () => Promise<void>
}

async function open(options: OpenOptions): Promise<Storage> {
  const { files, directory, writtenBy } = options
  const reading = await readDirectory(files, directory)
  if (reading.problems.length > 0) throw corruptDirectory(directory, reading.problems)
  for (const notice of reading.notices) options.onNotice(notice)
  const place = reading.form === 'v2' ? await mend(options, reading) : await makeStore(options, reading)
  const { revision, records, history, compacted } = reading
  const writer = await JournalWriter.open({ ...options, ...place, revision })
  const watermark = await WatermarkWriter.open(files, directory, place.store)
  const snapshotBytes = [...records.values()].reduce((sum, r) => sum + r.bytes.length, 0)
  const folder = new Folder({ ...options, ...place, writer, snapshotBytes })
  const store: OrderedStore = new OrderedStore({
    writtenBy,
    initial: { revision, compacted, records: [...records.values()], history },
    history: options.history,
    persister: {
      persist(event, done) {
        writer.persist(event, (error) => {
          done(error)
          if (error !== undefined) return
          watermark.note(event.revision)
          folder.consider(store)
        })
      },
      failure: () => writer.failure(),
      async close() {
        await folder.idle()
        await writer.close()
        await watermark.close()
        await options.release()
      },
    },
  })
  return store
}

interface Place {
  store: string
  number: number
  length: number
}

/** Cuts off what was not finished, removes what does not count. Nothing that was answered is touched. */
async function mend({ files, directory, onNotice }: OpenOptions, reading: DirectoryReading): Promise<Place> {
  const { store, revision } = reading
  const { number, length, torn } = reading.last!
  if (torn > 0) {
    const path = journalPath(directory, number)
    const file = await files.open(path, { create: false })
    try {
      await file.truncate(length)
      await file.flush()
    } finally {
      await file.close()
    }
    onNotice(tornText(path, torn))
  }
  for (const path of reading.obsolete) await files.remove(path)
  if (reading.watermark) await writeWatermark(files, directory, { store, revision })
  return { store, number, length }
}

/** A new store, or one of the first form written anew with checksums. */
async function makeStore(
  { files, directory, onNotice }: OpenOptions,
  reading: DirectoryReading,
): Promise<Place> {
  const store = newStoreName()
  const { revision, form } = reading
  const old = reading.journals
  const journal = (old.at(-1) ?? 0) + 1
  const { length } = await writeStore(files, directory, {
    store,
    revision,
    journal,
    records: reading.records.values(),
  })
  for (const path of reading.obsolete) await files.remove(path)
  for (const number of old) await files.remove(journalPath(directory, number))
  if (form === 'first') onNotice(`${directory}: was without checksums, and has been written anew with them`)
  // Watches of before begin anew: what leads to the new snapshot is in it.
  reading.history = []
  reading.compacted = revision
  return { store, number: journal, length }
}
