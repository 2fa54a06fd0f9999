// `kepsim transcript FILE.md --update | --check`: outputs in a document that are what its commands print.
import { InputError } from '../replay/input-error.ts'
import { onGithub, withCommandsStopped } from '../replay/report/github.ts'
import type { Command } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { errorText } from './error-text.ts'
import { beGuarded, type GuardFlags, limitsOf, mayGuard, tellEnd } from './guard.ts'
import { guardedTranscript, tellDone } from './guarded-transcript.ts'
import { transcriptLine } from './lines/transcript.ts'
import { checkOutputFiles, writeOutput } from './output-files.ts'
import type { World } from './transcribe.ts'
import { type DocumentReport, exitCodeOf, notRun, screenOf, transcriptJson } from './transcript-report.ts'

interface Flags extends GuardFlags {
  update?: boolean
  check?: boolean
  cast?: string
  svg?: string
  json?: string
  seed: string
  start: string
  allowHost?: boolean
  /** How many documents another process has seen to. */
  from: string
}

/** `kepsim transcript FILE.md --update | --check`. */
export const run: Command = async (args) => {
  const exitCode = await transcriptCommand(args).catch((error: unknown) => {
    process.stderr.write(errorText('transcript', error))
    return 2
  })
  tellEnd()
  return exitCode
}

async function transcriptCommand(args: string[]): Promise<number> {
  const line = readCommandLine<Flags>(transcriptLine, args)
  if (line === undefined) return 0
  const { flags, words } = line
  if (flags.update && flags.check)
    throw new InputError('', undefined, '--update and --check exclude each other')
  for (const name of ['cast', 'svg'] as const)
    if (flags[name] !== undefined && words.length > 1)
      throw new InputError('', undefined, `--${name} takes one document`)
  checkOutputFiles({ cast: flags.cast, svg: flags.svg, json: flags.json }, words)
  const world = worldOf(flags)
  const limits = limitsOf(flags)
  // What the shell shows in local time.
  process.env['TZ'] = 'UTC'
  if (flags.guarded) beGuarded()
  const run = async (): Promise<number> => {
    const { exitCode, documents } =
      flags.guarded || !mayGuard()
        ? await all(words.slice(Number(flags.from)), flags, world)
        : await guardedTranscript(args, words, flags, limits)
    if (!flags.guarded) writeJson(documents, exitCode, flags)
    return exitCode
  }
  const write = (text: string): void => void screenOf(flags).write(text)
  return onGithub() && !flags.guarded ? withCommandsStopped(write, run) : run()
}

async function all(
  files: readonly string[],
  flags: Flags,
  world: World,
): Promise<{ exitCode: number; documents: DocumentReport[] }> {
  // Not loaded by the process that only guards another.
  const { transcribe } = await import('./transcribe.ts')
  const documents: DocumentReport[] = []
  for (const file of files) {
    const report = await transcribe(file, flags, world).catch((error) => {
      process.stderr.write(errorText('transcript', error))
      return notRun(file, error)
    })
    documents.push(report)
    tellDone(report)
  }
  return { exitCode: exitCodeOf(documents), documents }
}

function writeJson(documents: readonly DocumentReport[], exitCode: number, { json }: Flags): void {
  if (json === undefined) return
  const text = transcriptJson(documents, exitCode)
  if (json === '-') process.stdout.write(text)
  else writeOutput('--json', json, text)
}

/** Throws InputError. */
function worldOf(flags: Flags): World {
  const start = Date.parse(flags.start)
  const seed = Number(flags.seed)
  if (Number.isNaN(start))
    throw new InputError('', undefined, `--start ${flags.start}: write it as 2026-01-01T00:00:00Z`)
  if (flags.seed.trim() === '' || !Number.isSafeInteger(seed) || seed < 0)
    throw new InputError('', undefined, `--seed ${flags.seed}: write a whole number`)
  return { start, seed, allowHost: flags.allowHost === true }
}
