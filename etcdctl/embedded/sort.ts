// Upstream: etcd's server/etcdserver/apply.go (sorting of ranges)

import type { Message } from '../../server/storage/etcd/messages.ts'
import type { StoredRecord } from '../../server/storage/interface.ts'
import { storedBytes } from '../../server/storage/mvcc/stored-key-value.ts'

/** The values of `--sort-by`, by their numbers on the wire. */
export const sortTargets = ['KEY', 'VERSION', 'CREATE', 'MODIFY', 'VALUE'] as const
/** The orders of `--order`, by their numbers on the wire. */
export const sortOrders = ['NONE', 'ASCEND', 'DESCEND'] as const

type Compare = (a: StoredRecord, b: StoredRecord) => number

const versionOf = (record: StoredRecord): number => (record.createRevision === record.modRevision ? 1 : 2)
const comparisons: Readonly<Record<(typeof sortTargets)[number], Compare>> = {
  KEY: (a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
  VERSION: (a, b) => versionOf(a) - versionOf(b),
  CREATE: (a, b) => a.createRevision - b.createRevision,
  MODIFY: (a, b) => a.modRevision - b.modRevision,
  VALUE: (a, b) => Buffer.compare(storedBytes(a), storedBytes(b)),
}

/** The records in the order that a range asks for. @param records by key */
export function ordered(
  records: StoredRecord[],
  { sort_order: order = 0, sort_target: target = 0 }: Message<'RangeRequest'>,
): StoredRecord[] {
  const by = sortTargets[target] ?? 'KEY'
  if (order === 0 && by === 'KEY') return records
  const compare = comparisons[by]
  return [...records].sort(sortOrders[order] === 'DESCEND' ? (a, b) => compare(b, a) : compare)
}
