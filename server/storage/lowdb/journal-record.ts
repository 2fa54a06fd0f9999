import type { StorageEvent } from '../interface.ts'
import { sealLine } from './checksum-line.ts'

// Lines of a journal, each sealed with its checksum:
//   kepsim-journal/v2 STORE NUMBER                                 the first one
//   FLUSHED REVISION P|D CREATED RELEASE "KEY" {OBJECT}            a change
//   next NUMBER REVISION                                           the last one, when the next journal goes on
// FLUSHED is how many bytes of this file were durable when the record was written: what is damaged before that place
// was answered once, what is damaged after it may be a write that a power failure tore.

const headWord = 'kepsim-journal/v2'

/** A change in a journal. `bytes`: the object's JSON. */
export interface JournalRecord {
  revision: number
  type: StorageEvent['type']
  createRevision: number
  writtenBy: string
  key: string
  bytes: Buffer
}

/** A line of a journal: its head, a change, or the number of the journal that follows. */
export type JournalLine =
  | { kind: 'head'; store: string; number: number }
  | { kind: 'record'; flushed: number; record: JournalRecord }
  | { kind: 'next'; number: number; revision: number }

/** The first line of a journal. */
export const encodeHead = (store: string, number: number): Buffer =>
  sealLine(`${headWord} ${store} ${number}`)
/** The last line of a finished journal, which names the next journal. */
export const encodeNext = (number: number, revision: number): Buffer => sealLine(`next ${number} ${revision}`)

/** The line of a change. `flushed`: the newest revision that is safely on the disk. */
export function encodeJournalRecord(event: StorageEvent, flushed: number): Buffer {
  const { record, revision, type } = event
  const operation = type === 'put' ? 'P' : 'D'
  return sealLine(
    `${flushed} ${revision} ${operation} ${record.createRevision} ${record.writtenBy} ${JSON.stringify(record.key)} `,
    record.bytes,
  )
}

/** The record in a journal line's text; undefined where it is malformed. */
export function decodeJournalLine(body: Buffer): JournalLine | undefined {
  const [word, first, second] = body.toString('latin1', 0, 96).split(' ', 3)
  if (word === headWord) return { kind: 'head', store: first!, number: Number(second) }
  if (word === 'next') return { kind: 'next', number: Number(first), revision: Number(second) }
  const parts = splitRecord(body, 5)
  if (parts === undefined) return undefined
  const [flushed, ...fields] = parts.fields
  const record = recordOf(fields, parts)
  return record && { kind: 'record', flushed: Number(flushed), record }
}

/** A record of a journal as kepsim wrote it first: without head lines and FLUSHED. */
export function decodeFirstFormRecord(body: Buffer): JournalRecord | undefined {
  const parts = splitRecord(body, 4)
  return parts && recordOf(parts.fields, parts)
}

interface RecordParts {
  fields: string[]
  key: string
  bytes: Buffer
}

function recordOf(fields: readonly string[], { key, bytes }: RecordParts): JournalRecord | undefined {
  const [revision, operation, createRevision, writtenBy] = fields
  if (operation !== 'P' && operation !== 'D') return undefined
  return {
    revision: Number(revision),
    type: operation === 'P' ? 'put' : 'delete',
    createRevision: Number(createRevision),
    writtenBy: writtenBy!,
    key,
    bytes,
  }
}

/** `count` words, a key as JSON text, and the object; each with a space behind it but the last. */
function splitRecord(body: Buffer, count: number): RecordParts | undefined {
  const fields = body.toString('latin1', 0, 96).split(' ', count)
  const start = fields.reduce((sum, field) => sum + field.length + 1, 0)
  const end = endOfJsonText(body, start)
  if (fields.length < count || end === undefined || body[end] !== 0x20) return undefined
  return {
    fields,
    key: JSON.parse(body.toString('utf8', start, end)) as string,
    bytes: body.subarray(end + 1),
  }
}

/** The place after the closing quote of the JSON text that starts at `start`. */
function endOfJsonText(body: Buffer, start: number): number | undefined {
  if (body[start] !== 0x22) return undefined
  for (let i = start + 1; i < body.length; i++) {
    if (body[i] === 0x5c) i++
    else if (body[i] === 0x22) return i + 1
  }
  return undefined
}

/** What a damaged record still seems to say, for people: never taken as data. */
export function hintOf(line: Buffer): string | undefined {
  const start = line.toString('latin1', 0, 500)
  const key = /"(\/[^"\\]{1,400})" \{/.exec(start)
  if (key === null) return undefined
  const numbers = /^\S+ (?:\d+ )?(\d+) (?:[PD] )?\d+ \S+ $/.exec(start.slice(0, key.index))
  return numbers === null ? key[1] : `revision ${numbers[1]} of ${key[1]}`
}
