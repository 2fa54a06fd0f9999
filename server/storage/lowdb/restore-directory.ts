// Upstream: etcd's etcdutl/snapshot (restore --bump-revision --mark-compacted)
// What clients of a real server see: docs/discoveries/store-restore.md
import { readdir } from 'node:fs/promises'
import type { StoredRecord } from '../interface.ts'
import { isStoreFile, journalNumbers, journalPath } from './data-directory.ts'
import { nodeFiles } from './files.ts'
import { newStoreName, writeStore } from './new-store.ts'
import { takeDirectory } from './take-directory.ts'

/** Whether the directory holds a store; a missing directory holds none. */
export async function holdsStore(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => [])
  return names.some(isStoreFile)
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
  const release = await takeDirectory(directory)
  try {
    const old = journalNumbers(await readdir(directory))
    const journal = (old.at(-1) ?? 0) + 1
    await writeStore(nodeFiles, directory, { store: newStoreName(), revision, journal, records })
    for (const number of old) await nodeFiles.remove(journalPath(directory, number))
  } finally {
    await release()
  }
}
