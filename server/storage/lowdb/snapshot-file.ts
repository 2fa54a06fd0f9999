import { basename, dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import type { StoredRecord } from '../interface.ts'
import { hex, sealLine } from './checksum-line.ts'
import { CorruptDataError, problemText } from './data-problem.ts'
import { type Files, nodeFiles, type OpenFile, replaceFile } from './files.ts'
import { readSnapshot } from './read-snapshot.ts'
import { encodeSnapshotRecord } from './snapshot-record.ts'

// A snapshot: a head line (JSON, its last member is the checksum of what stands before it), a sealed line for each record,
// and a sealed line `end COUNT BYTES CHECKSUM` about everything before it.

/** All records of a store at one revision. */
export interface Snapshot {
  /** The store that the snapshot belongs to, as its journals name it; empty: it stands alone. */
  store: string
  revision: number
  /** The first journal with changes that may not be in here. */
  journal: number
  /** The revision after which that journal starts. */
  journalAfter: number
  records: Iterable<StoredRecord>
}

const chunkBytes = 1 << 20

/**
 * lowdb's adapter for a snapshot. Written beside the old one, flushed, then renamed over it, so that a reader finds one or
 * the other whole.
 */
export class SnapshotFile implements Adapter<Snapshot> {
  private readonly path: string
  private readonly files: Files
  constructor(path: string, files: Files = nodeFiles) {
    this.path = path
    this.files = files
  }

  /** Reads the snapshot; null: there is none. Throws CorruptDataError where the file is damaged. */
  async read(): Promise<Snapshot | null> {
    const content = await this.files.read(this.path)
    if (content === undefined) return null
    const { head, records, problems } = readSnapshot(this.path, content)
    if (problems[0] !== undefined) throw new CorruptDataError(problemText(problems[0]))
    return { ...head!, records }
  }

  async write(snapshot: Snapshot): Promise<void> {
    await replaceFile(this.files, {
      directory: dirname(this.path),
      name: basename(this.path),
      write: (file) => writeLines(file, snapshot),
    })
  }
}

function headLine({ store, revision, journal, journalAfter }: Snapshot, count: number): string {
  const text = JSON.stringify({ kepsim: 'snapshot/v2', store, revision, journal, journalAfter, count })
  const open = text.slice(0, -1)
  return `${open},"sum":"${hex(crc32(open))}"}\n`
}

/** Writes the snapshot's lines in pieces, giving way to other work between them. */
async function writeLines(file: OpenFile, snapshot: Snapshot): Promise<void> {
  const records = [...snapshot.records]
  let pieces: Buffer[] = [Buffer.from(headLine(snapshot, records.length))]
  let [size, offset, sum] = [0, 0, 0]
  const write = async (): Promise<void> => {
    const bytes = Buffer.concat(pieces)
    sum = crc32(bytes, sum)
    await file.write(bytes, offset)
    offset += bytes.length
    pieces = []
    size = 0
  }
  for (const record of records) {
    const line = encodeSnapshotRecord(record)
    pieces.push(line)
    size += line.length
    if (size >= chunkBytes) await write()
  }
  await write()
  await file.write(sealLine(`end ${records.length} ${offset} ${hex(sum)}`), offset)
}
