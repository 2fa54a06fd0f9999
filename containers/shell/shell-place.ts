import type { Readable } from 'node:stream'
import type { ContainerFs } from '../files/container-fs.ts'
import type { PodPlace } from '../pod-place.ts'
import type { ProcessTable, TableEntry } from '../process-table.ts'

/** The files, streams and processes that a command line runs with. */
export interface ShellPlace {
  files: ContainerFs
  streams: {
    out(bytes: Uint8Array): void
    err(bytes: Uint8Array): void
    stdin: Readable | undefined
    tty: boolean
  }
  /** The whole of what stands in its standard input, where that is known before it reads it. */
  typed?: string | undefined
  image: string
  /** The process of the shell, in its table of processes. */
  entry: TableEntry
  processes: ProcessTable
  /** Signals that the shell ignores from its start. */
  ignores?: ReadonlySet<number>
  /** The depth of its {@link Governor}; default: no other shell has started it. */
  depth?: number
  runtime: PodPlace
}
