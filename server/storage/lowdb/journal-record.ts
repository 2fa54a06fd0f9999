import { crc32 } from 'node:zlib'
import type { StorageEvent } from '../interface.ts'

// One line of a journal: checksum (8 hex digits), revision, P(ut) or D(elete), creation revision, release, key as JSON text, object.
// The checksum covers everything after it up to the line's end. The JSON of an object holds no line break.

const hex = (n: number): string => n.toString(16).padStart(8, '0')

export function encodeJournalRecord(event: StorageEvent): Buffer {
  const { record } = event
  const operation = event.type === 'put' ? 'P' : 'D'
  const head = Buffer.from(
    `${event.revision} ${operation} ${record.createRevision} ${record.writtenBy} ${JSON.stringify(record.key)} `,
  )
  const sum = crc32(record.bytes, crc32(head))
  return Buffer.concat([Buffer.from(`${hex(sum)} `), head, record.bytes, newline])
}
const newline = Buffer.from('\n')

export interface JournalRecord {
  revision: number
  type: StorageEvent['type']
  createRevision: number
  writtenBy: string
  key: string
  bytes: Buffer
}

/** The record of a line without its line break; undefined when the checksum or the form is wrong. */
export function decodeJournalRecord(line: Buffer): JournalRecord | undefined {
  if (line.length < 10 || line[8] !== 0x20) return undefined
  const body = line.subarray(9)
  if (line.toString('latin1', 0, 8) !== hex(crc32(body))) return undefined
  const [revision, operation, createRevision, writtenBy] = body.toString('latin1', 0, 64).split(' ', 4)
  if (
    revision === undefined ||
    operation === undefined ||
    createRevision === undefined ||
    writtenBy === undefined
  )
    return undefined
  const keyStart = revision.length + operation.length + createRevision.length + writtenBy.length + 4
  const keyEnd = endOfJsonText(body, keyStart)
  if (keyEnd === undefined) return undefined
  return {
    revision: Number(revision),
    type: operation === 'P' ? 'put' : 'delete',
    createRevision: Number(createRevision),
    writtenBy,
    key: JSON.parse(body.toString('utf8', keyStart, keyEnd)) as string,
    bytes: body.subarray(keyEnd + 1),
  }
}

/** The place after the closing quote of the JSON text that starts at `start`. */
function endOfJsonText(body: Buffer, start: number): number | undefined {
  for (let i = start + 1; i < body.length; i++) {
    if (body[i] === 0x5c) i++
    else if (body[i] === 0x22) return i + 1
  }
  return undefined
}
