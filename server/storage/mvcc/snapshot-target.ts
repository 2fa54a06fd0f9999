import { type FileHandle, open } from 'node:fs/promises'
import type { SnapshotTarget } from './write-snapshot.ts'

/** A new file of the host, readable by its owner only: a snapshot holds Secrets. Throws where there is one. */
export async function newFileTarget(path: string): Promise<SnapshotTarget & { close(): Promise<void> }> {
  const handle = await open(path, 'wx+', 0o600)
  return {
    write: (bytes, offset) => writeAll(handle, bytes, offset),
    read: async (offset, length) => {
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await handle.read(bytes, 0, length, offset)
      return bytes.subarray(0, bytesRead)
    },
    close: async () => {
      await handle.datasync()
      await handle.close()
    },
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done)
    done += bytesWritten
  }
}

/** Memory, which grows with what is written. */
export class MemoryTarget implements SnapshotTarget {
  private buffer = Buffer.alloc(0)
  private size = 0

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.size)
  }

  async write(bytes: Buffer, offset: number): Promise<void> {
    const end = offset + bytes.length
    if (end > this.buffer.length) {
      const grown = Buffer.alloc(Math.max(end, this.buffer.length * 2))
      this.buffer.copy(grown)
      this.buffer = grown
    }
    bytes.copy(this.buffer, offset)
    this.size = Math.max(this.size, end)
  }

  async read(offset: number, length: number): Promise<Buffer> {
    return this.bytes.subarray(offset, offset + length)
  }
}
