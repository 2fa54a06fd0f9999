import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { DataDirectoryError } from './data-problem.ts'

/** A file that is being written. Offsets and lengths are bytes. */
export interface OpenFile {
  /** Writes all of `bytes` there. Not durable before flush(). */
  write(bytes: Buffer, offset: number): Promise<void>
  truncate(length: number): Promise<void>
  /** Makes content and length durable. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * The operations on the disk that a data directory needs; errors are those of node:fs. Tests put a disk with faults in its
 * place.
 */
export interface Files {
  /** Names in a folder. */
  list(directory: string): Promise<string[]>
  /** The contents of a file; undefined where there is no such file. */
  read(path: string): Promise<Buffer | undefined>
  /** `create`: an empty file, readable by its owner only; else one that is there, with its content. */
  open(path: string, options: { create: boolean }): Promise<OpenFile>
  rename(from: string, to: string): Promise<void>
  /** Removes a file; does nothing where there is none. */
  remove(path: string): Promise<void>
  /** Makes names in a folder (created, renamed, removed files) durable. */
  flushDirectory(path: string): Promise<void>
}

class NodeFile implements OpenFile {
  private readonly handle: FileHandle
  constructor(handle: FileHandle) {
    this.handle = handle
  }
  async write(bytes: Buffer, offset: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, offset + done)
      done += bytesWritten
    }
  }
  truncate(length: number): Promise<void> {
    return this.handle.truncate(length)
  }
  flush(): Promise<void> {
    return this.handle.datasync()
  }
  close(): Promise<void> {
    return this.handle.close()
  }
}

/**
 * Opens a file of a data directory, which may have been another's: what its links lead to is none of it, and a pipe would have no other
 * end to wait for. @throws DataDirectoryError for a symbolic link, and for what else is no regular file
 */
async function openOwn(path: string, flags: number): Promise<FileHandle> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      // A pipe that nobody reads is not opened for writing.
      if (error.code === 'ELOOP' || error.code === 'ENXIO') throw notRegular(path)
      throw error
    },
  )
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw notRegular(path)
}

const notRegular = (path: string): DataDirectoryError =>
  new DataDirectoryError(`${path}: is no regular file; nothing was changed`)

/** Opens a file of a data directory for reading. @throws DataDirectoryError for what is no regular file, and for a symbolic link */
export const openRegular = (path: string): Promise<FileHandle> => openOwn(path, constants.O_RDONLY)

/** Flags of a file that is written and read: a new one, or one that is there. */
const made = constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC
const kept = constants.O_RDWR

/** The disk of this machine. */
export const nodeFiles: Files = {
  list: (directory) => readdir(directory),
  async read(path) {
    try {
      const file = await openRegular(path)
      try {
        return await file.readFile()
      } finally {
        await file.close()
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return undefined
      if (code === 'ERR_FS_FILE_TOO_LARGE')
        throw new DataDirectoryError(`${path}: has more than 2 GiB, which are not read; nothing was changed`)
      throw error
    }
  },
  open: async (path, { create }) => new NodeFile(await openOwn(path, create ? made : kept)),
  rename,
  remove: (path) => rm(path, { force: true }),
  async flushDirectory(path) {
    const directory = await open(path, 'r')
    try {
      await directory.sync()
    } finally {
      await directory.close()
    }
  },
}

/**
 * Puts a whole file in its place: written beside it, flushed, renamed over it, so that a reader finds the old or the new one.
 * What was begun is removed when it fails (a full disk must not be filled further).
 */
export async function replaceFile(
  files: Files,
  { directory, name, write }: { directory: string; name: string; write: (file: OpenFile) => Promise<void> },
): Promise<void> {
  const path = `${directory}/${name}`
  const begun = `${path}.new`
  try {
    const file = await files.open(begun, { create: true })
    try {
      await write(file)
      await file.flush()
    } finally {
      await file.close()
    }
    await files.rename(begun, path)
  } catch (error) {
    await files.remove(begun).catch(() => {})
    throw error
  }
  await files.flushDirectory(directory)
}
