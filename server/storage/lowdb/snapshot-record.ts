import type { StoredRecord } from '../interface.ts'
import { decodeRecord } from '../record.ts'
import { openLine, sealLine } from './checksum-line.ts'

// A record of a snapshot is a sealed line: {"k":KEY,"c":CREATED,"m":REVISION,"w":RELEASE,"o":OBJECT}, the object as it was stored.

interface About {
  k: string
  c: number
  m: number
  w: string
}

const beforeObject = ',"o":'

/** The line of a record in a snapshot. */
export function encodeSnapshotRecord({
  key,
  createRevision,
  modRevision,
  writtenBy,
  bytes,
}: StoredRecord): Buffer {
  const about: About = { k: key, c: createRevision, m: modRevision, w: writtenBy }
  return sealLine(JSON.stringify(about).slice(0, -1), beforeObject, bytes, '}')
}

/** Undefined: it is not what was written. @param line without its line break */
export function decodeSnapshotRecord(line: Buffer): StoredRecord | undefined {
  const body = openLine(line)
  // No key can hold this text: a quote in it has a backslash before it.
  const end = body?.indexOf(beforeObject) ?? -1
  if (body === undefined || end < 0) return undefined
  const {
    k: key,
    c: createRevision,
    m: modRevision,
    w: writtenBy,
  } = JSON.parse(`${body.toString('utf8', 0, end)}}`) as About
  return decodeRecord(
    { key, createRevision, modRevision, writtenBy },
    body.subarray(end + beforeObject.length, -1),
  )
}

/** What a damaged line still seems to say, for people: never taken as data. */
export function hintOfSnapshotRecord(line: Buffer): string | undefined {
  const found = /"k":"(\/[^"\\]{1,400})"(?:,"c":\d+,"m":(\d+))?/.exec(line.toString('latin1', 0, 600))
  if (found === null) return undefined
  return found[2] === undefined ? found[1] : `revision ${found[2]} of ${found[1]}`
}
