import type { StoredRecord } from '../interface.ts'
import type { DataProblem } from './data-problem.ts'

export interface SnapshotHead {
  store: string
  revision: number
  journal: number
  journalAfter: number
}

export interface SnapshotReading {
  /** `first`: without checksums, as kepsim wrote snapshots before. */
  form: 'first' | 'v2'
  /** Undefined: it is damaged. */
  head: SnapshotHead | undefined
  /** Those that are whole. */
  records: StoredRecord[]
  problems: DataProblem[]
}
