// The components, and what kubectl forwards, as processes: kill, pkill, killall, pgrep, pidof and ps.
import { literalPattern } from '../../component-base/literal-pattern.ts'
import { signalTable } from '../../containers/shell/traps.ts'
import { signalName, signalNumber } from '../../containers/signals.ts'
import { localBinaries } from '../programs/programs.ts'
import type { CommandResult } from './command-result.ts'
import type { Forward } from './forwards.ts'
import type { Host } from './host.ts'
import type { Machine, MachineCommand } from './machine.ts'

interface Process {
  end(): Promise<void> | void
  pid: number
  program: string
  argv: readonly string[]
}

const lineOf = ({ argv }: Process): string => argv.join(' ')

const done = (stdout: string, found: boolean): CommandResult => ({
  stdout,
  stderr: '',
  exitCode: found ? 0 : 1,
})

/** What runs, in the order in which it was started. The forwards of other computers are not among it. */
function processes(machine: Machine, host: Host): Process[] {
  const root = `${machine.home}/go/src/k8s.io/kubernetes/${localBinaries}`
  const components = [...machine.cluster.records].flatMap(([name, { args }]) => {
    if (!machine.cluster.running.has(name)) return []
    const pid = machine.cluster.pids.get(name)!
    const program = name.split('/')[0]!
    const end = async (): Promise<void> => void (await machine.cluster.stopOne(name))
    return [{ end, pid, program, argv: [`${root}/${program}`, ...args] }]
  })
  const forwards = machine.kubectl.forwards.running().filter((one) => one.host === host.name)
  return [...components, ...forwards.map((one) => ofForward(machine, one))]
}

const ofForward = ({ kubectl }: Machine, one: Forward): Process => ({
  end: () => kubectl.forwards.end(one),
  pid: one.pid,
  program: 'kubectl',
  argv: one.commandLine.split(' '),
})

/** What /proc has of the processes that a computer shows: `cmdline` and `comm`. */
export function processFile(machine: Machine, host: Host, pid: number, name: string): string | undefined {
  const one = processes(machine, host).find((process) => process.pid === pid)
  if (one === undefined) return undefined
  if (name === 'cmdline') return one.argv.map((word) => `${word}\0`).join('')
  if (name === 'comm') return `${one.program.slice(0, 15)}\n`
  return name === '' ? '' : undefined
}

/** Patterns name programs of whatever architecture their author has. */
const anyArchitecture = (text: string): string => text.replace(/linux\/(?:amd64|arm64)/g, 'linux/amd64')

/** The processes that a pattern of pgrep or pkill finds. */
function found(machine: Machine, args: readonly string[], host: Host): Process[] {
  const full = args.some((arg) => /^-[a-z]*f|^--full$/.test(arg))
  const exact = args.some((arg) => /^-[a-z]*x|^--exact$/.test(arg))
  const pattern = args.filter((arg) => !arg.startsWith('-')).at(-1)
  if (pattern === undefined) return []
  const expression = patternOf(exact ? `^(?:${pattern})$` : anyArchitecture(pattern))
  return processes(machine, host).filter((one) => expression.test(full ? lineOf(one) : one.program))
}

/** What is no regular expression finds itself. */
function patternOf(text: string): RegExp {
  try {
    return new RegExp(text)
  } catch {
    return new RegExp(literalPattern(text))
  }
}

/** What ends a Go program that has not asked to hear of it. Upstream: go/src/runtime/sigtab_linux_generic.go */
const endingGo = new Set(
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL SEGV TERM STKFLT SYS'
    .split(' ')
    .map((name) => signalNumber(name)!),
)
const holding = new Set('STOP TSTP TTIN TTOU'.split(' ').map((name) => signalNumber(name)!))
const SIGTERM = signalNumber('TERM')!

/** Signals and targets of a command line: `-9`, `-KILL`, `-s KILL`, `--signal=KILL`. An unknown signal is its own word. */
function signalled(args: readonly string[]): { signal: number | string; rest: string[] } {
  const rest = [...args]
  const at = rest.findIndex((arg) => /^(?:-s|-n|--signal(?:=.*)?)$/.test(arg))
  if (at >= 0) {
    const [flag = '', word = ''] = rest.splice(at, rest[at]!.includes('=') ? 1 : 2)
    const name = flag.includes('=') ? flag.slice(flag.indexOf('=') + 1) : word
    return { signal: signalNumber(name) ?? name, rest }
  }
  const short = rest.findIndex((arg) => /^-\w+$/.test(arg) && signalNumber(arg.slice(1)) !== undefined)
  if (short < 0) return { signal: SIGTERM, rest }
  const [flag = ''] = rest.splice(short, 1)
  return { signal: signalNumber(flag.slice(1))!, rest }
}

/** Sends a signal. @returns what cannot be done; undefined where it was */
async function send(signal: number, victims: readonly Process[]): Promise<CommandResult | undefined> {
  const [one] = victims
  if (one !== undefined && holding.has(signal))
    return {
      stdout: '',
      stderr: `SIG${signalName(signal)} to ${one.program} is not simulated\n`,
      exitCode: 1,
      limit: 'not simulated',
    }
  if (endingGo.has(signal)) for (const victim of victims) await victim.end()
  return undefined
}

const badSignal = (command: string, word: string): CommandResult => ({
  stdout: '',
  stderr:
    command === 'kill' ? `bash: kill: ${word}: invalid signal specification\n` : `${word}: unknown signal\n`,
  exitCode: 1,
})

/** Runs pgrep over the machine's components. */
export const pgrep: MachineCommand['run'] = async (machine, args, _context, host) => {
  const matches = found(machine, args, host)
  const listed = args.some((arg) => /^-[a-z]*[al]/.test(arg))
  const text = (one: Process): string => (listed ? `${one.pid} ${lineOf(one)}` : String(one.pid))
  return done(matches.map((one) => `${text(one)}\n`).join(''), matches.length > 0)
}

/** Runs pidof over the machine's components. */
export const pidof: MachineCommand['run'] = async (machine, args, _context, host) => {
  const matches = processes(machine, host).filter(({ program }) => args.includes(program))
  return done(matches.length === 0 ? '' : `${matches.map(({ pid }) => pid).join(' ')}\n`, matches.length > 0)
}

/** Runs pkill: sends a signal to the components that match. */
export const pkill: MachineCommand['run'] = async (machine, args, _context, host) => {
  const { signal, rest } = signalled(args)
  if (typeof signal === 'string') return badSignal('pkill', signal)
  const matches = found(machine, rest, host)
  return (await send(signal, matches)) ?? done('', matches.length > 0)
}

/** Runs killall: sends a signal to the components of that name. */
export const killall: MachineCommand['run'] = async (machine, args, _context, host) => {
  const { signal, rest } = signalled(args)
  if (typeof signal === 'string') return badSignal('killall', signal)
  const matches = processes(machine, host).filter(({ program }) => rest.includes(program))
  const undone = await send(signal, matches)
  if (undone !== undefined) return undone
  const missing = rest.find((arg) => !arg.startsWith('-'))
  if (matches.length > 0 || missing === undefined) return done('', true)
  return { stdout: '', stderr: `${missing}: no process found\n`, exitCode: 1 }
}

/** By pid, or a job (`%1`): those that have ended when the next command is typed are ended already. */
export const kill: MachineCommand['run'] = async (machine, args, _context, host) => {
  const { signal, rest } = signalled(args)
  const [first = ''] = rest
  if (first === '-l' && rest.length === 1) return done(signalTable(), true)
  if (typeof signal === 'string' || /^-[A-Za-z]/.test(first))
    return badSignal('kill', typeof signal === 'string' ? signal : first.slice(1))
  const pids = rest.filter((arg) => /^\d+$/.test(arg)).map(Number)
  const matches = processes(machine, host).filter(({ pid }) => pids.includes(pid))
  const wrong: string[] = []
  const named = rest.filter((arg) => arg.startsWith('%'))
  const jobs = named.flatMap((arg) => ofJob(machine, host, arg, wrong))
  const undone = await send(signal, [...matches, ...jobs])
  if (undone !== undefined) return undone
  for (const pid of pids)
    if (!matches.some((one) => one.pid === pid)) wrong.push(`(${pid}) - No such process`)
  const stderr = wrong.map((one) => `bash: kill: ${one}\n`).join('')
  // As bash: one that is reached is enough.
  return {
    stdout: '',
    stderr,
    exitCode: wrong.length > 0 && wrong.length === pids.length + named.length ? 1 : 0,
  }
}

/** @param wrong receives why there is none */
function ofJob(machine: Machine, host: Host, text: string, wrong: string[]): Process[] {
  try {
    return host.jobs.find(text).map((one) => ofForward(machine, one))
  } catch (error) {
    wrong.push(`${text}: ${(error as Error).message}`)
    return []
  }
}

/** Runs ps: a table of the machine's components, whatever the flags. */
export const ps: MachineCommand['run'] = async (machine, _args, _context, host) => {
  const rows = processes(machine, host).map(
    (one) =>
      `root     ${String(one.pid).padStart(7)}  1.0  1.0 1000000 100000 ?       Sl   00:00   0:01 ${lineOf(one)}\n`,
  )
  return done(
    `USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n${rows.join('')}`,
    true,
  )
}
