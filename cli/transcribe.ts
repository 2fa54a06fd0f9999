// One document of `kepsim transcript`, in the process that runs it.
import { readInput } from '../replay/read-input.ts'
import { asciicast } from '../replay/transcript/asciicast.ts'
import { svg } from '../replay/transcript/svg.ts'
import { transcript } from '../replay/transcript/transcript.ts'
import type { TranscriptParts } from '../replay/transcript/transcript-machine.ts'
import { createComponentRuntime } from './component-runtime.ts'
import { recordedGateFacts } from './gate-facts.ts'
import { beginAgain } from './guard.ts'
import { tellFound } from './guarded-transcript.ts'
import { writeOutput } from './output-files.ts'
import { kepsimOfDocuments } from './run-kepsim.ts'
import { replaceDocument } from './transcript-file.ts'
import { checkedText, type DocumentReport, problemsText, screenOf, writtenText } from './transcript-report.ts'

/** What a document's session depends on beside its text: when it begins in milliseconds since 1970, and what is drawn. */
export interface World {
  start: number
  seed: number
  /** Whether `kepsim` in it may reach this machine. */
  allowHost: boolean
}

/** Where the session is written to. */
interface Outputs {
  update?: boolean
  cast?: string
  svg?: string
  json?: string
}

/** Runs a document, writes or checks its outputs, and says what it found. Throws InputError, UsageError. */
export async function transcribe(
  file: string,
  outputs: Outputs,
  { allowHost, ...world }: World,
): Promise<DocumentReport> {
  beginAgain()
  const text = readInput(file)
  const parts: TranscriptParts = {
    runtime: (fixed) => createComponentRuntime(undefined, fixed),
    facts: recordedGateFacts(),
    kepsim: kepsimOfDocuments(allowHost),
    ...world,
  }
  const result = await transcript(file, text, parts, tellFound())
  const { changes, problems, entries } = result
  const found = { changes, problems, commands: entries.length }
  process.stderr.write(problemsText(file, found))
  const failed = problems.length > 0
  if (outputs.cast !== undefined) writeOutput('--cast', outputs.cast, asciicast(entries, world.start))
  if (outputs.svg !== undefined) writeOutput('--svg', outputs.svg, svg(entries, `The session of ${file}`))
  const written = outputs.update === true && !failed && result.text !== text
  if (outputs.update && failed) process.stderr.write(`${file}: nothing is written\n`)
  else if (written) replaceDocument(file, text, result.text)
  screenOf(outputs).write(outputs.update ? writtenText(file, found) : checkedText(file, found))
  const exitCode = failed || (!outputs.update && changes.length > 0) ? 1 : 0
  return { file, exitCode, written, ...found }
}
