import { crc32 } from 'node:zlib'
import type { StoredRecord } from '../interface.ts'
import { type FileLine, hex, linesOf, openLine } from './checksum-line.ts'
import type { DataProblem } from './data-problem.ts'
import { readFirstFormSnapshot } from './first-form-snapshot.ts'
import type { SnapshotHead, SnapshotReading } from './snapshot-reading.ts'
import { decodeSnapshotRecord, hintOfSnapshotRecord } from './snapshot-record.ts'

/** Reads all of a snapshot that is whole, and tells what is not. */
export function readSnapshot(path: string, content: Buffer): SnapshotReading {
  if (content.toString('latin1', 0, 24) === '{"kepsim":"snapshot/v1",')
    return readFirstFormSnapshot(path, content)
  return new Reader(path, content).read()
}

interface End {
  count: number
  bytes: number
  sum: string
}

class Reader {
  private readonly path: string
  private readonly content: Buffer
  private readonly problems: DataProblem[] = []
  private readonly records: StoredRecord[] = []
  private end: End | undefined

  constructor(path: string, content: Buffer) {
    this.path = path
    this.content = content
  }

  read(): SnapshotReading {
    let head: (SnapshotHead & { count: number }) | undefined
    for (const line of linesOf(this.content)) {
      if (line.number === 1) head = this.readHead(line)
      else if (this.end !== undefined) this.problem(line, 'there is something after the end of the snapshot')
      else this.readLine(line)
    }
    this.checkWhole(head?.count)
    return { form: 'v2', head, records: this.records, problems: this.problems }
  }

  private problem(
    { number, offset }: Pick<FileLine, 'number' | 'offset'>,
    text: string,
    lost?: string,
  ): void {
    this.problems.push({
      path: this.path,
      line: number,
      offset,
      text,
      ...(lost === undefined ? {} : { lost }),
    })
  }

  private readHead(line: FileLine): (SnapshotHead & { count: number }) | undefined {
    const text = line.bytes.toString('utf8')
    const sealed = /^(.*),"sum":"([0-9a-f]{8})"\}$/s.exec(text)
    if (sealed === null || hex(crc32(sealed[1]!)) !== sealed[2]) {
      this.problem(line, 'the head of the snapshot is damaged')
      return undefined
    }
    const head = JSON.parse(text) as SnapshotHead & { count: number; kepsim: string }
    if (head.kepsim === 'snapshot/v2') return head
    this.problem(line, `${head.kepsim} is not a form that this kepsim knows; a newer one wrote it`)
    return undefined
  }

  private readLine(line: FileLine): void {
    const body = line.ended ? openLine(line.bytes) : undefined
    const ending = body && /^end (\d+) (\d+) ([0-9a-f]{8})$/.exec(body.toString('latin1', 0, 64))
    if (ending) {
      this.end = { count: Number(ending[1]), bytes: Number(ending[2]), sum: ending[3]! }
      if (this.end.bytes !== line.offset)
        this.problem(line, `${this.end.bytes} bytes were written before this line`)
      return
    }
    const record = line.ended ? decodeSnapshotRecord(line.bytes) : undefined
    if (record !== undefined) this.records.push(record)
    else this.problem(line, 'this line is damaged', hintOfSnapshotRecord(line.bytes))
  }

  private checkWhole(count: number | undefined): void {
    const { path, content, end, records, problems } = this
    if (content.length === 0) problems.push({ path, text: 'the snapshot is empty' })
    else if (end === undefined)
      problems.push({
        path,
        offset: content.length,
        text: `the end of the snapshot is missing${ofCount(records, count)}`,
      })
    if (problems.length > 0 || end === undefined) return
    if (records.length !== end.count || records.length !== count)
      problems.push({ path, text: `it holds ${records.length} records where ${count} were written` })
    else if (hex(crc32(content.subarray(0, end.bytes))) !== end.sum)
      problems.push({
        path,
        text: 'its records are whole, but not those, or not in the order, that were written',
      })
  }
}

const ofCount = (records: readonly unknown[], count: number | undefined): string =>
  count === undefined ? '' : `; ${records.length} of ${count} records are there`
