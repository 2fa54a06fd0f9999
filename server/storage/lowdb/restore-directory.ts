// Upstream: etcd's etcdutl/snapshot (restore --bump-revision --mark-compacted)
import { mkdir, readdir, rm } from 'node:fs/promises'
import type { StoredRecord } from '../interface.ts'
import { journalNumbers, journalPath, lockDirectory, snapshotPath } from './data-directory.ts'
import { SnapshotFile } from './snapshot-file.ts'

/** Does the directory hold a store? One that is not there holds none. */
export async function holdsStore(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => [])
  return names.some((name) => name === 'snapshot.db' || name.startsWith('journal-'))
}

/**
 * Puts these records in the place of what a data directory holds; without a history. The new snapshot takes effect at once,
 * by a rename: old journals are at lower revisions. Throws when a server has the directory.
 * @param revision of the store from now on, above all that the directory has seen
 */
export async function restoreDirectory(
  directory: string,
  { revision, records }: { revision: number; records: readonly StoredRecord[] },
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(directory)
  try {
    const old = await journalNumbers(directory)
    const journal = (old.at(-1) ?? 0) + 1
    await new SnapshotFile(snapshotPath(directory)).write({ revision, journal, records })
    for (const number of old) await rm(journalPath(directory, number), { force: true })
  } finally {
    await unlock()
  }
}
