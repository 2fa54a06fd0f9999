import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The path of a socket has room for 107 bytes on Linux, 103 elsewhere. */
const room = 103
const longestName = 'lock-4294967296-0123456789abcdef.new'.length

/** Calls with a path of the directory that is short enough for a socket in it; it leads there only during the call. */
export async function withShortPath<T>(directory: string, use: (short: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(directory) + 1 + longestName <= room) return use(directory)
  const folder = await mkdtemp(join(tmpdir(), 'kepsim-'))
  try {
    const short = join(folder, 'd')
    await symlink(resolve(directory), short)
    return await use(short)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
