// Files beside a document on the real disk. It is the one read of the host that a document can bring about.
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BesideDocument } from './shown-files.ts'

const mostBytes = 256 * 1024

/**
 * Reads files below the directory of a document, which a stranger wrote and which names them: plain text files of at most
 * 256 KiB. Undefined for any other path: absolute, with `~` or `..`, hidden, through a symbolic link, a device, or missing.
 */
export function besideDocument(document: string): BesideDocument {
  return (path) => {
    const parts = path.split('/')
    if (path === '' || parts.some((part) => part === '' || part.startsWith('.') || part.startsWith('~')))
      return undefined
    if (/[\0\\]/.test(path)) return undefined
    try {
      const asked = join(realpathSync(dirname(document)), ...parts)
      return realpathSync(asked) === asked ? readPlain(asked) : undefined
    } catch {
      return undefined
    }
  }
}

/** The text of a file that is what it was when its path was resolved: nothing is followed any more. */
function readPlain(path: string): string | undefined {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > mostBytes) return undefined
    const bytes = Buffer.alloc(mostBytes + 1)
    const length = readSync(file, bytes, 0, bytes.length, 0)
    const text = bytes.subarray(0, length).toString('utf8')
    return length > mostBytes || text.includes('\0') ? undefined : text
  } finally {
    closeSync(file)
  }
}
