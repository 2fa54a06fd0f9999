// The words of one simple command of a shell, told apart: what runs what.
import { baseName, wrappers } from './shell-words.ts'

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

/** A word as it is typed, and as it is without its quotes: `_` stands for what is expanded. */
export interface Word {
  readonly raw: string
  readonly value: string
}

/** What was read of a simple command. */
export interface Read {
  readonly words: readonly Word[]
  readonly redirections: readonly Redirection[]
  readonly text: string
  readonly after: string
  readonly depth: number
}

/** Words of the shell's grammar that a command follows. */
const grammar = /^(?:if|then|elif|else|while|until|do|done|fi|esac|!|\{|\})$/
/** Those that names follow, rather than a command. */
const heads = new Set(['for', 'select', 'case', 'function'])

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word)

/** What a wrapper takes for itself: options, a number, a variable. */
const isOfWrapper = (word: string): boolean =>
  word.startsWith('-') || /^\d+[smh]?$/.test(word) || isAssignment(word)

/** `"$BIN/kubectl"` → `kubectl` */
function nameOf(word: string): string {
  // A word may be a page of text in quotes.
  const end = word.search(/\s/)
  return baseName((end === -1 ? word : word.slice(0, end)).replace(/["']/g, ''))
}

/** Counts the words from `from` on that fit. */
function counted(words: readonly string[], from: number, fits: (word: string) => boolean): number {
  let end = from
  while (end < words.length && fits(words[end]!)) end++
  return end
}

/** Where the program stands, past `sudo -E timeout 5`; wrappers alone are the program themselves. */
function programAt(words: readonly string[], from: number): { at: number; ran: readonly string[] } {
  const ran: string[] = []
  let at = from
  while (at < words.length && wrappers.has(nameOf(words[at]!))) {
    ran.push(nameOf(words[at]!))
    at = counted(words, at + 1, isOfWrapper)
  }
  return at < words.length ? { at, ran } : { at: from, ran: [] }
}

/** The command that the words are. @param line lines before it */
export function simpleCommand({ words: read, ...place }: Read, line: number): SimpleCommand {
  const words = read.map(({ raw }) => raw)
  const head = heads.has(words[0] ?? '')
  const own = head ? 1 : counted(words, 0, (word) => grammar.test(word))
  const named = head ? own : counted(words, own, isAssignment)
  const { at, ran } = head ? { at: own, ran: [] } : programAt(words, named)
  const path = words[at] ?? ''
  return {
    ...place,
    line,
    keywords: [...(place.after === '(' ? ['('] : []), ...words.slice(0, own)],
    assignments: words.slice(own, named),
    wrappers: ran,
    program: head ? '' : nameOf(path),
    path: head ? '' : path,
    words: words.slice(head ? own : at + 1),
  }
}

/** What the words of one command set. @param values without their quotes */
export function settings(values: readonly string[]): { set: string[]; opaque: boolean } {
  const first = values.findIndex((word) => !isAssignment(word) && !grammar.test(word) && word !== 'time')
  // `NAME=value program` sets it for that program only.
  if (first < 0) return { set: values.filter((word) => word.includes('=')), opaque: false }
  const [program = '', ...args] = values.slice(first)
  return { set: setBy(program, args), opaque: /^(?:source|\.|eval)$/.test(program) }
}

function setBy(program: string, args: readonly string[]): string[] {
  if (/^(?:export|declare|local|typeset|readonly|read|mapfile|readarray)$/.test(program))
    return args.filter((word) => !word.startsWith('-'))
  if (program === 'for' || program === 'select') return args.slice(0, 1)
  if (program === 'printf' && args[0] === '-v') return args.slice(1, 2)
  if (program === 'getopts') return args.slice(1, 2)
  return program === 'let' ? [...args] : []
}
