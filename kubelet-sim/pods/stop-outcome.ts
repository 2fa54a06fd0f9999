// How a container ends when it is told to: its first process gets SIGTERM.
import { scriptOf, shellScript, sleepTime, startsShell, wordsOf } from './command-outcome.ts'
import { imageProgram } from './image-programs.ts'
import type { Outcome } from './outcome.ts'
import type { Container } from './pod.ts'

/** Programs without a handler of SIGTERM: the kernel keeps the signal from the first process of a container. */
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
const isDeaf = (program: string): boolean => deaf.has(program) || /^python[\d.]*$/.test(program)

const killed = 128 + 15

/**
 * The outcome of SIGTERM for a container; undefined where it does nothing. Unknown programs have a handler and end at once, as
 * servers do.
 * @param alone whether its program is the first process of a container of its own, and not of all of the pod
 * @param ranMs milliseconds that it has run
 */
export function stopOutcome(container: Container, alone: boolean, ranMs: number): Outcome | undefined {
  const own = imageProgram(container)
  if (own !== undefined) return { afterMs: own.stopsMs, exitCode: own.exitCode }
  const words = wordsOf(container)
  const script = scriptOf(words)
  if (startsShell(container)) return unhandled(alone)
  if (script !== undefined) return stoppedScript(script, alone, ranMs)
  return stoppedProgram(words[0], alone)
}

const unhandled = (alone: boolean): Outcome | undefined =>
  alone ? undefined : { afterMs: 0, exitCode: killed }

function stoppedProgram(word: string | undefined, alone: boolean): Outcome | undefined {
  const program = word?.split('/').at(-1)
  if (program === 'java') return { afterMs: 0, exitCode: killed }
  return program !== undefined && isDeaf(program) ? unhandled(alone) : { afterMs: 0, exitCode: 0 }
}

function stoppedScript(script: string, alone: boolean, ranMs: number): Outcome | undefined {
  const handler = trapHandler(script)
  if (handler !== undefined) return handled(handler, script, ranMs)
  // A shell turns into the only command that it has to run.
  const single = /^(?:exec\s+)?([^\s;&|<>$()]+)(?:\s[^;&|\n]*)?$/.exec(script.trim())
  return single === null ? unhandled(alone) : stoppedProgram(single[1], alone)
}

/** What `trap '…' TERM` runs; undefined without one. */
function trapHandler(script: string): string | undefined {
  for (const [, double, single, word, signals] of script.matchAll(
    /\btrap\s+(?:"([^"]*)"|'([^']*)'|([^\s"';]+))([^;\n&|]*)/g,
  ))
    if (/\b(?:SIG)?TERM\b|\b15\b/.test(signals!) && word !== '-') return double ?? single ?? word
  return undefined
}

/** A handler runs when the command in the foreground has ended; after one without `exit` the script goes on. */
function handled(handler: string, script: string, ranMs: number): Outcome | undefined {
  if (!/\bexit\b/.test(handler)) return undefined
  const { afterMs, exitCode } = shellScript(handler) ?? { afterMs: 0, exitCode: 0 }
  const waits = foregroundMs(script, ranMs)
  return waits === undefined ? undefined : { afterMs: waits + afterMs, exitCode }
}

function foregroundMs(script: string, ranMs: number): number | undefined {
  if (/\bwait\b/.test(script)) return 0
  const [, time] = [...script.matchAll(/\bsleep\s+([\w.]+)/g)].at(-1) ?? []
  if (time === undefined) return /\btail\s+-[fF]/.test(script) ? undefined : 0
  const each = sleepTime(time)?.afterMs
  return each === undefined || each === 0 ? undefined : each - (ranMs % each)
}
