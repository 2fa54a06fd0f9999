import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirectoryError } from './data-problem.ts'
import { nodeFiles } from './files.ts'
import { type Announcement, announce, isAnnouncement, type Other, othersAlive } from './lock-announcement.ts'

// The lock of a data directory. Who wants it announces itself under a name that nobody ever uses again, and only then looks
// for others: it has the directory when no other announcement there is of a live process.
// - Of two that want it, the later announcement finds the earlier one, so that both cannot have it.
// - An announcement dies with its process, and never comes back. So what dead processes left is removed without a race.
// Those that meet before one of them has it draw again, but for the one with the first name, which waits for them to go.

/** Tells people which process has the directory; kepsims of before looked at nothing else. */
const pidName = 'LOCK'

/** Whether a name is of a file of this lock. */
export const isLockFile = (name: string): boolean => name === pidName || isAnnouncement(name)

const patience = 30_000
const pause = (least: number, more: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, least + Math.random() * more))

/** Locks an existing directory for this process. The returned function unlocks it. Throws when a live process has it. */
export async function lockDirectory(
  directory: string,
  announceIn: (directory: string) => Promise<Announcement> = announce,
): Promise<() => Promise<void>> {
  await refuseFormerKepsim(directory)
  for (const end = Date.now() + patience; ; ) {
    const own = await announceIn(directory)
    const other = await otherThan(own, directory, end)
    if (other === undefined) return hold(directory, own)
    await own.withdraw()
    if (other.holds || Date.now() > end) throw inUse(directory, other.pid)
    await pause(5, 30)
  }
}

const inUse = (directory: string, pid: number): Error =>
  new DataDirectoryError(`the data directory ${directory} is in use by process ${pid}`)

/** The process that has, or wants, the directory; undefined: there is no other. */
async function otherThan(own: Announcement, directory: string, end: number): Promise<Other | undefined> {
  for (;;) {
    const others = await othersAlive(directory, own)
    if (others.length === 0) return undefined
    const holder = others.find((o) => o.holds) ?? others.find((o) => o.name < own.name)
    if (holder !== undefined || Date.now() > end) return holder ?? others[0]
    await pause(2, 3)
  }
}

async function hold(directory: string, own: Announcement): Promise<() => Promise<void>> {
  const path = join(directory, pidName)
  try {
    await own.markHeld()
    // A link that is there in its place leads to a file of somebody else.
    await rm(path, { force: true })
    // With zeros before it: a number without them is of a kepsim of before.
    await writeFile(path, `${String(process.pid).padStart(8, '0')}\n`, { mode: 0o600, flag: 'wx' })
    await removeUnfinished(directory)
  } catch (error) {
    await own.withdraw()
    throw error
  }
  return async () => {
    await rm(path, { force: true })
    await own.withdraw()
  }
}

/** What was killed before it was announced. One that is alive makes its own anew. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (isAnnouncement(name) && name.endsWith('.new')) await rm(join(directory, name), { force: true })
}

/** A kepsim of before wrote only the number of its process; one that lives must not be written beside. */
async function refuseFormerKepsim(directory: string): Promise<void> {
  const path = join(directory, pidName)
  const text = String((await nodeFiles.read(path).catch(() => undefined)) ?? '').trim()
  if (!/^[1-9]\d*$/.test(text) || Number(text) === process.pid) return
  try {
    process.kill(Number(text), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return
  }
  throw new DataDirectoryError(
    `${inUse(directory, Number(text)).message} (remove ${path} where that is no kepsim)`,
  )
}
