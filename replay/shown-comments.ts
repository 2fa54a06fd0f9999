// Lines that begin with `#` in what a command prints: configuration, metrics, rules.
import type { CommandLine } from './command-line.ts'
import { isKnownAs } from './programs/programs.ts'
import type { Redirection, SimpleCommand } from './simple-command.ts'

/** `# HELP …`, as `/metrics` has it. */
export const isMetric = (line: string): boolean => /^\s*#\s*(?:(?:HELP|TYPE|UNIT|EOF)\b|\.\.\.)/.test(line)

/** The command whose output one sees: the last of the first line's pipe; undefined where the output goes to a file. */
function shownCommand({ commands }: CommandLine): SimpleCommand | undefined {
  const head = commands.filter(({ line, depth }) => line === 0 && depth === 0)
  return head.some(({ redirections }) => redirections.some(isToFile)) ? undefined : head.at(-1)
}

const isToFile = ({ operator, target }: Redirection): boolean =>
  /^>{1,2}$/.test(operator) && !/^\/dev\/std/.test(target)

/**
 * Whether a line that begins with `#` is part of what a command prints, rather than its author's remark.
 * @param before what the command has printed so far
 */
export function showsComment(command: CommandLine, line: string, before: readonly string[]): boolean {
  if (/\/metrics\b/.test(command.text)) return isMetric(line)
  const shown = shownCommand(command)
  if (shown === undefined) return false
  const { program } = shown
  if (
    !isKnownAs(program, 'printsComments') &&
    !/-save\b|\bnft\s|\b(?:cat|sed)\s[^|]*$/.test(command.text.split('\n')[0]!)
  )
    return false
  // After an empty line the author speaks again, unless it is a file that is shown.
  return !(before.at(-1)?.trim() === '' && /^(?:grep|egrep|echo|curl)$/.test(program))
}
