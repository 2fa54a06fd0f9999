import type { StoredRecord } from '../interface.ts'
import type { DataProblem } from './data-problem.ts'

/** The head of a snapshot: the store's id, the revision, and the numbers of journals that it stands between. */
export interface SnapshotHead {
  store: string
  revision: number
  journal: number
  journalAfter: number
}

/** A snapshot as far as it is whole. */
export interface SnapshotReading {
  /** `first`: without checksums, as kepsim wrote snapshots before. */
  form: 'first' | 'v2'
  /** Undefined: it is damaged. */
  head: SnapshotHead | undefined
  /** Those that are whole. */
  records: StoredRecord[]
  problems: DataProblem[]
}
