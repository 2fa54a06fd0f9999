// The components as processes: kill, pkill, killall, pgrep, pidof and ps.
import type { CommandResult } from './command-result.ts'
import type { Machine } from './machine.ts'

interface Process {
  /** In the machine's records, as `kubelet/127.0.0.1`. */
  name: string
  pid: number
  program: string
  commandLine: string
}

const done = (stdout: string, found: boolean): CommandResult => ({
  stdout,
  stderr: '',
  exitCode: found ? 0 : 1,
})
const bin = '_output/local/bin/linux/amd64'

/** What runs, in the order in which it was started. */
function processes(machine: Machine): Process[] {
  const root = `${machine.home}/go/src/k8s.io/kubernetes/${bin}`
  return [...machine.cluster.records].flatMap(([name, { args }]) => {
    if (!machine.cluster.running.has(name)) return []
    const pid = machine.cluster.pids.get(name)!
    const program = name.split('/')[0]!
    return [{ name, pid, program, commandLine: [`${root}/${program}`, ...args].join(' ') }]
  })
}

/** Patterns name programs of whatever architecture their author has. */
const anyArchitecture = (text: string): string => text.replace(/linux\/(?:amd64|arm64)/g, 'linux/amd64')

/** The processes that a pattern of pgrep or pkill finds. */
function found(machine: Machine, args: readonly string[]): Process[] {
  const full = args.some((arg) => /^-[a-z]*f|^--full$/.test(arg))
  const exact = args.some((arg) => /^-[a-z]*x|^--exact$/.test(arg))
  const pattern = args.filter((arg) => !arg.startsWith('-')).at(-1)
  if (pattern === undefined) return []
  const expression = patternOf(exact ? `^(?:${pattern})$` : anyArchitecture(pattern))
  return processes(machine).filter((one) => expression.test(full ? one.commandLine : one.program))
}

/** What is no regular expression finds itself. */
function patternOf(text: string): RegExp {
  try {
    return new RegExp(text)
  } catch {
    return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  }
}

async function end(machine: Machine, victims: readonly Process[]): Promise<void> {
  for (const { name } of victims) await machine.cluster.stopOne(name)
}

/** Runs pgrep over the machine's components. */
export async function pgrep(machine: Machine, args: string[]): Promise<CommandResult> {
  const matches = found(machine, args)
  const listed = args.some((arg) => /^-[a-z]*[al]/.test(arg))
  const text = (one: Process): string => (listed ? `${one.pid} ${one.commandLine}` : String(one.pid))
  return done(matches.map((one) => `${text(one)}\n`).join(''), matches.length > 0)
}

/** Runs pidof over the machine's components. */
export async function pidof(machine: Machine, args: string[]): Promise<CommandResult> {
  const matches = processes(machine).filter(({ program }) => args.includes(program))
  return done(matches.length === 0 ? '' : `${matches.map(({ pid }) => pid).join(' ')}\n`, matches.length > 0)
}

/** Runs pkill: ends the components that match. */
export async function pkill(machine: Machine, args: string[]): Promise<CommandResult> {
  const matches = found(machine, args)
  await end(machine, matches)
  return done('', matches.length > 0)
}

/** Runs killall: ends the components of that name. */
export async function killall(machine: Machine, args: string[]): Promise<CommandResult> {
  const matches = processes(machine).filter(({ program }) => args.includes(program))
  await end(machine, matches)
  const missing = args.find((arg) => !arg.startsWith('-'))
  if (matches.length > 0 || missing === undefined) return done('', true)
  return { stdout: '', stderr: `${missing}: no process found\n`, exitCode: 1 }
}

/** By pid; a job (`%1`), or a pid that nothing has, is none of the components. */
export async function kill(machine: Machine, args: string[]): Promise<CommandResult> {
  const pids = args.filter((arg) => /^\d+$/.test(arg)).map(Number)
  const matches = processes(machine).filter(({ pid }) => pids.includes(pid))
  await end(machine, matches)
  const missing = pids.find((pid) => !matches.some((one) => one.pid === pid))
  if (missing === undefined) return done('', true)
  return { stdout: '', stderr: `bash: kill: (${missing}) - No such process\n`, exitCode: 1 }
}

/** Runs ps: a table of the machine's components, whatever the flags. */
export async function ps(machine: Machine): Promise<CommandResult> {
  const rows = processes(machine).map(
    ({ pid, commandLine }) =>
      `root     ${String(pid).padStart(7)}  1.0  1.0 1000000 100000 ?       Sl   00:00   0:01 ${commandLine}\n`,
  )
  return done(
    `USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n${rows.join('')}`,
    true,
  )
}
