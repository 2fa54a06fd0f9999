import { Readable } from 'node:stream'
import type { ResolvedCommandContext } from 'just-bash'
import { Exited, type Process } from '../process.ts'
import { programReaction } from '../signals.ts'
import type { Goes } from './output-goes.ts'
import type { ShellPlace } from './shell-place.ts'

/** The end of a command that a shell runs beside itself, with what has not gone to the shell's output; `late` where it had to be ended. */
export interface TimedEnd {
  stdout: string
  stderr: string
  exitCode: number
  late: boolean
}

/** Runs words as a command beside a shell, for so long at most. @param goes where the command writes */
export type RunTimed = (
  words: readonly string[],
  ms: number,
  context: ResolvedCommandContext,
  goes: Goes,
) => Promise<TimedEnd>

/**
 * Runs a command beside a shell, for so long at most, by the clock of the container.
 * @param shell runs a command line to its end
 */
export async function timedRun(
  parent: Process,
  surroundings: ShellPlace,
  {
    words,
    ms,
    context,
    goes,
  }: { words: readonly string[]; ms: number; context: ResolvedCommandContext; goes: Goes },
  shell: (process: Process, words: readonly string[], place: ShellPlace) => Promise<number>,
): Promise<TimedEnd> {
  const { processes, runtime, streams } = surroundings
  const { time } = runtime
  const forked = parent.fork()
  const entry = processes.add(words, {
    hear: (signal, [word = '']) => {
      const reaction = programReaction(word, signal)
      if (typeof reaction === 'object') forked.exit(reaction.exitCode)
      return reaction === undefined ? 'kernel' : 'heard'
    },
    kill: (signal) => forked.exit(128 + signal),
    pause: forked.pause,
  })
  const written = { out: [] as Uint8Array[], err: [] as Uint8Array[] }
  const stdin = Buffer.from(String(context.stdin ?? ''), 'latin1')
  const place: ShellPlace = {
    ...surroundings,
    entry,
    streams: {
      out: (bytes) => (goes.out ? streams.out(bytes) : void written.out.push(bytes)),
      err: (bytes) => {
        if (!goes.out || goes.err === 'elsewhere') written.err.push(bytes)
        else streams[goes.err](bytes)
      },
      stdin: Readable.from(stdin.length === 0 ? [] : [stdin]),
      tty: false,
    },
  }
  const process = { ...forked, env: context.exportedEnv ?? {}, cwd: context.cwd, input: async () => stdin }
  const done = new Promise<number>((resolve, reject) =>
    time.start(time.now(), async () => {
      await shell(process, words, place)
        .catch((error: unknown) => {
          if (!(forked.signal.reason instanceof Exited)) throw error
          return forked.signal.reason.code
        })
        .then(resolve, reject)
      processes.remove(entry)
    }),
  )
  let late = false
  if (Number.isFinite(ms))
    time.start(time.now() + ms, async () => {
      late = !forked.signal.aborted
      forked.exit(143)
    })
  const exitCode = await parent.outside(done)
  forked.exit(exitCode)
  const text = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString()
  return { stdout: text(written.out), stderr: text(written.err), exitCode, late }
}
