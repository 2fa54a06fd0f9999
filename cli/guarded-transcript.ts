// Documents of `kepsim transcript` in a process of their own: one that is ended costs no other.
import type { OutputChange, TranscriptProblem, TranscriptTold } from '../replay/transcript/transcript.ts'
import { type GuardFlags, type Limits, overText, runGuarded, tellGuard } from './guard.ts'
import { checkedText, problemsText } from './transcript-report.ts'

type Told =
  | { told: 'line'; line: number }
  | { told: 'change'; change: OutputChange }
  | { told: 'problem'; problem: TranscriptProblem }
  | { told: 'done'; exitCode: number }

const tell = (told: Told): void => tellGuard(told)

/** The callbacks by which the guarded process tells its findings about a document. */
export const tellFound = (): TranscriptTold => ({
  onCommand: (line) => tell({ told: 'line', line }),
  onChange: (change) => tell({ told: 'change', change }),
  onProblem: (problem) => tell({ told: 'problem', problem }),
})
/** Tells the guarding process that a document is done, with its exit code. */
export const tellDone = (exitCode: number): void => tell({ told: 'done', exitCode })

interface Found {
  line: number
  changes: OutputChange[]
  problems: TranscriptProblem[]
}

/** Runs documents in a process of their own; after one that was ended the rest in a new process. @param args of the command */
export async function guardedTranscript(
  args: readonly string[],
  files: readonly string[],
  flags: GuardFlags & { update?: boolean },
  limits: Limits,
): Promise<number> {
  let exitCode = 0
  for (let next = 0; next < files.length; ) {
    let done = 0
    let found: Found = { line: 1, changes: [], problems: [] }
    const onMessage = (message: unknown): void => {
      const told = message as Told
      if (told.told === 'line') found.line = told.line
      else if (told.told === 'change') found.changes.push(told.change)
      else if (told.told === 'problem') found.problems.push(told.problem)
      else {
        done++
        exitCode = Math.max(exitCode, told.exitCode)
        found = { line: 1, changes: [], problems: [] }
      }
    }
    const own = ['transcript', '--from', String(next), ...args]
    const run = await runGuarded(own, { limits, onMessage })
    if (run.over === undefined) return Math.max(exitCode, run.exitCode)
    next += done
    exitCode = Math.max(
      exitCode,
      ended(files[next] ?? '', found, overText(run.over, flags), flags.update === true),
    )
    next++
  }
  return exitCode
}

/** Says what was found of a document that was ended, and that the rest could not run. */
function ended(file: string, { line, changes, problems }: Found, reason: string, write: boolean): number {
  const all = [...problems, { line, message: `could not run: ${reason}` }]
  process.stderr.write(problemsText(file, { problems: all }))
  if (write) process.stderr.write(`${file}: nothing is written\n`)
  else process.stdout.write(checkedText(file, { changes, problems: all }))
  return changes.length > 0 ? 1 : 2
}
