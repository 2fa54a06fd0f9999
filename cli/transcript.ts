// `kepsim transcript FILE.md --write | --check`: outputs in a document that are what its commands print.
import { readFileSync, writeFileSync } from 'node:fs'
import { CommanderError, Command as Program } from 'commander'
import pc from 'picocolors'
import { InputError } from '../replay/input-error.ts'
import { asciicast } from '../replay/transcript/asciicast.ts'
import { type OutputChange, type TranscriptResult, transcript } from '../replay/transcript/transcript.ts'
import type { TranscriptParts } from '../replay/transcript/transcript-machine.ts'
import type { Command } from './command.ts'
import { createComponentRuntime } from './component-runtime.ts'
import { recordedGateFacts } from './gate-facts.ts'
import { runKepsim } from './run-kepsim.ts'

interface Flags {
  write?: boolean
  check?: boolean
  cast?: string
  seed: string
  start: string
}

export const run: Command = async (args) => {
  try {
    return await transcriptCommand(args)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const message =
      error instanceof InputError ? error.located() : error instanceof Error ? error.message : String(error)
    process.stderr.write(`kepsim transcript: ${message}\n`)
    return 2
  }
}

function program(): Program {
  return new Program('kepsim transcript')
    .description(
      'Runs the shell blocks of Markdown documents and holds the outputs in them to what is really printed.',
    )
    .argument('<file...>', 'Markdown documents; each runs on a machine of its own')
    .option('--check', 'say which outputs differ, and exit with 1 if any does (the default)')
    .option('--write', 'write the real outputs into the documents')
    .option('--cast <file>', 'write the session as an asciicast (one document)')
    .option('--seed <n>', 'for uids, addresses and generated names', '1')
    .option('--start <time>', 'when the first command runs', '2026-01-01T00:00:00Z')
    .exitOverride()
}

async function transcriptCommand(args: string[]): Promise<number> {
  const parsed = program().parse(args, { from: 'user' })
  const flags = parsed.opts<Flags>()
  if (flags.cast !== undefined && parsed.args.length > 1)
    throw new InputError('', undefined, '--cast takes one document')
  const parts = partsOf(flags)
  let exitCode = 0
  for (const file of parsed.args) exitCode = Math.max(exitCode, await one(file, flags, parts))
  return exitCode
}

function partsOf(flags: Flags): TranscriptParts {
  const start = Date.parse(flags.start)
  const seed = Number(flags.seed)
  if (Number.isNaN(start))
    throw new InputError('', undefined, `--start ${flags.start}: write it as 2026-01-01T00:00:00Z`)
  if (!Number.isSafeInteger(seed))
    throw new InputError('', undefined, `--seed ${flags.seed}: write a whole number`)
  return {
    runtime: (fixed) => createComponentRuntime(undefined, fixed),
    facts: recordedGateFacts(),
    kepsim: runKepsim,
    seed,
    start,
  }
}

async function one(file: string, flags: Flags, parts: TranscriptParts): Promise<number> {
  const text = read(file)
  const result = await transcript(file, text, parts)
  if (flags.cast !== undefined) writeFileSync(flags.cast, asciicast(result.entries, parts.start))
  for (const { line, message } of result.problems) process.stderr.write(`${file}:${line}: ${message}\n`)
  if (flags.write && result.text !== text) writeFileSync(file, result.text)
  process.stdout.write(flags.write ? written(file, result) : checked(file, result))
  return result.problems.length > 0 || (!flags.write && result.changes.length > 0) ? 1 : 0
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new InputError(file, undefined, code === 'ENOENT' ? 'no such file' : message)
  }
}

const outputs = (n: number): string => `${n} ${n === 1 ? 'output' : 'outputs'}`

const written = (file: string, { changes }: TranscriptResult): string =>
  `${file}: ${changes.length === 0 ? 'nothing to write' : `${outputs(changes.length)} written`}\n`

function checked(file: string, { changes, problems }: TranscriptResult): string {
  if (changes.length === 0) return problems.length === 0 ? `${file}: holds\n` : ''
  return `${changes.map((change) => difference(file, change)).join('')}${file}: ${outputs(changes.length)} differ; 'kepsim transcript --write ${file}' writes what is printed\n`
}

/** The lines that differ, with the equal ones around them left out. */
function difference(file: string, { line, command, shown, actual }: OutputChange): string {
  let same = 0
  while (same < shown.length && shown[same] === actual[same]) same++
  let tail = 0
  while (tail < Math.min(shown.length, actual.length) - same && shown.at(-1 - tail) === actual.at(-1 - tail))
    tail++
  const lines = [
    `${file}:${line + same}: $ ${command.split('\n')[0]}`,
    ...shown.slice(same, shown.length - tail).map((text) => pc.red(`- ${text}`)),
    ...actual.slice(same, actual.length - tail).map((text) => pc.green(`+ ${text}`)),
  ]
  return `${lines.join('\n')}\n\n`
}
