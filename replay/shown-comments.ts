// Lines that begin with `#` in what a command prints: configuration, metrics, rules.
import { programOf } from './shell-words.ts'

/** Programs that print comments of their own. */
const printers =
  /^(?:cat|head|tail|less|more|sed|grep|egrep|awk|curl|wget|echo|diff|ip6?tables-save|nft|ipvsadm|openssl|etcdctl)$/

/** `# HELP …`, as `/metrics` has it. */
export const isMetric = (line: string): boolean => /^\s*#\s*(?:(?:HELP|TYPE|UNIT|EOF)\b|\.\.\.)/.test(line)

/** The program whose output one sees: the last of a pipe; undefined where the output goes to a file. */
function shownProgram(command: string): string | undefined {
  const head = command.split('\n')[0]!.replace(/'[^']*'|"[^"]*"/g, '_')
  if (/(?<![\d&<>-])>{1,2}(?!\s*\/dev\/std|&)/.test(head)) return undefined
  const last = head.split(/\|\|?|&&|;/).at(-1)!
  return programOf(last)
}

/**
 * Whether a line that begins with `#` is part of what a command prints, rather than its author's remark.
 * @param before what the command has printed so far
 */
export function showsComment(command: string, line: string, before: readonly string[]): boolean {
  if (/\/metrics\b/.test(command)) return isMetric(line)
  const program = shownProgram(command)
  if (program === undefined) return false
  if (!printers.test(program) && !/-save\b|\bnft\s|\b(?:cat|sed)\s[^|]*$/.test(command.split('\n')[0]!))
    return false
  // After an empty line the author speaks again, unless it is a file that is shown.
  return !(before.at(-1)?.trim() === '' && /^(?:grep|egrep|echo|curl)$/.test(program))
}
