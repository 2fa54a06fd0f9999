// The frame of a command that answers with one text.
import type { ParsedFlags } from '../component-base/flags/parse-flags.ts'
import type { Command } from './command.ts'
import { type CommandLine, parseCommandLine } from './command-line.ts'
import { inputErrorText } from './error-text.ts'
import { checkOutputFiles, writeOutput } from './output-files.ts'

/** What a command answers. */
interface Answer {
  /** What goes to stdout. */
  text: string
  /** The exit code. */
  code: number
  /** For `--json`. */
  data: unknown
}

interface FlaggedCommand {
  line: CommandLine
  answer(parsed: ParsedFlags): Promise<Answer>
  /** The message where the input is wrong beside its usage; undefined: no error of the input. */
  told?(error: unknown): string | undefined
}

/** A command that prints its answer; exit code 2 where the input is wrong. */
export const flaggedCommand =
  ({ line, answer, told }: FlaggedCommand): Command =>
  async (args) => {
    try {
      const parsed = parseCommandLine(line, args)
      if (parsed === undefined) return 0
      const json = parsed.values.string('json')
      checkOutputFiles({ json: json || undefined }, parsed.positional)
      const { text, code, data } = await answer(parsed)
      const dataText = (): string => `${JSON.stringify(data, null, 2)}\n`
      process.stdout.write(json === '-' ? dataText() : text)
      if (json !== '' && json !== '-') writeOutput('--json', json, dataText())
      return code
    } catch (error) {
      const text = inputErrorText(line.name, error, told)
      if (text === undefined) throw error
      process.stderr.write(text)
      return 2
    }
  }
