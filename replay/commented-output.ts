// Outputs that an author wrote as comments below their command, so that the block stays one to run: "# NAME   READY".

import type { CommandLine } from './command-line.ts'
import { header } from './table-header.ts'

/** `# node/web cordoned` without its mark; undefined for what is no comment. */
const withoutMark = (line: string): string | undefined => /^\s*#+(?: (.*)|()$)/.exec(line)?.slice(1).join('')

/** What no author says: lines of kubectl, errors, objects. */
const surely = [
  header,
  /^[a-z][a-z0-9]*(?:\.[a-z0-9.]+)?\/[\w.:-]+\s+(?:\(.*\) )?(?:created|configured|unchanged|patched|deleted|scaled|labeled|unlabeled|annotated|edited|exposed|autoscaled|cordoned|uncordoned|drained|tainted|untainted|evicted|replaced|restarted|paused|resumed|condition met|serverside-applied|rolled back|image updated|env updated|already \w+|not labeled|pruned)\b/,
  /^(?:[a-z][a-z0-9.]*) "[^"]+" (?:deleted|force deleted|successfully rolled out)\b/,
  /^(?:Error from server(?: \(\w+\))?:|[Ee]rror: |The \w+ "[^"]*" is invalid:|No resources found\b)/,
]
/** Whether a line is one that a program printed, and nobody said or wrote into a file. */
export const isPrinted = (line: string): boolean => surely.some((shape) => shape.test(line))

/** What prints one value, or a few. */
const printsValue =
  /\b(?:jsonpath|go-template|custom-columns)\b|\|\s*(?:jq|yq|wc|cut|awk|base64|grep -c)\b|\bauth (?:can-i|whoami)\b|^\s*echo\b/
const printsNothing = /^(?:\((?:nothing|empty|no output)\)|<empty>)$/i
/** A number, a quoted text, what has marks of its own or is in the style of a field: a heading is none of them. */
const isValue = /^(?:-?\d\S*|"[^"]*"|\S*[/:=.@_]\S*|[A-Z][a-z0-9]+[A-Z]\w*|true|false|yes|no)$/

/**
 * The output that comments right below a command are, without their marks; undefined where they are remarks.
 * @param below the lines after the command
 */
export function commentedOutput(command: CommandLine, below: readonly string[]): string[] | undefined {
  const end = below.findIndex((line) => withoutMark(line) === undefined)
  const run = (end < 0 ? below : below.slice(0, end)).map((line) => withoutMark(line)!)
  const first = run[0]
  if (first === undefined) return undefined
  if (isPrinted(first)) return run
  const follows = end >= 0 && below[end]!.trim() !== ''
  if (!printsValue.test(command.text) || printsNothing.test(first)) return undefined
  const single = run.every((line) => /^\S+$/.test(line))
  return single && (!follows || run.every((line) => isValue.test(line))) ? run : undefined
}
