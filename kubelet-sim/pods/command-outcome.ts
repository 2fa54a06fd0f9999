import type { Container } from './pod.ts'

/** How a simulated container ends. */
export interface Outcome {
  afterMs: number
  exitCode: number
}

/** Programs that end by themselves, and how. Anything else (a server, an image's own entry point) runs on. */
const endings: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  true: 0,
  echo: 0,
  date: 0,
  printf: 0,
  env: 0,
  ls: 0,
  hostname: 0,
  uname: 0,
  perl: 0,
  false: 1,
})

const shell = /^(\/bin\/)?(ba|da)?sh$/

/** Programs that do not hear SIGTERM as the first process of a container. */
const deaf = new Set(['sleep', 'tail', 'python', 'python3', 'perl'])

/** The exit code of a container that is stopped: a server ends by itself, others are killed. */
export function stoppedExitCode({ command = [], args = [] }: Container): number {
  const [word = ''] = [...command, ...args]
  return shell.test(word) || deaf.has(word.split('/').at(-1)!) ? 137 : 0
}

/** Reads a container's command: undefined when it runs until it is stopped. */
export function commandOutcome(container: Container): Outcome | undefined {
  const words = [...(container.command ?? []), ...(container.args ?? [])]
  const script = shell.test(words[0] ?? '')
    ? words
        .slice(1)
        .filter((w) => !w.startsWith('-'))
        .join(' ')
    : undefined
  return script === undefined ? simpleCommand(words) : shellScript(script)
}

function simpleCommand(words: readonly string[]): Outcome | undefined {
  const program = words[0]?.split('/').at(-1)
  if (program === undefined) return undefined
  if (program === 'sleep') return sleepTime(words[1])
  if (program === 'exit') return { afterMs: 0, exitCode: Number(words[1] ?? 0) }
  const exitCode = endings[program]
  return exitCode === undefined ? undefined : { afterMs: 0, exitCode }
}

function sleepTime(text: string | undefined): Outcome | undefined {
  const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(text ?? '')
  if (match === null) return undefined
  const unit = { '': 1, s: 1, m: 60, h: 3600, d: 86400 }[match[2] as '']
  return { afterMs: Number(match[1]) * unit * 1000, exitCode: 0 }
}

/** Commands of a script one after the other; one that runs on, or a loop, means that the script does. */
function shellScript(script: string): Outcome | undefined {
  if (/\b(while|until|for|tail|wait)\b/.test(script)) return undefined
  let afterMs = 0
  let exitCode = 0
  for (const command of script.split(/;|&&|\n/)) {
    const words = command.trim().split(/\s+/)
    if (words[0] === '') continue
    const outcome = simpleCommand(words)
    if (outcome === undefined) return undefined
    afterMs += outcome.afterMs
    exitCode = outcome.exitCode
    if (words[0] === 'exit') break
  }
  return { afterMs, exitCode }
}
