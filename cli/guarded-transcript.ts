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

/** What a process has told of the document that it is at. */
interface Found {
  /** Of the command that was begun last. */
  line: number
  /** How many were begun. */
  commands: number
  changes: OutputChange[]
  problems: TranscriptProblem[]
}

const nothing = (): Found => ({ line: 1, commands: 0, changes: [], problems: [] })

interface Guarded extends GuardFlags {
  update?: boolean
  json?: string
}

/**
 * Runs documents in a process of their own; after one that was ended at a limit the rest in a new process. Every file has its report:
 * of those that a process did not get to before it ended by something else, that they could not run. The exit code is the worst of
 * the documents' and the process's.
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
    let found = nothing()
    const onMessage = (message: unknown): void => {
      const told = message as Told
      if (told.told === 'line') {
        found.line = told.line
        found.commands++
      } else if (told.told === 'change') found.changes.push(told.change)
      else if (told.told === 'problem') found.problems.push(told.problem)
      else {
        documents.push(told.report)
        found = nothing()
      }
    }
    const own = ['transcript', '--from', String(documents.length), ...args]
    const run = await runGuarded(own, { limits, onMessage })
    if (run.over === undefined) {
      if (!run.complete && !run.stopped) process.stderr.write(`kepsim transcript: ${run.text}\n`)
      documents.push(...untold(files.slice(documents.length), found, run.text))
      const own = run.complete ? run.exitCode : Math.max(run.exitCode, 2)
      return { exitCode: Math.max(exitCodeOf(documents), own), documents }
    }
    documents.push(ended(files[documents.length] ?? '', found, overText(run.over, flags), flags))
  }
  return { exitCode: exitCodeOf(documents), documents }
}

/** The report on a document that was ended: what was found of it, and that the rest could not run. */
function endedReport(
  file: string,
  { line, changes, problems, commands }: Found,
  reason: string,
): DocumentReport {
  const all = [...problems, { line, message: `could not run: ${reason}` }]
  return { file, exitCode: changes.length > 0 ? 1 : 2, commands, written: false, changes, problems: all }
}

/** Of documents that nobody has told of: the first may have been begun. */
const untold = (files: readonly string[], found: Found, reason: string): DocumentReport[] =>
  files.map((file, i) => endedReport(file, i === 0 ? found : nothing(), reason))

/** Says what was found of a document that was ended. */
function ended(file: string, found: Found, reason: string, flags: Guarded): DocumentReport {
  const report = endedReport(file, found, reason)
  process.stderr.write(problemsText(file, report))
  if (flags.update) process.stderr.write(`${file}: nothing is written\n`)
  else screenOf(flags).write(checkedText(file, report))
  return report
}
