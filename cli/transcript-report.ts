// What `kepsim transcript` says of a document.
import pc from 'picocolors'
import { type DiffedLine, lineDiff } from '../component-base/line-diff.ts'
import { InputError } from '../replay/input-error.ts'
import { visibleLine } from '../replay/report/visible-text.ts'
import { withoutCommands } from '../replay/report/without-commands.ts'
import type { OutputChange, TranscriptProblem } from '../replay/transcript/transcript.ts'

/** What was found of a document, as `--json` has it. */
export interface DocumentReport {
  file: string
  /** 0 all outputs hold, or are written; 1 some differ, or a script failed; 2 it could not be run. */
  exitCode: number
  /** Commands and scripts that were run. */
  commands: number
  /** Whether the document was written. */
  written: boolean
  changes: readonly OutputChange[]
  problems: readonly TranscriptProblem[]
}

type Found = Pick<DocumentReport, 'changes' | 'problems' | 'commands'>

/** A document that could not be run. @param error the reason */
export const notRun = (file: string, error: unknown): DocumentReport => ({
  file,
  exitCode: 2,
  commands: 0,
  written: false,
  changes: [],
  problems: [
    {
      line: (error instanceof InputError ? error.line : undefined) ?? 1,
      message: error instanceof Error ? error.message : String(error),
    },
  ],
})

/** The JSON of all documents, in their order. @param exitCode the command's, which can be worse than that of every document */
export const transcriptJson = (documents: readonly DocumentReport[], exitCode: number): string =>
  `${JSON.stringify({ documents, totals: { documents: documents.length, exitCode } }, null, 2)}\n`

/** The worst one's. */
export const exitCodeOf = (documents: readonly DocumentReport[]): number =>
  Math.max(0, ...documents.map(({ exitCode }) => exitCode))

/** Where it is told what was found: beside the JSON, if that is stdout. */
export const screenOf = ({ json }: { json?: string }): NodeJS.WriteStream =>
  json === '-' ? process.stderr : process.stdout

/** The problems of a document, a line each, without those that a command printed. */
export const problemsText = (file: string, { problems }: Pick<DocumentReport, 'problems'>): string =>
  problems.map(({ line, message }) => withoutCommands(`${file}:${line}: ${message}\n`)).join('')

/** Lines around a difference that are shown too. */
const context = 2

const outputs = (n: number): string => `${n} ${n === 1 ? 'output' : 'outputs'}`

/** The line about a document that was written; empty where it has problems, which are told elsewhere. */
export function writtenText(file: string, { changes, problems }: Found): string {
  if (problems.length > 0) return ''
  return `${file}: ${changes.length === 0 ? 'nothing to write' : `${outputs(changes.length)} written`}\n`
}

/** The outputs that differ, and the verdict on the document; empty where only problems are to be told. */
export function checkedText(file: string, { changes, problems, commands }: Found): string {
  if (changes.length === 0 && problems.length > 0) return ''
  if (changes.length === 0) return `${file}: ${commands === 0 ? 'has no commands' : 'holds'}\n`
  const differ = `${outputs(changes.length)} ${changes.length === 1 ? 'differs' : 'differ'}`
  const hint = problems.length === 0 ? `; 'kepsim transcript --update ${file}' writes what is printed` : ''
  return `${changes.map((change) => difference(file, change)).join('')}${file}: ${differ}${hint}\n`
}

/** The lines that differ, with some around them, from the first one on. */
function difference(file: string, { line, command, shown, actual }: OutputChange): string {
  const lines = lineDiff(shown, actual)
  const first = lines.findIndex(({ kind }) => kind !== ' ')
  const shownLines = lines.map((_line, i) =>
    lines.slice(Math.max(0, i - context), i + context + 1).some(differs),
  )
  const out = [`${visibleLine(file)}:${line + first}: $ ${visibleLine(command.split('\n')[0] ?? '')}`]
  for (const [i, diffed] of lines.entries()) {
    if (shownLines[i]) out.push(painted(diffed))
    else if (shownLines[i - 1] && shownLines.slice(i).includes(true)) out.push('  ...')
  }
  return `${out.join('\n')}\n\n`
}

const differs = ({ kind }: DiffedLine): boolean => kind !== ' '

function painted({ kind, text }: DiffedLine): string {
  const line = `${kind} ${visibleLine(text)}`.trimEnd()
  return kind === '-' ? pc.red(line) : kind === '+' ? pc.green(line) : line
}
