// One document of `kepsim transcript`, in the process that runs it.
import { writeFileSync } from 'node:fs'
import { asciicast } from '../replay/transcript/asciicast.ts'
import { svg } from '../replay/transcript/svg.ts'
import { transcript } from '../replay/transcript/transcript.ts'
import type { TranscriptParts } from '../replay/transcript/transcript-machine.ts'
import { createComponentRuntime } from './component-runtime.ts'
import { recordedGateFacts } from './gate-facts.ts'
import { beginAgain } from './guard.ts'
import { tellFound } from './guarded-transcript.ts'
import { kepsimOfDocuments } from './run-kepsim.ts'
import { readDocument, replaceDocument } from './transcript-file.ts'
import { checkedText, problemsText, writtenText } from './transcript-report.ts'

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
}

/** Runs a document and writes or checks its outputs → the exit code. Throws InputError. */
export async function transcribe(
  file: string,
  outputs: Outputs,
  { allowHost, ...world }: World,
): Promise<number> {
  beginAgain()
  const text = readDocument(file)
  const parts: TranscriptParts = {
    runtime: (fixed) => createComponentRuntime(undefined, fixed),
    facts: recordedGateFacts(),
    kepsim: kepsimOfDocuments(allowHost),
    ...world,
  }
  const result = await transcript(file, text, parts, tellFound())
  process.stderr.write(problemsText(file, result))
  const failed = result.problems.length > 0
  if (outputs.cast !== undefined) writeFileSync(outputs.cast, asciicast(result.entries, world.start))
  if (outputs.svg !== undefined) writeFileSync(outputs.svg, svg(result.entries, `The session of ${file}`))
  if (outputs.update && failed) process.stderr.write(`${file}: nothing is written\n`)
  else if (outputs.update && result.text !== text) replaceDocument(file, text, result.text)
  process.stdout.write(outputs.update ? writtenText(file, result) : checkedText(file, result))
  return failed || (!outputs.update && result.changes.length > 0) ? 1 : 0
}
