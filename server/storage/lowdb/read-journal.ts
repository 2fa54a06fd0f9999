import { type FileLine, linesOf, openLine } from './checksum-line.ts'
import type { DataProblem } from './data-problem.ts'
import {
  decodeFirstFormRecord,
  decodeJournalLine,
  hintOf,
  type JournalLine,
  type JournalRecord,
} from './journal-record.ts'

/** The contents of a journal. Its place among others is not looked at. */
export interface JournalReading {
  path: string
  /** The number in the journal's name. */
  number: number
  /** Undefined where the journal is of the first form, without a head, or its head is damaged. */
  head: { store: string; number: number } | undefined
  /** The undamaged records that count, in the order of the file. */
  records: (JournalRecord & { offset: number; line: number })[]
  /** Which journal goes on, from which revision; undefined: this one is the last. */
  next: { number: number; revision: number } | undefined
  /** The offset of the journal's end: what is behind it was never answered. */
  length: number
  /** Bytes behind that: a write that was not finished. */
  torn: number
  problems: DataProblem[]
}

interface Damage extends FileLine {
  /** Whether a power failure may have left the journal in this state. */
  excused: boolean
}

/**
 * Reads all of a journal that is whole, and tells what is not; with damage, `records` are all whole ones of the file.
 * @param firstForm without head lines, as kepsim wrote journals before
 */
export function readJournal(
  { path, number }: { path: string; number: number },
  content: Buffer,
  firstForm: boolean,
): JournalReading {
  const reading: JournalReading = {
    path,
    number,
    head: undefined,
    records: [],
    next: undefined,
    length: content.length,
    torn: 0,
    problems: [],
  }
  const damages: Damage[] = []
  /** How much was durable when the last whole record was written. */
  let flushed = 0
  for (const line of linesOf(content)) {
    const body = line.ended ? openLine(line.bytes) : undefined
    const found = firstForm ? firstFormLine(body) : body && decodeJournalLine(body)
    if (found === undefined) damages.push({ ...line, excused: mayBeTorn(line) })
    else take(reading, line, found)
    if (found?.kind === 'record') flushed = Math.max(flushed, firstForm ? line.offset : found.flushed)
    else if (found?.kind === 'next') flushed = line.offset
  }
  if (reading.head === undefined && !firstForm) headProblem(reading, damages, content)
  settle(reading, damages, flushed, content.length)
  return reading
}

/** Does the file begin as journals of today do? */
export function hasJournalHead(content: Buffer): boolean {
  const end = content.indexOf(10)
  const body = end < 0 ? undefined : openLine(content.subarray(0, end))
  return body !== undefined && decodeJournalLine(body)?.kind === 'head'
}

function firstFormLine(body: Buffer | undefined): JournalLine | undefined {
  const record = body && decodeFirstFormRecord(body)
  return record && { kind: 'record', flushed: 0, record }
}

function take(reading: JournalReading, line: FileLine, found: JournalLine): void {
  const { path, problems } = reading
  const { number, offset } = line
  if (reading.next !== undefined)
    problems.push({ path, line: number, offset, text: 'there is something after the end of this journal' })
  if (found.kind === 'record') reading.records.push({ ...found.record, offset, line: number })
  else if (found.kind === 'next') reading.next = { number: found.number, revision: found.revision }
  else if (number === 1) reading.head = { store: found.store, number: found.number }
  else problems.push({ path, line: number, offset, text: 'a second journal begins here' })
}

/** A journal comes into its folder with its head whole, so this is never what a crash left. */
function headProblem(reading: JournalReading, damages: Damage[], content: Buffer): void {
  const { path, problems } = reading
  if (damages[0]?.number === 1) damages.shift()
  if (content.length === 0) problems.push({ path, text: 'the journal is empty' })
  else problems.push({ path, line: 1, offset: 0, text: 'the head of the journal is damaged' })
}

/**
 * A damaged line is damage, and no unfinished write, when the disk had it durable (something was written after a flush
 * behind it) or when no part of it is missing.
 */
function settle(reading: JournalReading, damages: Damage[], flushed: number, length: number): void {
  const first = damages[0]
  if (first === undefined) return
  if (damages.every((d) => d.excused && d.offset >= flushed) && reading.next === undefined) {
    reading.length = first.offset
    reading.torn = length - first.offset
    reading.records = reading.records.filter((record) => record.offset < first.offset)
    return
  }
  for (const damage of damages) {
    const last = damage === damages.at(-1) && damage.offset >= flushed
    const lost = hintOf(damage.bytes)
    reading.problems.push({
      path: reading.path,
      line: damage.number,
      offset: damage.offset,
      text: last
        ? 'this record, the last one, is damaged: it is complete, so it is no write that was not finished'
        : 'this record is damaged, and others follow it',
      ...(lost === undefined ? {} : { lost }),
    })
  }
}

const sectorBytes = 512

/**
 * Does a part of the line that the disk writes at once hold only zeros, or is its end missing? A record holds no zeros,
 * and no flipped bit makes a whole part zero. Upstream: etcd's wal/decoder.go takes the same as the sign of a torn write.
 */
function mayBeTorn(line: FileLine): boolean {
  // A last line that is whole, with another byte where its line break was, was complete.
  if (!line.ended) return line.bytes.at(-1) === 0 || openLine(line.bytes.subarray(0, -1)) === undefined
  const end = line.offset + line.bytes.length
  for (let from = line.offset; from < end; ) {
    const to = Math.min(end, (Math.floor(from / sectorBytes) + 1) * sectorBytes)
    if (line.bytes.subarray(from - line.offset, to - line.offset).every((byte) => byte === 0)) return true
    from = to
  }
  return false
}
