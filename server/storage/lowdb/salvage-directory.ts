import { copyFile, link, mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { StoredRecord } from '../interface.ts'
import {
  isStoreFile,
  isUnfinished,
  journalNumbers,
  nameOfJournal,
  nameOfKeptFolder,
} from './data-directory.ts'
import { DataDirectoryError, problemText } from './data-problem.ts'
import type { DirectoryReading } from './directory-reading.ts'
import { nodeFiles } from './files.ts'
import { readStore, sizeText, withLock } from './inspect-directory.ts'
import { newStoreName, writeStore } from './new-store.ts'
import { holdsStore, restoreDirectory } from './restore-directory.ts'

/**
 * Revisions above those that were seen: what was lost at the end may have been told to clients, and no number of theirs may
 * mean another change. Upstream: etcdutl snapshot restore --bump-revision.
 */
const bump = 10_000

/** The directory to salvage, and where to. */
export interface SalvageOptions {
  directory: string
  /** The folder for undamaged data; undefined: the directory itself, which keeps its old files in a folder. */
  to: string | undefined
  /** Milliseconds since the epoch: names that folder. */
  now: number
}

/**
 * Makes a store of all that is whole. No byte of the old files is changed or removed: they stay, or move into a folder
 * beside the new ones. Throws DataDirectoryError. @returns lines for people
 */
export async function salvageDirectory({ directory, to, now }: SalvageOptions): Promise<string[]> {
  if (to !== undefined && resolve(to) === resolve(directory))
    throw new DataDirectoryError(`${to}: is the directory itself`)
  return withLock(directory, async () => {
    const reading = await readStore(directory)
    if (reading.problems.length === 0 && to === undefined)
      return [`${directory}: ${sizeText(reading)}; whole: nothing is changed`]
    const revision = reading.revision + bump
    const records = [...reading.records.values()]
    const target = to ?? directory
    const kept = to === undefined ? await replaceStore({ directory, revision, records, now }) : undefined
    if (to !== undefined) await makeStore(to, revision, records)
    return [
      ...lost(reading),
      `${target}: ${sizeText({ records: reading.records, revision })}; opens now`,
      `${kept ?? directory}: has the files as they were`,
    ]
  })
}

function lost({ problems }: DirectoryReading): string[] {
  if (problems.length === 0) return ['nothing is lost']
  return [
    ...problems.map(problemText),
    'what these said is lost: an object whose newest change is lost is there as it was before, and one whose deletion is lost is there again',
  ]
}

async function makeStore(to: string, revision: number, records: StoredRecord[]): Promise<void> {
  if (await holdsStore(to)) throw new DataDirectoryError(`${to}: holds a store already`)
  await restoreDirectory(to, { revision, records })
}

/** @returns the folder of the files as they were */
async function replaceStore({
  directory,
  revision,
  records,
  now,
}: {
  directory: string
  revision: number
  records: StoredRecord[]
  now: number
}): Promise<string> {
  const names = (await readdir(directory)).filter((name) => isStoreFile(name) || isUnfinished(name))
  const kept = join(directory, nameOfKeptFolder(now))
  await mkdir(kept, { mode: 0o700 })
  // The same files under second names: nothing below writes into a file that is there.
  for (const name of names)
    await link(join(directory, name), join(kept, name)).catch(() =>
      copyFile(join(directory, name), join(kept, name)),
    )
  await nodeFiles.flushDirectory(kept)
  await nodeFiles.flushDirectory(directory)
  const old = journalNumbers(names)
  const journal = (old.at(-1) ?? 0) + 1
  await writeStore(nodeFiles, directory, { store: newStoreName(), revision, journal, records })
  for (const name of [...old.map(nameOfJournal), ...names.filter(isUnfinished)])
    await nodeFiles.remove(join(directory, name))
  return kept
}
