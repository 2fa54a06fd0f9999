import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import type { StoredRecord } from '../interface.ts'
import { decodeRecord } from '../record.ts'

/** Everything that is stored, as of one revision. Changes after it are in the journal `journal`. */
export interface Snapshot {
  revision: number
  journal: number
  records: Iterable<StoredRecord>
}

interface Line {
  k: string
  c: number
  m: number
  w: string
}

/** A snapshot on disk that is not what was written. The message names the file and the line. */
export class CorruptDataError extends Error {}

const chunkBytes = 1 << 20

/**
 * lowdb's adapter for a snapshot: a head line, then for each record a line about it and a line with its bytes as they are.
 * Written beside the old one, flushed, then renamed over it, so that a reader finds one or the other whole.
 */
export class SnapshotFile implements Adapter<Snapshot> {
  private readonly path: string
  constructor(path: string) {
    this.path = path
  }

  async read(): Promise<Snapshot | null> {
    let content: Buffer
    try {
      content = await readFile(this.path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
    const lines = splitLines(content)
    const head = this.parseLine<{ kepsim: string; revision: number; journal: number; count: number }>(
      lines[0],
      1,
    )
    if (head.kepsim !== 'snapshot/v1')
      throw new CorruptDataError(`${this.path}:1: not a snapshot of this version of kepsim`)
    if (lines.length !== 1 + 2 * head.count)
      throw new CorruptDataError(
        `${this.path}: holds ${lines.length - 1} lines of records where ${2 * head.count} were written`,
      )
    const records: StoredRecord[] = []
    for (let i = 1; i < lines.length; i += 2) {
      const { k, c, m, w } = this.parseLine<Line>(lines[i], i + 1)
      records.push(decodeRecord({ key: k, createRevision: c, modRevision: m, writtenBy: w }, lines[i + 1]!))
    }
    return { revision: head.revision, journal: head.journal, records }
  }

  async write(snapshot: Snapshot): Promise<void> {
    const records = [...snapshot.records]
    const temporary = `${this.path}.new`
    const file = await open(temporary, 'w', 0o600)
    try {
      await writeRecords(
        file,
        `${JSON.stringify({ kepsim: 'snapshot/v1', revision: snapshot.revision, journal: snapshot.journal, count: records.length })}\n`,
        records,
      )
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, this.path)
    await syncDirectory(dirname(this.path))
  }

  private parseLine<T>(line: Buffer | undefined, number: number): T {
    try {
      return JSON.parse(line!.toString('utf8')) as T
    } catch {
      throw new CorruptDataError(`${this.path}:${number}: this line is damaged`)
    }
  }
}

/** Writes in pieces, giving way to other work between them. */
async function writeRecords(file: FileHandle, head: string, records: StoredRecord[]): Promise<void> {
  let pieces: Buffer[] = [Buffer.from(head)]
  let size = 0
  for (const r of records) {
    const line: Line = { k: r.key, c: r.createRevision, m: r.modRevision, w: r.writtenBy }
    pieces.push(Buffer.from(`${JSON.stringify(line)}\n`), r.bytes, newline)
    size += r.bytes.length + 100
    if (size < chunkBytes) continue
    await file.writeFile(Buffer.concat(pieces))
    pieces = []
    size = 0
  }
  await file.writeFile(Buffer.concat(pieces))
}
const newline = Buffer.from('\n')

function splitLines(content: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(10, start)
    lines.push(content.subarray(start, end < 0 ? content.length : end))
    start = end < 0 ? content.length : end + 1
  }
  return lines
}

/** Makes names in a folder (created, renamed, removed files) durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
