// Documents of `kepsim transcript` in a process of their own: one that is ended costs no other.
import type { OutputChange, TranscriptProblem, TranscriptTold } from '../replay/transcript/transcript.ts'
import { type GuardFlags, type Limits, overText, runGuarded, tellGuard } from './guard.ts'
import { checkedText, type DocumentReport, exitCodeOf, problemsText, screenOf } from './transcript-report.ts'

type Told =
  | { told: 'line'; line: number }
  | { told: 'change'; change: OutputChange }
  | { told: 'problem'; problem: TranscriptProblem }
  | { told: 'done'; report: DocumentReport }

const tell = (told: Told): void => tellGuard(told)

/** The callbacks by which the guarded process tells its findings about a document. */
export const tellFound = (): TranscriptTold => ({
  onCommand: (line) => tell({ told: 'line', line }),
  onChange: (change) => tell({ told: 'change', change }),
  onProblem: (problem) => tell({ told: 'problem', problem }),
})
/** Tells the guarding process that a document is done. */
export const tellDone = (report: DocumentReport): void => tell({ told: 'done', report })

interface Found {
  /** Of the command that was begun last. */
  line: number
  /** How many were begun. */
  commands: number
  changes: OutputChange[]
  problems: TranscriptProblem[]
}

const nothing: Found = { line: 1, commands: 0, changes: [], problems: [] }

interface Guarded extends GuardFlags {
  update?: boolean
  json?: string
}

/**
 * Runs documents in a process of their own; after one that was ended the rest in a new process. The exit code is that of the process
 * where it ended by itself, which can be another than the documents' (a flag that it does not take).
 *
 * @param args of the command
 */
export async function guardedTranscript(
  args: readonly string[],
  files: readonly string[],
  flags: Guarded,
  limits: Limits,
): Promise<{ exitCode: number; documents: DocumentReport[] }> {
  const documents: DocumentReport[] = []
  while (documents.length < files.length) {
    let found: Found = { ...nothing }
    const onMessage = (message: unknown): void => {
      const told = message as Told
      if (told.told === 'line') found = { ...found, line: told.line, commands: found.commands + 1 }
      else if (told.told === 'change') found = { ...found, changes: [...found.changes, told.change] }
      else if (told.told === 'problem') found = { ...found, problems: [...found.problems, told.problem] }
      else {
        documents.push(told.report)
        found = { ...nothing }
      }
    }
    const own = ['transcript', '--from', String(documents.length), ...args]
    const run = await runGuarded(own, { limits, onMessage })
    if (run.over === undefined) return { exitCode: Math.max(exitCodeOf(documents), run.exitCode), documents }
    documents.push(ended(files[documents.length] ?? '', found, overText(run.over, flags), flags))
  }
  return { exitCode: exitCodeOf(documents), documents }
}

/** Says what was found of a document that was ended, and that the rest could not run. */
function ended(
  file: string,
  { line, changes, problems, commands }: Found,
  reason: string,
  flags: Guarded,
): DocumentReport {
  const all = [...problems, { line, message: `could not run: ${reason}` }]
  process.stderr.write(problemsText(file, { problems: all }))
  if (flags.update) process.stderr.write(`${file}: nothing is written\n`)
  else screenOf(flags).write(checkedText(file, { changes, problems: all, commands }))
  const exitCode = changes.length > 0 ? 1 : 2
  return { file, exitCode, commands, written: false, changes, problems: all }
}
