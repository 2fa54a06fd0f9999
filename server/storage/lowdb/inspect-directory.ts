import { stat } from 'node:fs/promises'
import type { StoredRecord } from '../interface.ts'
import { nameOfJournal } from './data-directory.ts'
import { DataDirectoryError, type DataProblem, problemText } from './data-problem.ts'
import { lockDirectory } from './directory-lock.ts'
import type { DirectoryReading } from './directory-reading.ts'
import { nodeFiles } from './files.ts'
import { readDirectory } from './read-directory.ts'

/** The findings of `kepsim data check`. */
export interface Inspection {
  whole: boolean
  /** Lines for people: the contents, what is unusual, and what is damaged. */
  lines: string[]
}

/** Reads all of a data directory and changes nothing. Throws DataDirectoryError. */
export async function inspectDirectory(directory: string): Promise<Inspection> {
  return withLock(directory, async () => {
    const reading = await readStore(directory)
    const problems = [...reading.problems, ...unreadable(reading.records.values(), directory)]
    const lines = [
      ...notices(directory, reading),
      ...problems.map(problemText),
      `${directory}: ${sizeText(reading)}; ${verdict(problems.length)}`,
    ]
    return { whole: problems.length === 0, lines }
  })
}

/** Does `act` while the directory is locked, where it can be written to. */
export async function withLock<T>(directory: string, act: () => Promise<T>): Promise<T> {
  const found = await stat(directory).catch(() => undefined)
  if (found === undefined) throw new DataDirectoryError(`${directory}: no such directory`)
  if (!found.isDirectory()) throw new DataDirectoryError(`${directory}: is no directory`)
  const unlock = await lockDirectory(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EROFS') return async () => {}
    throw error
  })
  try {
    return await act()
  } finally {
    await unlock()
  }
}

/** Reads a store. Throws DataDirectoryError where the directory has none. */
export async function readStore(directory: string): Promise<DirectoryReading> {
  const reading = await readDirectory(nodeFiles, directory)
  if (reading.form === 'none' && reading.problems.length === 0)
    throw new DataDirectoryError(`${directory}: holds no store`)
  return reading
}

/** The number of objects and the revision, as `kepsim data` prints them. */
export const sizeText = ({ records, revision }: Pick<DirectoryReading, 'records' | 'revision'>): string =>
  `${records.size} ${records.size === 1 ? 'object' : 'objects'} at revision ${revision}`

const verdict = (problems: number): string =>
  problems === 0 ? 'whole' : `${problems === 1 ? '1 problem' : `${problems} problems`}, so it is not opened`

function notices(directory: string, { form, last, notices }: DirectoryReading): string[] {
  const lines = [...notices]
  if (form === 'first')
    lines.push(
      `${directory}: without checksums: what changed within an object cannot be told. The next start writes it anew`,
    )
  if (last !== undefined && last.torn > 0)
    lines.push(
      `${directory}/${nameOfJournal(last.number)}: ends with ${last.torn} bytes of a write that was not finished and never answered; the next start cuts them off`,
    )
  return lines
}

/** Records that are what was written, and no objects all the same. */
function* unreadable(records: Iterable<StoredRecord>, path: string): Iterable<DataProblem> {
  for (const record of records)
    if (!isReadable(record))
      yield { path, text: `${record.key} is not the object of revision ${record.modRevision}` }
}

function isReadable(record: StoredRecord): boolean {
  try {
    return record.object.metadata.resourceVersion === String(record.modRevision)
  } catch {
    return false
  }
}
