import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const lockName = 'LOCK'
const journalName = /^journal-(\d{6})\.log$/

export const journalPath = (directory: string, number: number): string =>
  join(directory, `journal-${String(number).padStart(6, '0')}.log`)
export const snapshotPath = (directory: string): string => join(directory, 'snapshot.db')

/** Numbers of the journals that are there, lowest first. */
export async function journalNumbers(directory: string): Promise<number[]> {
  const names = await readdir(directory)
  return names
    .flatMap((n) => journalName.exec(n)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}

/** Makes the directory (0700) and takes it for this process. The returned function gives it back. Throws when a live process has it. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, lockName)
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await open(path, 'wx', 0o600)
      await file.writeFile(`${process.pid}\n`)
      await file.close()
      held.add(path)
      return async () => {
        held.delete(path)
        await rm(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const owner = Number((await readFile(path, 'utf8').catch(() => '')).trim())
      if (owner === process.pid ? held.has(path) : isAlive(owner))
        throw new Error(`the data directory ${directory} is in use by process ${owner}`)
      await rm(path, { force: true })
    }
  }
  throw new Error(`cannot lock the data directory ${directory}`)
}

/** Locks that this process holds: a lock file with its own number that is not in here was left by a dead process of the same number. */
const held = new Set<string>()

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
