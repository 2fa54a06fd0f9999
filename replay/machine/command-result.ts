import type { Limit } from '../reason.ts'

/** A program of a command line that failed, whether or not the line's exit code tells. */
export interface ProgramFailure {
  program: string
  exitCode: number
  stderr: string
  limit?: Limit | undefined
}

/** What a command line printed, and how it ended. */
export interface CommandResult {
  stdout: string
  /** Each character of `stdout` is a byte. Default: it is text. */
  stdoutKind?: 'bytes' | 'text' | undefined
  stderr: string
  exitCode: number
  /** In the order in which they failed; a search that finds nothing, or a condition, is none. Known of whole lines. */
  failures?: readonly ProgramFailure[]
  /** What the machine cannot do of what one program was to do. */
  limit?: Limit | undefined
  /** Of all programs of the line whose words reach its end. Known of whole lines. */
  limits?: readonly Limit[]
}
