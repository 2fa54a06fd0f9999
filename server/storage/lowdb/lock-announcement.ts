import { randomBytes } from 'node:crypto'
import { chmod, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { nodeFiles } from './files.ts'
import { processStart } from './process-start.ts'
import { withShortPath } from './short-path.ts'

// A process announces itself in a directory by a socket that it listens on: the kernel ends that with the process, tells
// each who asks, and it holds across containers that share the directory. Where the file system takes no sockets, by a file
// with the time at which the process started.

const pattern = /^lock-(\d+)-[0-9a-f]{16}(\.pid)?(\.new)?$/

/** Whether a file's name is that of an announcement. */
export const isAnnouncement = (name: string): boolean => pattern.test(name)

/** The modes of the announcement's file: the x bit says that its owner only wants the directory. */
const [wanted, held] = [0o700, 0o600]

/** This process's file in a directory that says that it wants or has the directory. */
export interface Announcement {
  name: string
  markHeld(): Promise<void>
  withdraw(): Promise<void>
}

/** The announcement of another process. */
export interface Other {
  name: string
  pid: number
  /** Whether the process has the directory; otherwise it only wants it. */
  holds: boolean
}

/** Announces this process in a directory; other processes see it alive from the first moment. */
export async function announce(directory: string): Promise<Announcement> {
  for (;;) {
    try {
      return await announceBySocket(directory, newName())
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Another that had the lock for a moment took it for a dead one's.
      if (code === 'ENOENT') {
        await stat(directory)
        continue
      }
      if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC') throw error
      return await announceByFile(directory)
    }
  }
}

async function announceBySocket(directory: string, name: string): Promise<Announcement> {
  const server = createServer((socket) => socket.destroy())
  server.unref()
  const path = join(directory, name)
  await withShortPath(
    directory,
    (short) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(join(short, `${name}.new`), resolve)
      }),
  )
  // Who asks has its answer by being connected; that one could not be accepted changes nothing.
  server.on('error', () => {})
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  try {
    await chmod(`${path}.new`, wanted)
    await rename(`${path}.new`, path)
  } catch (error) {
    await close()
    throw error
  }
  return {
    name,
    markHeld: () => chmod(path, held),
    async withdraw() {
      await rm(path, { force: true })
      await close()
    },
  }
}

const newName = (): string => `lock-${process.pid}-${randomBytes(8).toString('hex')}`

/** Announces this process by a plain file, where the file system takes no sockets. */
export async function announceByFile(directory: string): Promise<Announcement> {
  const name = `${newName()}.pid`
  const path = join(directory, name)
  await writeFile(`${path}.new`, `${(await processStart(process.pid)) ?? ''}\n`, { mode: wanted })
  await rename(`${path}.new`, path)
  return { name, markHeld: () => chmod(path, held), withdraw: () => rm(path, { force: true }) }
}

/** Announcements of live processes besides `own`; those of dead ones are removed. */
export async function othersAlive(directory: string, own: Announcement): Promise<Other[]> {
  const found: Other[] = []
  for (const name of await readdir(directory)) {
    const parts = pattern.exec(name)
    if (parts === null || name === own.name || parts[3] !== undefined) continue
    const path = join(directory, name)
    const pid = Number(parts[1])
    const alive = parts[2] === undefined ? await hasListener(directory, name) : await isSameProcess(path, pid)
    if (alive) found.push({ name, pid, holds: await isHeld(path) })
    else await rm(path, { force: true })
  }
  return found
}

const isHeld = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && (found.mode & 0o100) === 0
}

/** Anything but a plain no counts as a yes. */
const hasListener = (directory: string, name: string): Promise<boolean> =>
  withShortPath(
    directory,
    (short) =>
      new Promise((resolve) => {
        const socket = connect(join(short, name))
        const answer = (alive: boolean): void => {
          socket.destroy()
          resolve(alive)
        }
        socket.once('connect', () => answer(true))
        socket.once('error', (error: NodeJS.ErrnoException) =>
          answer(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
        )
      }),
  )

async function isSameProcess(path: string, pid: number): Promise<boolean> {
  const started = await processStart(pid)
  const content = await nodeFiles.read(path).catch(() => undefined)
  return started !== undefined && content !== undefined && String(content).trim() === started
}
