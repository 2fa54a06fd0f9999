// A document whose outputs are what its commands really print.
import { InputError } from '../input-error.ts'
import type { CommandResult } from '../machine/command-result.ts'
import type { ScriptCommand } from '../script.ts'
import type { Annotation } from './annotations.ts'
import { type Part, partsOf } from './blocks.ts'
import { DocumentLines } from './document-lines.ts'
import { holds, misread, outputLines } from './shown-output.ts'
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
/** Why an output could not be written, at a line of the document. */
export interface TranscriptProblem {
  line: number
  message: string
}
/** A command of the transcript, as it was run. */
export interface TranscriptEntry {
  command: string
  output: string
}
/** The document with the real outputs, and what has changed in it. */
export interface TranscriptResult {
  /** The document with the real outputs. */
  text: string
  changes: OutputChange[]
  /** Scripts that failed, clusters that did not start, outputs that no block can show. */
  problems: TranscriptProblem[]
  entries: TranscriptEntry[]
}

/** Runs the document's blocks on one machine. Throws InputError for a document that cannot be read. */
export async function transcript(
  file: string,
  text: string,
  parts: TranscriptParts,
  told: TranscriptTold = {},
): Promise<TranscriptResult> {
  const run = new TranscriptRun(file, text, parts, told)
  return run.run()
}

/** The callbacks that are told findings as they come. */
export interface TranscriptTold {
  /** A command begins. */
  onCommand?(line: number): void
  onChange?(change: OutputChange): void
  onProblem?(problem: TranscriptProblem): void
}

type Block = Extract<Part, { fence: string }>
type Session = Extract<Part, { kind: 'session' }>
type Script = Extract<Part, { kind: 'script' }>

/** What came of a command. */
interface Performed {
  output: string
  exitCode: number
  failed: boolean
}

const failureText = (exitCode: number, output: string): string =>
  `exit code ${exitCode}: ${output.trim().split('\n').slice(-3).join('\n')}`
const howToSay =
  'where it is to fail, write <!-- kepsim: fails --> before the block, or what it prints below it'
const nothingFailed = '<!-- kepsim: fails --> stands before it, and nothing in it failed'

class TranscriptRun {
  private readonly file: string
  private readonly options: TranscriptParts
  private readonly document: DocumentLines
  private readonly parts: Part[]
  private readonly standIns: StandIns
  private machine: TranscriptMachine
  private readonly edits: (OutputChange & { indent: string })[] = []
  private readonly problems: TranscriptProblem[] = []
  private readonly entries: TranscriptEntry[] = []
  private readonly told: TranscriptTold
  private pending = ''
  private lost = false

  constructor(file: string, text: string, options: TranscriptParts, told: TranscriptTold) {
    this.file = file
    this.told = told
    this.options = options
    this.document = new DocumentLines(text)
    this.parts = partsOf(file, text)
    this.checkReleases()
    this.standIns = new StandIns(options.seed, this.parts.map(typedIn).join('\n'))
    this.machine = new TranscriptMachine(options)
  }

  async run(): Promise<TranscriptResult> {
    try {
      for (const part of this.parts) if (!this.lost) await this.part(part)
    } finally {
      await this.machine.close()
    }
    const changes = this.edits.map(({ indent: _indent, ...change }) => change)
    return { text: this.edited(), changes, problems: this.problems, entries: this.entries }
  }

  private checkReleases(): void {
    for (const part of this.parts) {
      if (part.kind !== 'annotation' || part.annotation.kind !== 'cluster') continue
      const { release } = part.annotation
      if (release !== undefined && !this.options.facts.known(release))
        throw new InputError(this.file, part.line, `there is no release ${release} to simulate`)
    }
  }

  private async part(part: Part): Promise<void> {
    if (part.kind === 'annotation') return this.annotated(part.annotation, part.line)
    if (part.kind === 'output') {
      this.output(part, part, 'the commands above', this.indentOf(part.line - 1), this.pending)
      return
    }
    this.pending = ''
    if (part.kind === 'script') return this.script(part)
    let failed = false
    for (const command of part.commands) failed = (await this.command(part, command)) || failed
    if (part.fails && !failed) this.problem({ line: part.line, message: nothingFailed })
  }

  private async annotated(annotation: Annotation, line: number): Promise<void> {
    this.told.onCommand?.(line)
    if (annotation.kind === 'clock') await this.machine.advance(annotation.ms)
    if (annotation.kind !== 'cluster') return
    await this.machine.close()
    this.machine = new TranscriptMachine(this.options)
    try {
      await this.machine.startCluster(annotation.release, annotation.gates)
    } catch (error) {
      this.problem({ line, message: (error as Error).message })
      // What follows would all fail, for no reason of its own.
      this.lost = true
    }
  }

  private async script({ text, line, fails }: Script): Promise<void> {
    this.told.onCommand?.(line)
    // A command that fails ends its script.
    const { output, exitCode } = await this.perform(text, 'set -e\n')
    if (exitCode !== 0 && !fails) this.problem({ line, message: failureText(exitCode, output) })
    if (exitCode === 0 && fails) this.problem({ line, message: nothingFailed })
  }

  /** Whether it failed. */
  private async command(block: Session, command: ScriptCommand): Promise<boolean> {
    this.told.onCommand?.(command.line)
    const { output, exitCode, failed } = await this.perform(command.text)
    // What the block shows of it may say so; nothing does not.
    const shown = command.output?.lines ?? []
    const said = block.fails || (shown.join('').trim() !== '' && holds(shown, outputLines(output)))
    if (failed && !said) {
      this.problem({ line: command.line, message: `${failureText(exitCode, output)}; ${howToSay}` })
      return true
    }
    const line = command.output?.line ?? command.line + command.text.split('\n').length
    const end = line + (command.output?.lines.length ?? 0) - 1
    this.output(block, { line, end }, command.text, this.indentOf(command.line), output)
    return failed
  }

  private async perform(text: string, before = ''): Promise<Performed> {
    const result = await this.machine.run(before + text)
    const output = this.standIns.apply(shownOutput(result), this.machine.serverUrl)
    this.pending += output
    this.entries.push({ command: text, output })
    // A search that finds nothing has an exit code too, and has not failed.
    const failed = result.exitCode !== 0 && (result.failures ?? []).length > 0
    return { output, exitCode: result.exitCode, failed }
  }

  /** Holds the lines of a place against the output. */
  private output(
    block: Block,
    { line, end }: { line: number; end: number },
    command: string,
    indent: string,
    output: string,
  ): void {
    const shown = this.document.lines
      .slice(line - 1, Math.max(end, line - 1))
      .map((text) => (text.startsWith(indent) ? text.slice(indent.length) : text.replace(/^(?:\s|>)*/, '')))
    const actual = outputLines(output)
    if (holds(shown, actual)) return
    const message = misread(actual, block.fence, block.kind === 'session')
    if (message !== undefined) this.problem({ line, message })
    else {
      this.edits.push({ line, command, shown, actual, indent })
      this.told.onChange?.({ line, command, shown, actual })
    }
  }

  private problem(problem: TranscriptProblem): void {
    this.problems.push(problem)
    this.told.onProblem?.(problem)
  }

  /** What stands before the text of a line: quotes stay, an item's bullet is as wide as what stands below it. */
  private indentOf(line: number): string {
    const before = /^(?:[\s>]|[-*+]\s|\d+[.)]\s)*/.exec(this.document.lines[line - 1] ?? '')?.[0] ?? ''
    return before.replaceAll(/[^\s>]/g, ' ')
  }

  private edited(): string {
    return this.document.edited(
      this.edits.map(({ line, shown, actual, indent }) => ({
        line,
        count: shown.length,
        lines: actual.map((text) => (text === '' ? indent.trimEnd() : indent + text)),
      })),
    )
  }
}

function typedIn(part: Part): string {
  if (part.kind === 'session') return part.commands.map(({ text }) => text).join('\n')
  return part.kind === 'script' ? part.text : ''
}

const shownOutput = ({ stdout, stderr }: CommandResult): string => stderr + stdout
