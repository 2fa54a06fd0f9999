// The components, and what kubectl forwards, as processes: kill, pkill, killall, pgrep, pidof and ps.
import type { CommandResult } from './command-result.ts'
import type { Machine } from './machine.ts'

interface Process {
  end(): Promise<void> | void
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
  const components = [...machine.cluster.records].flatMap(([name, { args }]) => {
    if (!machine.cluster.running.has(name)) return []
    const pid = machine.cluster.pids.get(name)!
    const program = name.split('/')[0]!
    const end = async (): Promise<void> => void (await machine.cluster.stopOne(name))
    return [{ end, pid, program, commandLine: [`${root}/${program}`, ...args].join(' ') }]
  })
  return [...components, ...forwards(machine)]
}

const forwards = ({ kubectl }: Machine): Process[] =>
  kubectl.forwards.running().map((one) => ({
    end: () => kubectl.forwards.end(one),
    pid: one.pid,
    program: 'kubectl',
    commandLine: one.commandLine,
  }))

/** The process of a job: `%1`, `%%`, `%kubectl`; undefined where it has ended, or was none that lasts. */
function jobOf(machine: Machine, text: string): Process | undefined {
  const jobs = forwards(machine)
  const name = text.slice(1)
  if (/^\d+$/.test(name)) return jobs[Number(name) - 1]
  return /^[%+]?$/.test(name) ? jobs.at(-1) : jobs.find(({ commandLine }) => commandLine.startsWith(name))
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

async function end(victims: readonly Process[]): Promise<void> {
  for (const one of victims) await one.end()
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
  await end(matches)
  return done('', matches.length > 0)
}

/** Runs killall: ends the components of that name. */
export async function killall(machine: Machine, args: string[]): Promise<CommandResult> {
  const matches = processes(machine).filter(({ program }) => args.includes(program))
  await end(matches)
  const missing = args.find((arg) => !arg.startsWith('-'))
  if (matches.length > 0 || missing === undefined) return done('', true)
  return { stdout: '', stderr: `${missing}: no process found\n`, exitCode: 1 }
}

/** By pid, or a job (`%1`): those that have ended when the next command is typed are ended already. */
export async function kill(machine: Machine, args: string[]): Promise<CommandResult> {
  const pids = args.filter((arg) => /^\d+$/.test(arg)).map(Number)
  const matches = processes(machine).filter(({ pid }) => pids.includes(pid))
  const jobs = args.flatMap((arg) => (arg.startsWith('%') ? (jobOf(machine, arg) ?? []) : []))
  await end([...matches, ...jobs])
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
