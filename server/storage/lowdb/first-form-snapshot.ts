import type { StoredRecord } from '../interface.ts'
import { decodeRecord } from '../record.ts'
import { type FileLine, linesOf } from './checksum-line.ts'
import type { DataProblem } from './data-problem.ts'
import type { SnapshotReading } from './snapshot-reading.ts'

// Snapshots as kepsim wrote them first, without checksums: a head line, then for each record a line about it and a line
// with its object. They are read once, and written anew; what can be checked without checksums is.

interface Head {
  revision: number
  journal: number
  count: number
}
interface About {
  k: string
  c: number
  m: number
  w: string
}

/** Reads a snapshot of the first form, which has no checksums. Damage becomes problems; nothing is thrown. */
export function readFirstFormSnapshot(path: string, content: Buffer): SnapshotReading {
  const lines = [...linesOf(content)]
  const problems: DataProblem[] = []
  const problem = (line: FileLine | undefined, text: string): void => {
    problems.push({ path, ...(line === undefined ? {} : { line: line.number, offset: line.offset }), text })
  }
  const head = parse<Head>(lines[0])
  if (head === undefined) problem(lines[0], 'this line is damaged')
  else if (lines.length !== 1 + 2 * head.count)
    problem(undefined, `holds ${lines.length - 1} lines of records where ${2 * head.count} were written`)
  const records: StoredRecord[] = []
  for (let i = 1; i < lines.length; i += 2) {
    const record = recordOf(lines[i]!, lines[i + 1])
    if (record === undefined) problem(lines[i], 'this line is damaged')
    else records.push(record)
  }
  return {
    form: 'first',
    head: head && { store: '', revision: head.revision, journal: head.journal, journalAfter: head.revision },
    records,
    problems,
  }
}

function recordOf(aboutLine: FileLine, objectLine: FileLine | undefined): StoredRecord | undefined {
  const about = parse<About>(aboutLine)
  const object = parse<{ metadata?: { resourceVersion?: string } }>(objectLine)
  if (about === undefined || object === undefined || typeof about.k !== 'string') return undefined
  if (object.metadata?.resourceVersion !== String(about.m)) return undefined
  const { k: key, c: createRevision, m: modRevision, w: writtenBy } = about
  return decodeRecord({ key, createRevision, modRevision, writtenBy }, objectLine!.bytes)
}

function parse<T extends object>(line: FileLine | undefined): T | undefined {
  if (line === undefined) return undefined
  try {
    const value = JSON.parse(line.bytes.toString('utf8')) as T | null
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
