import { crc32 } from 'node:zlib'
import { objectOf } from './workload.ts'

const hex = (n: number): string => n.toString(16).padStart(8, '0')

/** The JSON of a stored object. */
const stored = (key: string, value: string, revision: number): string => {
  const { metadata, ...rest } = objectOf(key, value)
  return JSON.stringify({ ...rest, metadata: { ...metadata, resourceVersion: String(revision) } })
}

const keyOf = (n: number): string => `/registry/configmaps/ns/old${n}`

/** A line of a journal as kepsim wrote them before snapshots had checksums. */
function journalLine(revision: number, n: number): string {
  const body = `${revision} P ${revision} 1.33 ${JSON.stringify(keyOf(n))} ${stored(keyOf(n), `v${revision}`, revision)}`
  return `${hex(crc32(body))} ${body}\n`
}

/** The files of a store of 12 objects at revision 14, as kepsim wrote them before: a crash left an older journal behind. */
export async function firstFormStore(): Promise<Record<string, Buffer>> {
  const lines = [JSON.stringify({ kepsim: 'snapshot/v1', revision: 10, journal: 2, count: 10 })]
  for (let n = 1; n <= 10; n++)
    lines.push(JSON.stringify({ k: keyOf(n), c: n, m: n, w: '1.33' }), stored(keyOf(n), `v${n}`, n))
  return {
    'snapshot.db': Buffer.from(`${lines.join('\n')}\n`),
    'journal-000001.log': Buffer.from(journalLine(8, 8) + journalLine(9, 9)),
    'journal-000002.log': Buffer.from(journalLine(10, 10) + journalLine(11, 11) + journalLine(12, 1)),
    'journal-000003.log': Buffer.from(journalLine(13, 12) + journalLine(14, 2)),
    LOCK: Buffer.from('99999999\n'),
  }
}
