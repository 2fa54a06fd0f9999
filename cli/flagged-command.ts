// The frame of a command that answers with one text.
import { writeFileSync } from 'node:fs'
import { FlagError } from '../component-base/flags/flag-definition.ts'
import type { ParsedFlags } from '../component-base/flags/parse-flags.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import { InputError } from '../replay/input-error.ts'
import { withoutCommands } from '../replay/report/github.ts'
import type { Command } from './command.ts'
import { type CommandLine, parseCommandLine } from './command-line.ts'
import { checkOutputFiles } from './output-files.ts'
import { planErrorText } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

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
      checkOutputFiles({ json: json || undefined })
      const { text, code, data } = await answer(parsed)
      const dataText = (): string => `${JSON.stringify(data, null, 2)}\n`
      process.stdout.write(json === '-' ? dataText() : text)
      if (json !== '' && json !== '-') writeFileSync(json, dataText())
      return code
    } catch (error) {
      const text = inputErrorText(line.name, error, told)
      if (text === undefined) throw error
      process.stderr.write(text)
      return 2
    }
  }

/** The lines that a command prints where what it was given is wrong; undefined: it is not that. */
export function inputErrorText(
  name: string,
  error: unknown,
  told?: (error: unknown) => string | undefined,
): string | undefined {
  const planError = planErrorText(name, error)
  if (planError !== undefined) return planError
  const ofInput = [UsageError, FlagError, UnknownReleaseError].some((kind) => error instanceof kind)
  const own = error instanceof InputError ? error.located() : ofInput ? (error as Error).message : undefined
  const message = told?.(error) ?? own
  return message === undefined ? undefined : `kepsim ${name}: ${withoutCommands(message)}\n`
}
