import type { StoredRecord } from '../interface.ts'
import type { DataProblem } from './data-problem.ts'

/** The head of a snapshot: the store's id, the revision, and the numbers of journals that it stands between. */
export interface SnapshotHead {
  store: string
  revision: number
  journal: number
  journalAfter: number
}

/** The undamaged parts of a snapshot. */
export interface SnapshotReading {
  /** `first`: without checksums, as kepsim wrote snapshots before. */
  form: 'first' | 'v2'
  /** Undefined where the head is damaged. */
  head: SnapshotHead | undefined
  /** The undamaged records. */
  records: StoredRecord[]
  problems: DataProblem[]
}
