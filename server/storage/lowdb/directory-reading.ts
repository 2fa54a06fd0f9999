import type { StorageEvent, StoredRecord } from '../interface.ts'
import type { DataProblem } from './data-problem.ts'

/** The contents of a data directory. Nothing is changed by reading it. */
export interface DirectoryReading {
  /** `none`: no store. `first`: of the form without checksums. */
  form: 'none' | 'first' | 'v2'
  /** The name that binds the files of a store together. */
  store: string
  /** The revision of the newest change. */
  revision: number
  /** The revision of the snapshot: history starts after it. */
  compacted: number
  /** The records by key; with problems: the undamaged ones, each as its newest undamaged change left it. */
  records: Map<string, StoredRecord>
  history: StorageEvent[]
  /** The journal to which changes are appended; undefined: there is none yet. */
  last: { number: number; length: number; torn: number } | undefined
  /** Numbers of all journals that are there, lowest first. */
  journals: number[]
  /** Files that no longer count, or never did. */
  obsolete: string[]
  /** Whether the watermark has to be written anew. */
  watermark: boolean
  /** Unusual findings that lose no data. */
  notices: string[]
  /** Damage, for any of which the directory is not opened. */
  problems: DataProblem[]
}
