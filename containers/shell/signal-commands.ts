// Commands of a shell that send signals, say what is done with them, and wait. Texts are those of bash 5, dash 0.5 and BusyBox's ash.

import { CannotRun } from '../node-containers.ts'
import type { ProcessTable, TableEntry } from '../process-table.ts'
import { signalName, signalNames, signalNumber } from '../signals.ts'
import type { Governor } from './governor.ts'
import { evaluated, inserted, trapAction } from './inserted.ts'
import type { Job, Jobs } from './jobs.ts'
import { ended, type ShellCommand, type ShellFlavor, type ShellResult } from './shell-command.ts'
import { condition, signalTable, type Traps } from './traps.ts'

/** The parts of a shell that the commands about signals use. */
export interface SignalSurroundings {
  flavor: ShellFlavor
  /** The name that the shell was called by. */
  name: string
  governor: Governor
  jobs: Jobs
  traps: Traps
  processes: ProcessTable
  /** The shell's own process. */
  entry: TableEntry
  /** A script as the shell runs it: what it starts beside itself and where it writes are told in it. @param exitStatus as `rewritten` has it */
  rewritten(script: string, exitStatus: string | undefined): string
  /** Whether the script that runs looks for signals between its commands. */
  readonly looksForSignals: boolean
  /** Resolves when nothing holds the shell. */
  goOn(): Promise<void>
  /** Awaits what is not the shell's own doing. */
  outside<T>(work: Promise<T>): Promise<T>
  /** Whether the image has a program. */
  has(program: string): boolean
  /** Keeps the shell's variables and directory for what is done when it ends. */
  keep(variables: ReadonlyMap<string, string>, cwd: string): void
}

/** The commands by their names. */
export function signalCommands(around: SignalSurroundings): Record<string, ShellCommand> {
  const { traps, governor } = around
  // A shell may have stopped itself: it waits before it goes on.
  const killing =
    (send: (around: SignalSurroundings, args: readonly string[]) => ShellResult): ShellCommand =>
    async (args) => {
      const result = send(around, args)
      await around.goOn()
      return result
    }
  return {
    // With the process that it is in; by another name of it, as `eval` has, that is not known.
    [inserted.trap]: async ([process, ...args]) =>
      trap(around, args, process === String(around.entry.number)),
    trap: async (args) => trap(around, args, true),
    kill: killing(kill),
    [inserted.kill]: killing(kill),
    ...Object.fromEntries(
      ['killall', 'pkill']
        .filter((name) => around.has(name))
        .map((name): [string, ShellCommand] => [name, killing((...asked) => killAll(name, ...asked))]),
    ),
    jobs: async ([flag]) =>
      flag === '-p'
        ? ended(0, '', around.jobs.running.map(({ number }) => `${number}\n`).join(''))
        : ended(0, '', around.jobs.list(around.flavor === 'bash')),
    [inserted.wait]: async (args) => {
      await governor.round()
      return wait(around, args)
    },
    [inserted.trapped]: async ([status = '0'], context) => {
      if (traps.hasExit) around.keep(context.env, context.cwd)
      const actions = traps.takeAll()
      if (actions.length === 0) {
        await context.assignShellVariable?.(trapAction, '')
        return ended(Number(status))
      }
      const before = `${inserted.status} ${status} && :\n`
      // An `exit` of an action has the status before it, but in bash.
      const exitStatus = around.flavor === 'bash' ? undefined : status
      const all = actions.map((action) => `${before}${around.rewritten(action, exitStatus)}\n`)
      await context.assignShellVariable?.(trapAction, `${all.join('')}${before}`)
      return ended(0)
    },
    [inserted.evaluate]: async ([status = '0', ...words], context) => {
      await context.assignShellVariable?.(evaluated, around.rewritten(words.join(' '), undefined))
      return ended(Number(status))
    },
    [inserted.status]: async ([status = '0']) => ended(Number(status)),
    [inserted.replaced]: async (words) => {
      traps.replaced()
      around.entry.words = words
      return ended(0)
    },
  }
}

/** The beginning of a message of a command. */
const said = ({ flavor, name }: SignalSurroundings, command: string): string =>
  flavor === 'bash'
    ? `${name}: line 1: ${command}: `
    : `${name}: ${flavor === 'dash' ? '1: ' : ''}${command}: `

/** @param own whether the shell itself runs it, and not a subshell, which has traps of its own */
function trap(around: SignalSurroundings, args: readonly string[], own: boolean): ShellResult {
  const { flavor, traps } = around
  const bash = flavor === 'bash'
  const words = args[0] === '--' ? args.slice(1) : args
  if (words.length === 0 || (words[0] === '-p' && flavor !== 'dash')) return ended(0, '', traps.list(bash))
  if (words[0] === '-l' && bash) return ended(0, '', signalTable())
  // Without an action all of them are conditions.
  const [first = ''] = words
  const resets = words.length === 1 || /^\d+$/.test(first)
  const conditions = resets ? words : words.slice(1)
  if (!own) throw new CannotRun(`the trap of a subshell (${words.join(' ')}) is not simulated`)
  const acts = !resets && first !== '-' && first !== ''
  if (acts && !around.looksForSignals) throw new CannotRun('a trap that a sourced file sets is not simulated')
  let wrong = ''
  for (const word of conditions) {
    if (bash && /^(?:SIG)?(?:ERR|DEBUG|RETURN)$/i.test(word)) {
      if (acts) throw new CannotRun(`trap … ${word} is not simulated`)
      continue
    }
    const signal = condition(word, flavor !== 'dash')
    if (signal === undefined)
      wrong +=
        flavor === 'dash'
          ? `trap: ${word}: bad trap\n`
          : `${flavor === 'bash' ? said(around, 'trap') : `${around.name}: trap: line 1: `}${word}: invalid signal specification\n`
    else if (resets || first === '-') traps.reset(signal)
    else traps.set(signal, first)
  }
  return ended(wrong === '' ? 0 : 1, wrong)
}

const badSignal = (around: SignalSurroundings, word: string): string => {
  if (around.flavor === 'bash') return `${said(around, 'kill')}${word}: invalid signal specification\n`
  return around.flavor === 'ash'
    ? `${around.name}: bad signal name '${word}'\n`
    : `${said(around, 'kill')}invalid signal number or name: ${word}\n`
}

/** The names of signals, or those of numbers and exit codes. */
function listed(around: SignalSurroundings, words: readonly string[]): ShellResult {
  const { flavor } = around
  if (words.length === 0) {
    if (flavor === 'bash') return ended(0, '', signalTable())
    const lines = signalNames.map((name, i) =>
      flavor === 'ash' ? `${String(i + 1).padStart(2)}) ${name}\n` : `${name}\n`,
    )
    return ended(0, '', lines.join(''))
  }
  let [stdout, stderr] = ['', '']
  for (const word of words) {
    const number = signalNumber(/^\d+$/.test(word) ? String(Number(word) & 127) : word)
    if (number === undefined || number === 0) stderr += badSignal(around, word)
    else stdout += `${/^\d+$/.test(word) ? signalName(number) : number}\n`
  }
  return ended(stderr === '' ? 0 : 1, stderr, stdout)
}

function kill(around: SignalSurroundings, args: readonly string[]): ShellResult {
  const { flavor, processes, entry, jobs } = around
  const [first = '', ...rest] = args
  if (first === '-l' || first === '-L') return listed(around, rest)
  const named = first === '-s' || (first === '-n' && flavor === 'bash')
  const hasSignal = named || (/^-\w/.test(first) && first !== '--')
  const word = named ? (rest[0] ?? '') : hasSignal ? first.slice(1) : 'TERM'
  const signal = signalNumber(word)
  const targets = (named ? rest.slice(1) : hasSignal ? rest : args).filter((one, i) => i > 0 || one !== '--')
  if (signal === undefined) return ended(1, badSignal(around, word))
  if (targets.length === 0) return ended(flavor === 'ash' ? 1 : 2, usage(around))
  let wrong = ''
  for (const target of targets) {
    const job = target.startsWith('%') ? jobs.named(target) : undefined
    if (/^-?1$|^0$/.test(target) && target !== '1') {
      for (const { number } of processes.all)
        if (number !== entry.number && number !== 1) processes.signal(number, signal)
    } else if (target.startsWith('%') && job === undefined)
      wrong +=
        flavor === 'bash'
          ? `${said(around, 'kill')}${target}: no such job\n`
          : `${said(around, 'kill')}No such job: ${target}\n`
    else if (job === undefined && !/^\d+$/.test(target)) wrong += badNumber(around, target)
    else if (!processes.signal(job?.number ?? Number(target), signal)) wrong += noProcess(around, target)
  }
  return ended(wrong === '' ? 0 : 1, wrong)
}

function usage(around: SignalSurroundings): string {
  if (around.flavor === 'bash')
    return 'kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n'
  return around.flavor === 'dash'
    ? `${said(around, 'kill')}Usage: kill [-s sigspec | -signum | -sigspec] [pid | job]... or\nkill -l [exitstatus]\n`
    : `${around.name}: you need to specify whom to kill\n`
}

function badNumber(around: SignalSurroundings, word: string): string {
  if (around.flavor === 'bash')
    return `${said(around, 'kill')}${word}: arguments must be process or job IDs\n`
  return around.flavor === 'dash'
    ? `${said(around, 'kill')}Illegal number: ${word}\n`
    : `${around.name}: invalid number '${word}'\n`
}

function noProcess(around: SignalSurroundings, word: string): string {
  if (around.flavor === 'bash') return `${said(around, 'kill')}(${word}) - No such process\n`
  return around.flavor === 'dash'
    ? `${said(around, 'kill')}No such process\n`
    : `${around.name}: can't kill pid ${word}: No such process\n`
}

/** `killall -9 sleep`. */
function killAll(command: string, around: SignalSurroundings, args: readonly string[]): ShellResult {
  const flag = args.find((arg) => /^-\w/.test(arg))
  const signal = flag === undefined ? signalNumber('TERM') : signalNumber(flag.slice(1))
  if (signal === undefined) return ended(1, badSignal(around, flag!.slice(1)))
  let wrong = ''
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    const found = around.processes.all.filter(
      ({ number, words }) => number !== around.entry.number && words[0]?.split('/').at(-1) === name,
    )
    for (const { number } of found) around.processes.signal(number, signal)
    if (found.length === 0) wrong += `killall: ${name}: no process killed\n`
  }
  return ended(wrong === '' ? 0 : 1, command === 'killall' ? wrong : '')
}

/** A signal with an action ends it, which the script does next. */
async function wait(around: SignalSurroundings, args: readonly string[]): Promise<ShellResult> {
  const { flavor, jobs, traps, outside, governor } = around
  const until = async (work: Promise<number>): Promise<{ code: number; by: 'signal' | 'end' }> => {
    // Where a signal is there already it does not wait.
    if (!traps.pending) governor.rested()
    return outside(
      Promise.race([
        work.then((code) => ({ code, by: 'end' as const })),
        traps.arrival().then((signal) => ({ code: 128 + signal, by: 'signal' as const })),
      ]),
    )
  }
  const words = args.filter((arg) => !/^-\w/.test(arg))
  const { running } = jobs
  if (args.includes('-n')) {
    if (running.length === 0) return ended(127)
    return ended((await until(Promise.race(running.map(({ done }) => done)))).code)
  }
  if (words.length === 0) {
    if (running.length === 0) return ended(0)
    return ended((await until(Promise.all(running.map(({ done }) => done)).then(() => 0))).code)
  }
  let [code, wrong] = [0, '']
  for (const word of words) {
    const job: Job | undefined = jobs.named(word)
    if (job === undefined) {
      code = flavor === 'dash' && word.startsWith('%') ? 2 : 127
      if (flavor === 'bash')
        wrong += `${said(around, 'wait')}${word.startsWith('%') ? `${word}: no such job` : `pid ${word} is not a child of this shell`}\n`
      else if (word.startsWith('%')) wrong += `${said(around, 'wait')}No such job: ${word}\n`
      continue
    }
    const end = job.exitCode === undefined ? await until(job.done) : { code: job.exitCode, by: 'end' }
    code = end.code
    if (end.by === 'signal') break
  }
  return ended(code, wrong)
}

/** The message of a shell that the system refuses a process. Upstream: bash jobs.c (make_child), dash jobs.c and ash.c (forkshell) */
export function forkFailure(flavor: ShellFlavor, name: string): { stderr: string; exitCode: number } {
  const why = 'Resource temporarily unavailable'
  if (flavor === 'bash') return { stderr: `${name}: fork: ${why}\n`, exitCode: 254 }
  return flavor === 'dash'
    ? { stderr: `${name}: 1: Cannot fork\n`, exitCode: 2 }
    : { stderr: `${name}: can't fork: ${why}\n`, exitCode: 2 }
}

/** The message of a shell on a file whose folder is missing. Upstream: redir.c of bash and dash, busybox/shell/ash.c */
export function cannotCreate(flavor: ShellFlavor, name: string, path: string): string {
  if (flavor === 'bash') return `${name}: line 1: ${path}: No such file or directory\n`
  return flavor === 'dash'
    ? `${name}: 1: cannot create ${path}: Directory nonexistent\n`
    : `${name}: can't create ${path}: nonexistent directory\n`
}
