// What a code block has its reader type, and what it shows for that.
import { type CommandLine, commandLine } from './command-line.ts'

/** A command that a block has its reader type, without its prompt, with the output that it shows. */
export interface ScriptCommand extends CommandLine {
  line: number
  /** Shown output; undefined where the document shows none. */
  output: ExpectedOutput | undefined
  /** The computer that the prompt names (`root@kind-worker:/#`). */
  host: string | undefined
  /** Comments beside it in its block: what they say of it. */
  notes: string[]
  /** The last of its block: interactive shells that the block opened end with it. */
  last: boolean
  /** Why it cannot be run as it stands: `the quote is not closed`. */
  problem: string | undefined
  /** Why it cannot read a file, if it cannot: where that was looked for. */
  missing?: string
  /** What an editor shows, where that is its whole file rather than an output. */
  content?: string
  /** What opened the shell that it is typed in, where that is another one than the author's own. */
  inside: OpenedShell | undefined
}

/** A command that opens an interactive shell on another computer: `kubectl exec -it web -- sh`. */
export interface OpenedShell {
  /** Its text; '' where the document shows none, only the prompt of a container. */
  command: string
  line: number
}

/** A command that the document does not have as such. */
export const ownCommand = (text: string, line: number): ScriptCommand => ({
  ...commandLine(text),
  line,
  output: undefined,
  host: undefined,
  notes: [],
  last: false,
  problem: undefined,
  inside: undefined,
})

/** For a step, which finds out more about it. */
export const copyOf = (command: ScriptCommand): ScriptCommand => ({
  ...command,
  notes: [...command.notes],
  output: command.output && { ...command.output },
})

/** The output that a document shows, and how exactly it is meant. */
export interface ExpectedOutput {
  lines: string[]
  line: number
  /** The prose gives it as an example: its shape counts, not its values. */
  example?: boolean
  /** Lines are left out without a mark. */
  truncated?: boolean
}

/** A block as commands with outputs. */
export interface Script {
  readonly commands: readonly ScriptCommand[]
  /** Lines before the first command: the output of a command in a block before this one. */
  leading: ExpectedOutput | undefined
}
