// The program `timeout`. Upstream: coreutils/src/timeout.c, busybox/coreutils/timeout.c

import type { ResolvedCommandContext } from 'just-bash'
import { CannotRun } from '../node-containers.ts'
import { SIGINT, SIGKILL, SIGTERM, signalNumber } from '../signals.ts'
import { sleepMs } from '../sleep-time.ts'
import { ended, type ShellCommand, type ShellResult } from './shell-command.ts'
import type { TimedEnd, TimeLimit } from './timed-run.ts'

/** The parts of its process that the program `timeout` uses. */
export interface TimedRuns {
  busybox: boolean
  /** Whether there is such a program, or a file of that path. @throws CannotRun for a program that is not simulated */
  has(program: string, context: ResolvedCommandContext): Promise<boolean>
  /** Runs words as a command, up to a limit. */
  run(words: readonly string[], limit: TimeLimit, context: ResolvedCommandContext): Promise<TimedEnd>
}

/** What stands before the duration; `unknown` is an option that there is none of. */
interface Options {
  signal: string
  killAfter: string | undefined
  keeps: boolean
  rest: readonly string[]
  unknown?: string
}

function optionsOf(args: readonly string[], busybox: boolean): Options {
  const found: Options = { signal: 'TERM', killAfter: undefined, keeps: false, rest: [] }
  for (let i = 0; ; i++) {
    const arg = args[i]
    if (arg === undefined || arg === '--' || !/^-./.test(arg))
      return { ...found, rest: args.slice(arg === '--' ? i + 1 : i) }
    const [, option, value] =
      /^(-[sk]|--(?:signal|kill-after)(?==|$))=?(.*)$/s.exec(busybox && arg.startsWith('--') ? '' : arg) ?? []
    const given = value === '' ? args[++i] : value
    if (option === '-s' || option === '--signal') found.signal = given ?? ''
    else if (option !== undefined) found.killAfter = given
    else if (!busybox && arg === '--preserve-status') found.keeps = true
    else if (!busybox && /^(?:-v|--verbose)$/.test(arg))
      throw new CannotRun(`timeout ${arg} is not simulated`)
    else if (busybox || arg !== '--foreground') return { ...found, unknown: arg }
  }
}

const help = "Try 'timeout --help' for more information.\n"
const usage = `BusyBox v1.36.1 () multi-call binary.

Usage: timeout [-s SIG] [-k KILL_SECS] SECS PROG ARGS

Run PROG. Send SIG to it if it is not gone in SECS seconds.
Default SIG: TERM.If it still exists in KILL_SECS seconds, send KILL.
`

const unknownOption = (option: string, busybox: boolean): string => {
  const what = option.startsWith('--')
    ? `unrecognized option '${option}'`
    : `invalid option -- '${option[1]}'`
  return `timeout: ${what}\n${busybox ? usage : help}`
}

/** By the clock of the container. BusyBox has the program in its own place, so that it ends as this. */
export const timeout =
  ({ busybox, run, has }: TimedRuns): ShellCommand =>
  async (args, context) => {
    const { unknown, rest, keeps, signal, killAfter } = optionsOf(args, busybox)
    const wrong = (text: string): ShellResult => ended(busybox ? 1 : 125, text)
    if (unknown !== undefined) return wrong(unknownOption(unknown, busybox))
    const [duration, ...words] = rest
    const [program] = words
    if (duration === undefined || program === undefined) return wrong(busybox ? usage : help)
    const number = signalNumber(signal)
    if (number === undefined)
      return wrong(
        busybox ? `timeout: unknown signal '${signal}'\n` : `timeout: '${signal}': invalid signal\n${help}`,
      )
    const times = [duration, ...(killAfter === undefined ? [] : [killAfter])]
    const bad = times.find((one) => sleepMs(one) === undefined)
    if (bad !== undefined)
      return wrong(
        `timeout: invalid ${busybox ? 'number' : 'time interval'} '${bad}'\n${busybox ? '' : help}`,
      )
    if (!(await has(program, context)))
      return ended(
        127,
        `timeout: ${busybox ? "can't execute" : 'failed to run command'} '${program}': No such file or directory\n`,
      )
    // 0 is no limit.
    const [ms, killMs] = times.map((one) => sleepMs(one) || Number.POSITIVE_INFINITY)
    const end = await run(
      words,
      { ms: ms!, signal: number, killMs: killMs ?? Number.POSITIVE_INFINITY },
      context,
    )
    if (!end.late) return end
    const exitCode = busybox || keeps || end.by === SIGKILL ? end.exitCode : 124
    const said = busybox || end.by === SIGKILL ? wordOfSignal(end.by) : ''
    return { ...end, exitCode, stderr: end.stderr + said }
  }

/** The shell's message on a program that a signal has ended; empty for SIGINT and without a signal. */
const wordOfSignal = (signal: number | undefined): string =>
  signal === undefined || signal === SIGINT ? '' : (said[signal] ?? '')

const said: Readonly<Record<number, string>> = {
  1: 'Hangup\n',
  3: 'Quit\n',
  [SIGKILL]: 'Killed\n',
  10: 'User defined signal 1\n',
  12: 'User defined signal 2\n',
  [SIGTERM]: 'Terminated\n',
}
