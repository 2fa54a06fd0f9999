import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes that are read by their place. */
export interface ByteSource {
  /** The name in messages: a path. */
  readonly name: string
  readonly size: number
  /** Exactly `length` bytes, which must be there. */
  read(offset: number, length: number): Buffer
  close(): void
}

/** A source of bytes in memory; what it reads shares that memory. */
export const bytesSource = (name: string, bytes: Buffer): ByteSource => ({
  name,
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
  close: () => {},
})

/** A file of the host, opened to be read only. Throws the system's error where it cannot be. */
export function openFile(path: string): ByteSource {
  const fd = openSync(path, 'r')
  const stat = fstatSync(fd)
  if (!stat.isFile()) {
    closeSync(fd)
    throw new Error(`${path}: not a regular file`)
  }
  return {
    name: path,
    size: stat.size,
    read: (offset, length) => readWhole(fd, path, offset, length),
    close: () => closeSync(fd),
  }
}

function readWhole(fd: number, path: string, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length; ) {
    const got = readSync(fd, bytes, done, length - done, offset + done)
    if (got === 0) throw new Error(`${path}: the file has become shorter while it was read`)
    done += got
  }
  return bytes
}
