// A command that was run, with its command line as values; reports have it without them.
import type { SeenCommand } from '../claims/world.ts'
import type { CommandLine } from '../command-line.ts'
import type { CommandRecord } from '../outcome.ts'

/** The record of a command line that was run. */
export interface Ran extends CommandRecord {
  readonly command: CommandLine
}

/** What claims see of one, with its command line. */
export interface SeenRan extends SeenCommand {
  readonly command: CommandLine
}

/** For reports. */
export const recordOf = ({ command: _values, ...record }: Ran): CommandRecord => record
