import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isKeptFolder, isStoreFile, isUnfinished } from './data-directory.ts'
import { DataDirectoryError } from './data-problem.ts'
import { isLockFile, lockDirectory } from './directory-lock.ts'
import { nodeFiles, openRegular } from './files.ts'

/**
 * Makes the directory (0700) and takes it for this process; the returned function gives it back. A directory that others may
 * write to is tightened where that is sure to disturb nobody; else this throws. Throws when a live process has it.
 */
export async function takeDirectory(
  directory: string,
  onNotice: (text: string) => void = () => {},
): Promise<() => Promise<void>> {
  await makeDirectory(resolve(directory))
  await tightenDirectory(directory, onNotice)
  const unlock = await lockDirectory(directory)
  try {
    await tightenFiles(directory)
    return unlock
  } catch (error) {
    await unlock()
    throw error
  }
}

/** With the folders above it that are missing; their names are durable then. */
async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
        throw new DataDirectoryError(
          `${error.path ?? directory}: is no directory; name one, which is made where it is missing`,
        )
      throw error
    },
  )
  if (first === undefined) return
  for (let made = directory; ; made = dirname(made)) {
    await nodeFiles.flushDirectory(dirname(made))
    if (made === first || made === dirname(made)) return
  }
}

const ownNames = [isStoreFile, isUnfinished, isLockFile, isKeptFolder]
const octal = (mode: number): string => (mode & 0o7777).toString(8).padStart(4, '0')
const [byOthers, byGroup, sticky] = [0o002, 0o020, 0o1000]

async function tightenDirectory(directory: string, onNotice: (text: string) => void): Promise<void> {
  const { mode, uid } = await stat(directory)
  if ((mode & (byOthers | byGroup)) === 0) return
  const own = uid === process.getuid?.()
  const foreign = (await readdir(directory)).find((name) => !ownNames.some((isOwn) => isOwn(name)))
  if (own && (mode & sticky) === 0 && foreign === undefined) {
    await chmod(directory, 0o700)
    onNotice(
      `${directory}: others could write to it (mode ${octal(mode)}); it is for its owner only now (0700)`,
    )
    return
  }
  // A folder that is shared with a group on purpose is as its owner wants it.
  if ((mode & byOthers) === 0) return
  const why = own
    ? foreign === undefined
      ? 'it is sticky'
      : `it holds ${foreign} too`
    : `it belongs to user ${uid}`
  throw new DataDirectoryError(
    `the data directory ${directory} can be written to by everybody (mode ${octal(mode)}), and is not made private since ${why}: use a folder in it, as ${join(directory, 'data')}, or 'chmod 700 ${directory}'`,
  )
}

/** Objects include Secrets: files that were copied into place are for their owner only too. */
async function tightenFiles(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!isStoreFile(name) && !isUnfinished(name)) continue
    const file = await openRegular(join(directory, name))
    try {
      const { mode, uid } = await file.stat()
      if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await file.chmod(0o600)
    } finally {
      await file.close()
    }
  }
}
