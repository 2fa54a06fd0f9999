// Signals of Linux, and what programs do with them that are not shells. Upstream: linux signal(7)
import { imageProgram } from './images/image-programs.ts'
import type { Container } from './pod.ts'

const names =
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH POLL PWR SYS'.split(
    ' ',
  )
const others: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  IOT: 6,
  CLD: 17,
  IO: 29,
  RTMIN: 34,
  RTMAX: 64,
})

/** The number of `TERM`, `sigterm`, `15`, `RTMIN+3`; undefined for what is no signal. */
export function signalNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) <= 64 ? Number(text) : undefined
  const name = text.toUpperCase().replace(/^SIG/, '')
  const [, base, sign, by] = /^(RTMIN|RTMAX)(?:([+-])(\d{1,2}))?$/.exec(name) ?? []
  if (base !== undefined) return others[base]! + (sign === '-' ? -1 : 1) * Number(by ?? 0)
  const at = names.indexOf(name)
  return at >= 0 ? at + 1 : others[name]
}

/** The name of a signal: `TERM` for 15; the number itself where it has no name. */
export const signalName = (number: number): string => names[number - 1] ?? String(number)

/** Names of the signals that have one, by number from 1 on. */
export const signalNames: readonly string[] = names

const SIGHUP = 1
/** Typed as Ctrl-C at a terminal; what runs in the background ignores it. */
export const SIGINT = 2
/** Asks a process to end, as SIGINT does; sent by Ctrl-\. */
export const SIGQUIT = 3
/** Ends a process, which cannot handle it. */
export const SIGKILL = 9
/** Lets a process go on that SIGSTOP holds. */
export const SIGCONT = 18
/** Holds a process, which cannot handle it. */
export const SIGSTOP = 19
/** Asks a process to end: the stop signal of containers whose images name none. */
export const SIGTERM = 15

// The last three would hold a process, but the kernel discards them where nobody outside its group could let it go on: in containers.
const ignored = new Set(
  ['CHLD', 'CONT', 'URG', 'WINCH', 'TSTP', 'TTIN', 'TTOU'].map((name) => names.indexOf(name) + 1),
)

/** The kernel's action on a process that has not said what it does with a signal. */
export const defaultAction = (number: number): 'ignore' | 'stop' | 'end' =>
  number === SIGSTOP ? 'stop' : ignored.has(number) ? 'ignore' : 'end'

/** Programs without handlers. */
const deaf = new Set([
  'sleep',
  'tail',
  'cat',
  'ping',
  'nc',
  'yes',
  'watch',
  'node',
  'perl',
  'top',
  'dd',
  'stress',
])
/** Whether a word of a command line names a shell. */
export const isShellName = (word: string): boolean => /^(?:ba|da|a)?sh$/.test(word.split('/').at(-1)!)

const isDeaf = (program: string): boolean => deaf.has(program) || /^python[\d.]*$/.test(program)

/** Signals that end a server, and those that it hears and goes on: its logs opened anew, its configuration read. */
const servers: Readonly<Record<string, { ends: readonly number[]; hears: readonly number[] }>> =
  Object.assign(Object.create(null), {
    nginx: { ends: [2, 3, 15], hears: [1, 10, 12, 28] },
    httpd: { ends: [2, 15, 28], hears: [1, 10] },
  })
const sameServer: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  'docker-entrypoint.sh': 'nginx',
  'httpd-foreground': 'httpd',
})

/** The reaction of a program to a signal: undefined where it has said nothing, so that the kernel decides. */
export function programReaction(word: string, signal: number): 'goes on' | { exitCode: number } | undefined {
  const name = word.split('/').at(-1)!
  const program = sameServer[name] ?? name
  if (isShellName(name) || isDeaf(program)) return undefined
  if (program === 'java')
    return [SIGHUP, SIGINT, SIGTERM].includes(signal) ? { exitCode: 128 + signal } : undefined
  const server = servers[program] ?? { ends: [SIGINT, SIGTERM], hears: [] }
  if (server.ends.includes(signal)) return { exitCode: 0 }
  return server.hears.includes(signal) ? 'goes on' : undefined
}

/**
 * How a program that is no shell takes a signal.
 * @param container whose own program it is; undefined of one that runs beside that
 * @returns when it ends after it and how; `goes on`; undefined where the kernel decides
 */
export function ownReaction(
  container: Container | undefined,
  word: string | undefined,
  signal: number,
): 'goes on' | { afterMs: number; exitCode: number } | undefined {
  const known = container && imageProgram(container)
  if (known !== undefined && signal === SIGTERM) return { afterMs: known.stopsMs, exitCode: known.exitCode }
  const reaction = programReaction(word ?? '', signal)
  return typeof reaction === 'object' ? { afterMs: 0, ...reaction } : reaction
}
