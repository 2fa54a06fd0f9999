import type { CommandLine } from './command-line.ts'

/**
 * A command of kepsim. Takes the arguments after its name, and resolves with the exit code (0 held, 1 differs, 2 could not run;
 * components keep their own codes).
 */
export type Command = (args: string[]) => Promise<number>

/** A command as the list of commands and completion have it. */
export interface CommandEntry {
  about: string
  load(): Promise<{ run: Command }>
  /** What it takes, without its code; undefined: it is completed otherwise. */
  line?(): Promise<CommandLine>
}
