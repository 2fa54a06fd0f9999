// How a container ends when it is told to: its first process gets SIGTERM, or the signal that the container or its image names.

import { commandLine } from '../../containers/images/images.ts'
import {
  defaultAction,
  ownReaction,
  programReaction,
  SIGKILL,
  SIGTERM,
  signalNumber,
} from '../../containers/signals.ts'
import { scriptOf, shellScript, sleepTime, startsShell, wordsOf } from './command-outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Container } from './pod.ts'

/** The signal that a container gets for its end, and the program that gets it. */
export interface Told {
  /** Number of the signal. */
  signal?: number
  /** Whether its program is the first process of a container of its own, and not of all of the pod. */
  alone: boolean
  /** The milliseconds for which the container has run. */
  ranMs: number
}

/**
 * The outcome of the stop signal for a container; undefined where it does nothing. Unknown programs have a handler of SIGTERM and end
 * at once, as servers do.
 */
export function stopOutcome(
  container: Container,
  { signal = SIGTERM, alone, ranMs }: Told,
): Outcome | undefined {
  const told = { signal, alone, ranMs }
  if (signal === SIGKILL) return { afterMs: 0, exitCode: 128 + SIGKILL }
  const words = wordsOf(container)
  const script = scriptOf(words)
  if (startsShell(container)) return unhandled(told)
  if (script !== undefined) return stoppedScript(script, told)
  return outcomeOf(ownReaction(container, words[0] ?? commandLine(container)[0], signal), told)
}

/** The kernel keeps a signal without a handler from the first process of a container. */
const unhandled = ({ signal, alone }: Required<Told>): Outcome | undefined =>
  alone || defaultAction(signal) !== 'end' ? undefined : { afterMs: 0, exitCode: 128 + signal }

const outcomeOf = (reaction: ReturnType<typeof ownReaction>, told: Required<Told>): Outcome | undefined => {
  if (reaction === undefined) return unhandled(told)
  return reaction === 'goes on' ? undefined : reaction
}

function stoppedScript(script: string, told: Required<Told>): Outcome | undefined {
  const handler = trapHandler(script, told.signal)
  if (handler !== undefined) return handled(handler, script, told.ranMs)
  // A shell turns into the only command that it has to run.
  const single = /^(?:exec\s+)?([^\s;&|<>$()]+)(?:\s[^;&|\n]*)?$/.exec(script.trim())
  if (single === null) return unhandled(told)
  const reaction = programReaction(single[1]!, told.signal)
  return outcomeOf(typeof reaction === 'object' ? { afterMs: 0, ...reaction } : reaction, told)
}

/** The command of `trap '…' TERM` in a script; undefined: the signal has no trap. */
function trapHandler(script: string, signal: number): string | undefined {
  for (const [, double, single, word, signals] of script.matchAll(
    /\btrap\s+(?:"([^"]*)"|'([^']*)'|([^\s"';]+))([^;\n&|]*)/g,
  ))
    if (word !== '-' && signals!.split(/\s+/).some((one) => one !== '' && signalNumber(one) === signal))
      return double ?? single ?? word
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
  const each = sleepTime([time])?.afterMs
  return each === undefined || each === 0 ? undefined : each - (ranMs % each)
}
