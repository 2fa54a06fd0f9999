// A command line as values. It is read once, where it comes from; what is to be known of it is asked of these.
import { readShell, type VariablesOfLine } from './shell-reader.ts'
import type { SimpleCommand } from './simple-command.ts'

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
