// A document whose outputs are what its commands really print.

import { isElision } from '../compare.ts'
import { InputError } from '../input-error.ts'
import type { CommandResult } from '../machine/command-result.ts'
import type { ScriptCommand } from '../script.ts'
import type { Annotation } from './annotations.ts'
import { type Part, partsOf } from './blocks.ts'
import { StandIns } from './stand-ins.ts'
import { TranscriptMachine, type TranscriptParts } from './transcript-machine.ts'

/** An output of the document, and what it should be. */
export interface OutputChange {
  /** The line of the document where the output begins, or would. */
  line: number
  command: string
  shown: string[]
  actual: string[]
}
export interface TranscriptProblem {
  line: number
  message: string
}
/** One command as it was run. */
export interface TranscriptEntry {
  command: string
  output: string
}
export interface TranscriptResult {
  /** The document with the real outputs. */
  text: string
  changes: OutputChange[]
  /** Scripts that failed. */
  problems: TranscriptProblem[]
  entries: TranscriptEntry[]
}

/** Runs the document's blocks on one machine. Throws InputError for a document that cannot be read. */
export async function transcript(
  file: string,
  text: string,
  parts: TranscriptParts,
): Promise<TranscriptResult> {
  const run = new TranscriptRun(file, text, parts)
  return run.run()
}

class TranscriptRun {
  private readonly file: string
  private readonly options: TranscriptParts
  private readonly source: string[]
  private readonly parts: Part[]
  private readonly standIns: StandIns
  private machine: TranscriptMachine
  private readonly lineBreak: string
  private readonly edits: (OutputChange & { indent: string })[] = []
  private readonly problems: TranscriptProblem[] = []
  private readonly entries: TranscriptEntry[] = []
  private pending = ''

  constructor(file: string, text: string, options: TranscriptParts) {
    const { source, parts } = partsOf(file, text)
    this.file = file
    this.options = options
    this.source = source
    this.parts = parts
    this.lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
    const typed = parts.map((part) =>
      part.kind === 'session'
        ? part.commands.map((c) => c.text).join('\n')
        : part.kind === 'script'
          ? part.text
          : '',
    )
    this.standIns = new StandIns(options.seed, typed.join('\n'))
    this.machine = new TranscriptMachine(options)
  }

  async run(): Promise<TranscriptResult> {
    try {
      for (const part of this.parts) await this.part(part)
    } finally {
      await this.machine.close()
    }
    const changes = this.edits.map(({ indent: _indent, ...change }) => change)
    return { text: this.edited(), changes, problems: this.problems, entries: this.entries }
  }

  private async part(part: Part): Promise<void> {
    if (part.kind === 'annotation') return this.annotated(part.annotation, part.line)
    if (part.kind === 'output') {
      this.output(part.line, part.end, 'the commands above', this.indentOf(part.line - 1), this.pending)
      return
    }
    this.pending = ''
    if (part.kind === 'script') return this.script(part.text, part.line)
    for (const command of part.commands) await this.command(command)
  }

  private async annotated(annotation: Annotation, line: number): Promise<void> {
    if (annotation.kind === 'clock') await this.machine.advance(annotation.ms)
    if (annotation.kind !== 'cluster') return
    const { release, gates } = annotation
    if (release !== undefined && !this.options.facts.known(release))
      throw new InputError(this.file, line, `there is no release ${release} to simulate`)
    await this.machine.close()
    this.machine = new TranscriptMachine(this.options)
    try {
      await this.machine.startCluster(release, gates)
    } catch (error) {
      this.problems.push({ line, message: (error as Error).message })
    }
  }

  private async script(text: string, line: number): Promise<void> {
    // A command that fails ends its script.
    const { output, exitCode } = await this.perform(text, 'set -e\n')
    if (exitCode !== 0)
      this.problems.push({
        line,
        message: `exit code ${exitCode}: ${output.trim().split('\n').slice(-3).join('\n')}`,
      })
  }

  private async command(command: ScriptCommand): Promise<void> {
    const { output } = await this.perform(command.text)
    const after = command.line + command.text.split('\n').length
    const start = command.output?.line ?? after
    const end = start + (command.output?.lines.length ?? 0) - 1
    this.output(start, end, command.text, this.indentOf(command.line), output)
  }

  private async perform(text: string, before = ''): Promise<{ output: string; exitCode: number }> {
    const result = await this.machine.run(before + text)
    const output = this.standIns.apply(shownOutput(result), this.machine.serverUrl)
    this.pending += output
    this.entries.push({ command: text, output })
    return { output, exitCode: result.exitCode }
  }

  /** Holds the lines from `start` to `end` against the output. */
  private output(start: number, end: number, command: string, indent: string, output: string): void {
    const shown = this.source
      .slice(start - 1, Math.max(end, start - 1))
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    const actual = output === '' ? [] : output.replace(/\n+$/, '').split('\n')
    if (!holds(shown, actual)) this.edits.push({ line: start, command, shown, actual, indent })
  }

  private indentOf(line: number): string {
    return /^[\s>]*/.exec(this.source[line - 1] ?? '')?.[0] ?? ''
  }

  private edited(): string {
    const lines = [...this.source]
    for (const { line, shown, actual, indent } of this.edits.toReversed())
      lines.splice(line - 1, shown.length, ...actual.map((text) => (indent + text).replace(/^\s+$/, '')))
    return lines.join(this.lineBreak)
  }
}

const shownOutput = ({ stdout, stderr }: CommandResult): string => stderr + stdout

/** The same lines, where `...` stands for any number of them. */
function holds(shown: readonly string[], actual: readonly string[]): boolean {
  if (!shown.some(isElision))
    return shown.length === actual.length && shown.every((line, i) => line === actual[i])
  let at = 0
  let free = false
  for (const line of shown) {
    if (isElision(line)) free = true
    else {
      const found = free ? actual.indexOf(line, at) : actual[at] === line ? at : -1
      if (found < 0) return false
      at = found + 1
      free = false
    }
  }
  return free || at === actual.length
}
