import type { Readable } from 'node:stream'
import type { ContainerFs } from '../files/container-fs.ts'
import type { PodPlace } from '../pod-place.ts'
import type { ProcessTable, TableEntry } from '../process-table.ts'

/** What a command line runs with. */
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
  /** The process, among those that it sees. */
  entry: TableEntry
  processes: ProcessTable
  /** Signals that it ignores from its beginning. */
  ignores?: ReadonlySet<number>
  /** As its governor is told; default: nothing has started it beside itself. */
  depth?: number
  runtime: PodPlace
}
