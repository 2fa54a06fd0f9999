// Programs of the host that end with all that they have started: at a limit, and when this process ends.
import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
  spawn,
} from 'node:child_process'

/** The folder, environment, input and limits of a program of the host. */
export interface GroupOptions {
  cwd: string
  /** The whole environment: nothing of this process's own is given on. */
  env: Record<string, string>
  stdin?: string
  /** Milliseconds, and bytes of each of stdout and stderr. */
  limits: { time: number; output: number }
  /** Ends it well when nothing has been printed for so long: milliseconds, given whether something was printed at all. */
  quiet?: (printed: boolean) => number
}

/** The output of a program of the host, how it ended, and why. */
export interface GroupResult {
  stdout: string
  stderr: string
  /** 128 and the signal's number for one that a signal ended, as shells say it; 0 for one that was quiet. */
  exitCode: number
  /** The limit for which the program was ended; undefined: it ended by itself. */
  ended: 'time' | 'output' | 'quiet' | undefined
}

/** Process groups that run. */
const groups = new Set<number>()
let listener: ((groups: readonly number[]) => void) | undefined

/**
 * Calls `told` with the pids of all running groups whenever a group begins or ends, for a process that outlives this one and
 * ends them in its place.
 */
export function onGroups(told: (groups: readonly number[]) => void): void {
  listener = told
}

/** Sends SIGKILL to process groups, each named by the pid of its first process; groups that have ended are skipped. */
export function endGroups(pids: Iterable<number>): void {
  for (const pid of pids)
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The group has ended already.
    }
}

const endAll = (): void => endGroups(groups)

function keep(pid: number): void {
  if (groups.size === 0) process.once('exit', endAll)
  groups.add(pid)
  listener?.([...groups])
}

function forget(pid: number): void {
  groups.delete(pid)
  if (groups.size === 0) process.off('exit', endAll)
  listener?.([...groups])
}

/** A program in a process group of its own, which ends with this process or its guard. One that cannot be started emits `error`. */
export function spawnGroup(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, [...args], { ...options, detached: true })
  const { pid } = child
  if (pid === undefined) return child
  keep(pid)
  child.once('close', () => {
    // The program may have left others behind in its group.
    endGroups([pid])
    forget(pid)
  })
  return child
}

/** Runs a program in a process group of its own. Rejects for one that cannot be started. */
export function runGroup(
  program: string,
  args: readonly string[],
  options: GroupOptions,
): Promise<GroupResult> {
  return new Promise((resolve, reject) => {
    const { cwd, env, limits } = options
    const child = spawnGroup(program, args, { cwd, env, stdio: 'pipe' }) as ChildProcessWithoutNullStreams
    child.once('error', reject)
    const { pid } = child
    if (pid === undefined) return
    let ended: GroupResult['ended']
    const end = (why: NonNullable<GroupResult['ended']>): void => {
      ended ??= why
      endGroups([pid])
    }
    const late = setTimeout(end, limits.time, 'time')
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
      collected(stream, limits.output, () => end('output')),
    )
    const hushed =
      options.quiet === undefined ? undefined : whenQuiet(child, options.quiet, () => end('quiet'))
    child.stdin.on('error', () => {})
    child.stdin.end(options.stdin ?? '')
    child.once('close', (code, signal) => {
      clearTimeout(late)
      hushed?.()
      const exitCode = ended === 'quiet' ? 0 : (code ?? (signal === null ? 1 : 137))
      resolve({ stdout: stdout!(), stderr: stderr!(), exitCode, ended })
    })
  })
}

function collected(stream: NodeJS.ReadableStream, most: number, tooMuch: () => void): () => string {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= most) chunks.push(chunk)
    else tooMuch()
  })
  return () => Buffer.concat(chunks).toString()
}

/** The answer ends the waiting. */
function whenQuiet(child: ChildProcess, patience: (printed: boolean) => number, end: () => void): () => void {
  let timer = setTimeout(end, patience(false))
  child.stdout!.on('data', () => {
    clearTimeout(timer)
    timer = setTimeout(end, patience(true))
  })
  return () => clearTimeout(timer)
}
