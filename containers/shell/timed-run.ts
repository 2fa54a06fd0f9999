import { Readable } from 'node:stream'
import type { ResolvedCommandContext } from 'just-bash'
import { Exited, type Process } from '../process.ts'
import { programReaction, SIGKILL } from '../signals.ts'
import type { Goes } from './output-goes.ts'
import type { ShellPlace } from './shell-place.ts'

/** The end of a command that a shell runs beside itself, with what has not gone to the shell's output; `late` where it had to be ended. */
export interface TimedEnd {
  stdout: string
  stderr: string
  exitCode: number
  late: boolean
  /** The signal that ended it; undefined where it ended by itself. */
  by: number | undefined
}

/** The time that a command may take, and the signals at its end. */
export interface TimeLimit {
  /** The milliseconds until the command gets the signal. */
  ms: number
  signal: number
  /** The milliseconds from that signal to SIGKILL. */
  killMs: number
}

/** Runs words as a command beside a shell, up to a limit. @param goes where the command writes */
export type RunTimed = (
  words: readonly string[],
  limit: TimeLimit,
  context: ResolvedCommandContext,
  goes: Goes,
) => Promise<TimedEnd>

/**
 * Runs a command beside a shell, up to a limit, by the clock of the container.
 * @param shell runs a command line to its end
 */
export async function timedRun(
  parent: Process,
  surroundings: ShellPlace,
  {
    words,
    limit,
    context,
    goes,
  }: { words: readonly string[]; limit: TimeLimit; context: ResolvedCommandContext; goes: Goes },
  shell: (process: Process, words: readonly string[], place: ShellPlace) => Promise<number>,
): Promise<TimedEnd> {
  const { processes, runtime, streams } = surroundings
  const { time } = runtime
  const forked = parent.fork()
  let by: number | undefined
  const entry = processes.add(words, {
    hear: (signal, [word = '']) => {
      const reaction = programReaction(word, signal)
      if (typeof reaction === 'object') forked.exit(reaction.exitCode)
      return reaction === undefined ? 'kernel' : 'heard'
    },
    kill: (signal) => {
      by ??= signal
      forked.exit(128 + signal)
    },
    pause: forked.pause,
  })
  const written = { out: [] as Uint8Array[], err: [] as Uint8Array[] }
  const stdin = Buffer.from(String(context.stdin ?? ''), 'latin1')
  const place: ShellPlace = {
    ...surroundings,
    entry,
    typed: stdin.toString(),
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
  const send = (after: number, signal: number, then: () => void): void => {
    if (!Number.isFinite(after)) return
    time.start(time.now() + after, async () => {
      late ||= !forked.signal.aborted
      processes.signal(entry.number, signal)
      then()
    })
  }
  send(limit.ms, limit.signal, () => send(limit.killMs, SIGKILL, () => {}))
  const exitCode = await parent.outside(done)
  forked.exit(exitCode)
  const text = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString()
  return { stdout: text(written.out), stderr: text(written.err), exitCode, late, by }
}
