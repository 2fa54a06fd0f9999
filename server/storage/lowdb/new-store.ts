import { randomBytes } from 'node:crypto'
import { Low } from 'lowdb'
import type { StoredRecord } from '../interface.ts'
import { nameOfJournal, snapshotPath } from './data-directory.ts'
import { type Files, replaceFile } from './files.ts'
import { encodeHead } from './journal-record.ts'
import { type Snapshot, SnapshotFile } from './snapshot-file.ts'
import { writeWatermark } from './watermark.ts'

/** A name for a store that no other has: files of two stores are never taken for one. */
export const newStoreName = (): string => randomBytes(8).toString('hex')

/** A journal without changes. It comes into its folder with its head whole and durable. @returns its length in bytes */
export async function createJournal(
  files: Files,
  directory: string,
  { store, number }: { store: string; number: number },
): Promise<number> {
  const head = encodeHead(store, number)
  await replaceFile(files, { directory, name: nameOfJournal(number), write: (file) => file.write(head, 0) })
  return head.length
}

/** Writes the snapshot of a store, by lowdb. */
export async function writeSnapshot(files: Files, directory: string, snapshot: Snapshot): Promise<void> {
  const db = new Low<Snapshot>(new SnapshotFile(snapshotPath(directory), files), snapshot)
  await db.write()
}

/**
 * Puts a store of its own name into the directory, in the place of what is there, which takes effect with the renamed
 * snapshot. Files of the older one stay, and do not count any more.
 * @param journal the number of its journal, above all that are there
 */
export async function writeStore(
  files: Files,
  directory: string,
  content: { store: string; revision: number; journal: number; records: Iterable<StoredRecord> },
): Promise<{ length: number }> {
  const { store, revision, journal } = content
  const length = await createJournal(files, directory, { store, number: journal })
  await writeSnapshot(files, directory, { ...content, journalAfter: revision })
  await writeWatermark(files, directory, { store, revision })
  return { length }
}
