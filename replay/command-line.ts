// A command line as values. It is read once, where it comes from; what is to be known of it is asked of these.
import { readShell } from './shell-reader.ts'

/** A command line with the commands that it runs, in the order of its text. */
export interface CommandLine {
  /** As it is typed; its further lines follow line breaks. */
  readonly text: string
  /** What its output is called by: the program of its first command, or the word of the shell's grammar that it begins with. */
  readonly program: string
  /** Also those in `$(…)`, loops and functions; none of what quotes or a here-document hold, but for what they expand. */
  readonly commands: readonly SimpleCommand[]
  readonly variables: VariablesOfLine
}

/** One program with its arguments, as it stands in a command line. */
export interface SimpleCommand {
  /** Its source, with what stands before the program. */
  readonly text: string
  /** Lines of the command line before the one that it begins on. */
  readonly line: number
  /** What stands between it and the command before it: `|`, `&&`, `;`, a line break, `(`, `$(`; '' at the beginning. */
  readonly after: string
  /** How many `$(…)`, `<(…)` and such it stands in. */
  readonly depth: number
  /** Words of the shell's grammar before it: `while`, `do`, `!`. */
  readonly keywords: readonly string[]
  /** `NAME=value` before it. */
  readonly assignments: readonly string[]
  /** What it is run by: `sudo`, `timeout`. */
  readonly wrappers: readonly string[]
  /** The base name of the program; '' where there are only assignments or words of the grammar. */
  readonly program: string
  /** The program as it is typed. */
  readonly path: string
  /** What follows it, with the quotes, and without redirections. */
  readonly words: readonly string[]
  readonly redirections: readonly Redirection[]
}

/** `> file`; `operator` with the descriptor before it: `2>>`, `&>`. Of a here-document `target` is its end. */
export interface Redirection {
  readonly operator: string
  readonly target: string
}

/** The variables of a command line, by their names. */
export interface VariablesOfLine {
  /** Those that it needs to be set. */
  readonly used: readonly string[]
  /** Those that it sets, for itself and what comes after it. */
  readonly set: ReadonlySet<string>
  /** Whether it reads another script, which may set anything. */
  readonly opaque: boolean
}

/** Reads a command line; what is not whole is read as far as it goes. */
export function commandLine(text: string): CommandLine {
  const { commands, variables } = readShell(text)
  const first = commands.find((one) => one.depth === 0 && (one.keywords.length > 0 || one.program !== ''))
  const program = first?.keywords[0] ?? first?.program ?? ''
  return { text, program, commands, variables }
}

/** A command with another text, read anew only where it is another. */
export const retyped = <Command extends CommandLine>(command: Command, text: string): Command =>
  command.text === text ? command : { ...command, ...commandLine(text) }
