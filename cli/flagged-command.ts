// The frame of a command whose flags are read as the components read theirs, and that answers with one text.
import { type FlagDefinition, FlagError } from '../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../component-base/flags/parse-flags.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage-error.ts'

interface FlaggedCommand {
  /** `data`, as after `kepsim`. */
  name: string
  flags: readonly FlagDefinition[]
  help: string
  /** What goes to stdout, and the exit code. */
  answer(parsed: ParsedFlags): Promise<{ text: string; code: number }>
  /** The lines for stderr where the input is wrong beside its usage; undefined: no error of the input. */
  told?(error: unknown): string | undefined
}

/** A command whose flags are read as components read theirs. Prints the answer; exit code 2 where the input is wrong. */
export const flaggedCommand =
  ({ name, flags, help, answer, told }: FlaggedCommand): Command =>
  async (args) => {
    try {
      const parsed = parseFlags(flags, args)
      const { text, code } = parsed.values.bool('help') ? { text: help, code: 0 } : await answer(parsed)
      process.stdout.write(text)
      return code
    } catch (error) {
      const usage = error instanceof UsageError || error instanceof FlagError
      const text = told?.(error) ?? (usage ? `kepsim ${name}: ${error.message}\n` : undefined)
      if (text === undefined) throw error
      process.stderr.write(text)
      return 2
    }
  }
