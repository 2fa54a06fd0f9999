// Reads the lines of one block: which are commands, which are comments, and which are outputs.
import { isScriptLanguage, isShellLanguage } from './block-kinds.ts'
import type { CodeText } from './code-text.ts'
import { commentedOutput } from './commented-output.ts'
import { hasOptions, isAssignment, isSynopsis, looksLikeCommand } from './looks-like-command.ts'
import { definedName } from './machine/definitions.ts'
import { isUnmistakable } from './programs/is-program.ts'
import { directoriesOf, hostOfPrompt, isContainerPrompt, type PromptLine, readPrompt } from './prompt.ts'
import { ownCommand, type Script, type ScriptCommand } from './script-command.ts'
import { Sessions } from './sessions.ts'
import { programOf } from './shell-words.ts'
import { isMetric, showsComment } from './shown-comments.ts'
import { header } from './table-header.ts'
import { TypedCommand } from './typed-command.ts'

/** What a line is: a command with its prompt, something to pass over, or undefined for output. */
type Read = PromptLine | 'skip' | undefined

const help = /^\s*(?:Usage|Examples?|Options|Flags|Global Flags|Aliases|Available Commands|Synopsis):\s*$/i

/** Reads a block of code line by line into commands with their outputs. */
export class BlockReader {
  private readonly block: CodeText
  private readonly lines: readonly string[]
  readonly prompted: boolean
  /** Lines that begin with `#` are comments, rather than what root types. */
  private readonly hashIsComment: boolean
  private readonly directories: ReadonlySet<string>
  private readonly commands: ScriptCommand[] = []
  private readonly sessions = new Sessions()
  private leading: Script['leading']
  private comments: string[] = []
  /** Functions and aliases that the block defines. */
  private readonly own = new Set<string>()
  private at = 0
  /** The rows of a table, or the text of a `--help`. */
  private within: 'table' | 'help' | undefined
  private readonly typed: TypedCommand
  /** `node-1#`: alone on a line it is no output. */
  private readonly prompts = new Set<string>()

  /** @param lines of the block, without colours */
  constructor(block: CodeText, lines: readonly string[]) {
    this.block = block
    this.lines = lines
    this.directories = directoriesOf(lines)
    const prompts = withoutBodies(lines).flatMap((line) => {
      const read = this.prompt(line)
      return read !== undefined && read.command !== '' ? [read.prompt.trim()] : []
    })
    // What is typed in a container does not tell how the author's own prompt looks.
    const own = prompts.filter((prompt) => !isContainerPrompt(prompt))
    const others = own.some((prompt) => prompt !== '#')
    this.hashIsComment = others ? own.some((p) => p.endsWith('$')) : lines.some(isBare)
    this.prompted = others || (own.length > 0 && !this.hashIsComment)
    for (const prompt of prompts) if (/^[\w.-]+[#$%>]$/.test(prompt)) this.prompts.add(prompt)
    this.typed = new TypedCommand(lines, this.prompted, (line) => this.isNextPrompt(line))
  }

  read(): Script {
    while (this.at < this.lines.length) {
      const line = this.lines[this.at]!
      const read = this.classify(line)
      this.follow(line, read)
      if (read === undefined) this.outputLine(this.lines[this.at++]!)
      else if (read === 'skip') this.comment(this.lines[this.at++]!)
      else this.command(read)
    }
    for (const command of this.commands) trimOutput(command)
    const last = this.commands.at(-1)
    if (last !== undefined) last.last = true
    const leading = this.leading?.lines.some((l) => l.trim() !== '') ? this.leading : undefined
    return { commands: this.commands, leading }
  }

  private prompt(line: string): PromptLine | undefined {
    const read = readPrompt(line, looksLikeCommand)
    if (read !== undefined) return read
    const [, dir = '', command = ''] = /^\s*([\w.-]+)\s+(.+)$/.exec(line) ?? []
    return this.directories.has(dir) && looksLikeCommand(command) ? { prompt: '➜', command } : undefined
  }

  private classify(line: string): Read {
    const prompt = this.prompt(line)
    if (prompt?.prompt.trim() === '#' && this.hashIsComment) return this.isComment(line) ? 'skip' : undefined
    if (prompt !== undefined && (prompt.command !== '' || this.prompted))
      return prompt.command === '' || isSynopsis(prompt.command) || prompt.command.startsWith('# ')
        ? 'skip'
        : prompt
    if (this.isComment(line) || this.prompts.has(line.trim())) return 'skip'
    if (this.prompted) {
      const first = this.commands.length === 0 && this.leading === undefined
      return first && looksLikeCommand(line) ? bare(line) : undefined
    }
    if (/^\s*(?:or|and|then):?\s*$/i.test(line)) return 'skip'
    return this.isUnprompted(line) ? bare(line) : undefined
  }

  /** Whether a line of a block without prompts is a command. */
  private isUnprompted(line: string): boolean {
    if (this.within === 'help') return false
    if (this.within === 'table' && !isUnmistakable(line.trim()) && /\S\s{2,}\S/.test(line)) return false
    if (this.own.has(programOf(line))) return true
    if (isAssignment(line) && this.isPrinted(line)) return false
    return looksLikeCommand(line) || this.continues(line) || this.runsUnknown(line)
  }

  /** A program that no list has, in a script: with options, and where the last command prints nothing. */
  private runsUnknown(line: string): boolean {
    if (!isScriptLanguage(this.block.lang) || !hasOptions(line)) return false
    const before = this.lines[this.at - 1]?.trim() ?? ''
    return before === '' || before.startsWith('#')
  }

  /** `DB=x` after `env | grep DB` is what that prints. */
  private isPrinted(line: string): boolean {
    const before = this.commands.at(-1)?.text ?? ''
    const name = line.trim().split('=')[0]!
    return (
      /(?:^|[\s|/-])(?:env|printenv)(?:\s|$)/.test(before) ||
      (/\bgrep\b/.test(before) && before.includes(name))
    )
  }

  /** A program that no list has, whose options stand on the next lines. */
  private continues(line: string): boolean {
    const next = this.lines[this.at + 1] ?? ''
    return isShell(this.block) && /^\s*[\w./-]+(?:\s.*)?\\$/.test(line) && /^\s+(?:-|\||#\s)/.test(next)
  }

  private follow(line: string, read: Read): void {
    if (read !== undefined && read !== 'skip') this.within = undefined
    else if (!this.prompted && help.test(line)) this.within = 'help'
    else if (header.test(line)) this.within = 'table'
    else if (line.trim() === '' && this.within === 'table') this.within = undefined
  }

  /** Of the author, rather than of the last command's output. */
  private isComment(line: string): boolean {
    if (!/^\s*#/.test(line)) return false
    if (this.commands.length === 0) return isScriptLanguage(this.block.lang) || this.hashIsComment
    if (isScriptLanguage(this.block.lang) && !this.prompted)
      return this.commands.at(-1)!.output === undefined ? !isMetric(line) : !this.isShown(line)
    return /^\s*#+(?:\s+\S|\s*$)/.test(line) && !this.isShown(line)
  }

  private isShown(line: string): boolean {
    const last = this.commands.at(-1)
    return last !== undefined && showsComment(last, line, last.output?.lines ?? [])
  }

  /** A comment tells of the command before it as well as of the one after it. */
  private comment(line: string): void {
    const text = /^\s*#+\s*(.*)$/.exec(line)?.[1] ?? ''
    if (text === '') return
    this.commands.at(-1)?.notes.push(text)
    this.comments.push(text)
  }

  private command({ prompt, command: start }: PromptLine): void {
    const first = this.lines[this.at]!
    const { text, problem, next } = this.typed.read(this.at, start)
    const command: ScriptCommand = {
      ...ownCommand(text, this.block.line + this.at),
      host: hostOfPrompt(first),
      notes: this.comments.splice(0),
      problem,
    }
    const beside = /\s#\s+([^'"]*)$/.exec(text)?.[1]
    if (beside !== undefined) command.notes.push(beside)
    const name = definedName(text)
    if (name !== undefined) this.own.add(name)
    this.sessions.take(command, prompt.trim(), isContainerPrompt(prompt))
    this.commands.push(command)
    this.at = next
    const shown = this.prompted
      ? undefined
      : commentedOutput(command, this.lines.slice(next, next + longestBody))
    if (shown === undefined) return
    command.output = { lines: shown, line: this.block.line + next }
    this.at += shown.length
  }

  /** Whether a line begins another command at a prompt, which no open quote goes on past. */
  private isNextPrompt(line: string): boolean {
    const read = readPrompt(line, looksLikeCommand)
    return read !== undefined && !/^[>#]$/.test(read.prompt.trim()) && looksLikeCommand(read.command)
  }

  private outputLine(line: string): void {
    const last = this.commands.at(-1)
    const from = this.block.line + this.at - 1
    if (last === undefined) {
      this.leading ??= { lines: [], line: from }
      this.leading.lines.push(line)
      return
    }
    last.output ??= { lines: [], line: from }
    last.output.lines.push(line)
  }
}

/** Lines outside of here-documents: what these hold may show prompts of its own. */
function withoutBodies(lines: readonly string[]): string[] {
  const ends = new Map<string, number>()
  for (const [at, line] of lines.entries()) ends.set(line.trim(), at)
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    kept.push(line)
    const [, end] = line.includes('<<') ? (hereDocument.exec(line) ?? []) : []
    if (end === undefined || (ends.get(end) ?? -1) <= at) continue
    const from = at
    while (lines[at + 1]!.trim() !== end && at < from + longestBody && at + 2 < lines.length) at++
  }
  return kept
}
const hereDocument = /<<-?[ \t]*\\?["']?([A-Za-z_]\w*)["']?/
const longestBody = 1000

const bare = (line: string): PromptLine => ({ prompt: '', command: line.trim() })
const isBare = (line: string): boolean =>
  !/^\s*#/.test(line) && readPrompt(line, looksLikeCommand) === undefined && looksLikeCommand(line)
const isShell = ({ lang }: CodeText): boolean => lang === '' || isShellLanguage(lang)

/** What a shell says that is left. */
const leaving = /^(?:\s*|logout|exit|Connection to \S+ closed\.)$/

/** Goes on until it is interrupted. */
const watches =
  /\s(?:-w|--watch(?:-only)?(?:=true)?|-f|--follow(?:=true)?)(?=\s|$)|\b(?:watch|port-forward|proxy)\s/

function trimOutput(command: ScriptCommand): void {
  const output = command.output
  if (output === undefined) return
  while (output.lines.length > 0 && output.lines.at(-1)!.trim() === '') output.lines.pop()
  // Whoever watches ends it so, which the terminal shows.
  if (watches.test(command.text) && /^\s*\^C\s*$/.test(output.lines.at(-1) ?? '')) output.lines.pop()
  const says = /^\s*(?:exit|logout)\b/.test(command.text) ? leaving : undefined
  if (output.lines.every((line) => says?.test(line))) command.output = undefined
}
