import { imageProgram } from '../../containers/images/image-programs.ts'
import { commandLine, hasShellOnly } from '../../containers/images/images.ts'
import { programIn } from '../../containers/images/programs-of.ts'
import { mayEnd } from '../../containers/may-end.ts'
import { sleepsFor } from '../../containers/sleep-time.ts'
import type { Outcome } from './outcome.ts'
import type { Container } from './pod.ts'
import { pythonOutcome } from './python-program.ts'
import { plainScript, runScript, type ScriptFiles } from './shell-script.ts'

/** The exit codes of programs that end the same way whatever their arguments are. */
const endings: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  true: 0,
  ':': 0,
  echo: 0,
  false: 1,
})
/** How programs usually end, of images where they cannot be run. */
const usualEndings: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  date: 0,
  printf: 0,
  env: 0,
  ls: 0,
  hostname: 0,
  uname: 0,
  perl: 0,
})
/** Those that end otherwise where what they are given is not there. */
const namesNothing = new Set(['env', 'ls'])

const shell = /^(\/(?:usr\/)?bin\/)?(ba|da|a)?sh$/

/** The words of a container's command line. Entrypoints of images are not known. */
export const wordsOf = ({ command = [], args = [] }: Pick<Container, 'command' | 'args'>): string[] => [
  ...command,
  ...args,
]

/** The script that a shell is to run; undefined where the words start no shell with one. */
export function scriptOf(words: readonly string[]): string | undefined {
  if (!shell.test(words[0] ?? '')) return undefined
  return words
    .slice(1)
    .filter((w) => !w.startsWith('-'))
    .join(' ')
}

/** Whether a container starts a shell that nobody types to. */
export const startsShell = ({ image = '', ...container }: Container): boolean => {
  const words = wordsOf(container)
  return words.length === 0 ? hasShellOnly(image) : scriptOf(words) === ''
}

/**
 * The outcome of a container's command; undefined where it runs until it is stopped.
 * @param env the container's environment; undefined: not known
 * @param files what a script of the container finds on its volumes, and leaves there
 */
export function commandOutcome(
  container: Container,
  env?: Readonly<Record<string, string>>,
  files?: ScriptFiles,
): Outcome | undefined {
  if (startsShell(container))
    return container.stdin || container.tty ? undefined : { afterMs: 0, exitCode: 0 }
  const own = imageProgram(container)
  if (own !== undefined) return own.runsMs === undefined ? undefined : { afterMs: own.runsMs, exitCode: 0 }
  const words = wordsOf(container)
  const certain = certainOutcome(words)
  // Where the program itself is run, its run tells the outcome.
  const [program = ''] = commandLine(container)
  if (certain !== undefined || (mayEnd(container) && programIn(container.image, program) === 'runs'))
    return certain
  const script = scriptOf(words)
  if (script !== undefined) return shellScript(script, files)
  const source = pythonSource(words)
  if (source !== undefined) return env && pythonOutcome(source, env)
  return simpleCommand(words)
}

/** The program that an interpreter of Python is given as an argument. */
function pythonSource([program = '', ...args]: readonly string[]): string | undefined {
  if (!/(?:^|\/)python[\d.]*$/.test(program)) return undefined
  const at = args.findIndex((arg) => !/^-[A-BD-Za-bd-z]+$/.test(arg))
  return args[at] === '-c' ? args[at + 1] : undefined
}

/** The outcome of a command line that is certain without running it; undefined elsewhere. */
function certainOutcome([word = '', ...args]: readonly string[]): Outcome | undefined {
  if (shell.test(word))
    return args.length === 2 && args[0] === '-c' ? plainScript(args[1]!, certainCommand) : undefined
  return certainCommand([word.split('/').at(-1)!, ...args])
}

function certainCommand([program = '', ...args]: readonly string[]): Outcome | undefined {
  if (program === 'sleep') return sleepTime(args)
  const exitCode = endings[program]
  return exitCode === undefined ? undefined : { afterMs: 0, exitCode }
}

function simpleCommand(words: readonly string[]): Outcome | undefined {
  const program = words[0]?.split('/').at(-1)
  if (program === undefined) return undefined
  if (program === 'exit') return { afterMs: 0, exitCode: Number(words[1] ?? 0) }
  const args = words.slice(1)
  if (namesNothing.has(program) && args.some((arg) => !arg.startsWith('-'))) return undefined
  const exitCode = usualEndings[program]
  return exitCode === undefined ? certainCommand([program, ...args]) : { afterMs: 0, exitCode }
}

/** The outcome of `sleep` with such arguments: exit code 0 after their time; undefined where that is none, or has no end. */
export function sleepTime(args: readonly string[]): Outcome | undefined {
  const afterMs = sleepsFor(args)
  return afterMs === undefined || afterMs === Number.POSITIVE_INFINITY ? undefined : { afterMs, exitCode: 0 }
}

/** The outcome of a script's commands one after the other; undefined where one of them runs on, or a loop does. */
export const shellScript = (script: string, files?: ScriptFiles): Outcome | undefined =>
  /\b(while|until|for|tail|wait)\b/.test(script) ? undefined : runScript(script, simpleCommand, files)
