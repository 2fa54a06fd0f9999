// Runs a command for documents in a process of its own, which ends at its limits whatever it does: also in a loop that never waits.
import { execFile, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endGroups, onGroups } from '../component-base/child-group.ts'
import { formatDuration } from '../component-base/go/duration.ts'
import { InputError } from '../replay/input-error.ts'
import { durationOption } from './duration-option.ts'
import { optimizingLess } from './optimizing-less.mjs'
import { youngHeap } from './short-lived.ts'

/** The flags of commands that run documents in a guarded process; `guarded` marks that process itself. */
export interface GuardFlags {
  timeout: string
  memoryLimit: string
  guarded?: boolean
}

/** The limits of a document, in milliseconds and bytes; Infinity for none. */
export interface Limits {
  time: number
  memory: number
}

/** The limit at which a process was ended. */
export type Over = 'time' | 'memory'

/** The limits that the flags give. Throws InputError. */
export function limitsOf({ timeout, memoryLimit }: GuardFlags): Limits {
  return { time: durationOf(timeout) || Infinity, memory: bytesOf(memoryLimit) || Infinity }
}

const durationOf = (text: string): number => durationOption('timeout', text, 'none')

function bytesOf(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([kMGT]|[KMGT]i)?$/.exec(text) ?? []
  const power = 'kmgt'.indexOf(unit.slice(0, 1).toLowerCase()) + 1
  const bytes = Number(number) * (unit.endsWith('i') ? 1024 : 1000) ** (unit === '' ? 0 : power)
  if (bytes === 0 || bytes >= 256 << 20) return bytes
  throw new InputError('', undefined, `--memory-limit ${text}: write at least 256Mi, or 0 for none`)
}

/** The reason that the remaining steps of a document are reported with. */
export const overText = (over: Over, { timeout, memoryLimit }: GuardFlags): string =>
  over === 'time'
    ? `the document's time was over (--timeout ${formatDuration(durationOf(timeout)).replace(/m0s$/, 'm').replace(/h0m$/, 'h')})`
    : `the document's memory was full (--memory-limit ${memoryLimit})`

/** Whether this process may start a guarded one: not where a document has started it, which is held to limits already. */
export const mayGuard = (): boolean =>
  (process as { permission?: { has(scope: string): boolean } }).permission?.has('child') !== false

/** The limits of a guarded process, and the receiver of its messages. */
export interface GuardedOptions {
  limits: Limits
  /** What the process tells by {@link tellGuard}. */
  onMessage(message: unknown): void
}
/** How a guarded process ended. */
export interface GuardedRun {
  exitCode: number
  /** The limit that ended it; undefined where it ended by itself. */
  over: Over | undefined
  /** Whether it said by {@link tellEnd} that its work is done: its exit code means nothing otherwise, 0 least of all. */
  complete: boolean
  /** It was told to end by a signal to this process, or nobody reads any more what it prints. */
  stopped: boolean
  /** `the document's process ended (SIGKILL)` */
  text: string
}

type Sign =
  | { guard: 'groups'; pids: number[] }
  | { guard: 'again' }
  | { guard: 'unlimited' }
  | { guard: 'end' }

/** Flags of V8 for a heap that leaves a fourth of the memory to what is not in it. @param memory bytes; Infinity: no limit */
function heapOf(memory: number): string[] {
  if (!Number.isFinite(memory)) return [`--initial-heap-size=${youngHeap}`]
  const most = Math.floor((memory * 0.75) / 2 ** 20)
  return [`--max-old-space-size=${most}`, `--initial-heap-size=${Math.min(youngHeap, Math.floor(most / 4))}`]
}

/** Runs `kepsim ARGS --guarded`, and removes the files and processes that it leaves behind. */
export function runGuarded(
  args: readonly string[],
  { limits, onMessage }: GuardedOptions,
): Promise<GuardedRun> {
  const temp = mkdtempSync(join(tmpdir(), 'kepsim-'))
  const child = fork(process.argv[1]!, [args[0]!, '--guarded', ...args.slice(1)], {
    execArgv: [...process.execArgv, ...heapOf(limits.memory), ...optimizingLess(process.versions.v8)],
    env: { ...process.env, TMPDIR: temp },
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const crash = new CrashFilter((text) => void process.stderr.write(text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => crash.take(text))
  let groups: number[] = []
  let over: Over | undefined
  let complete = false
  const tidy = (): void => {
    child.kill('SIGKILL')
    endGroups(groups)
    rmSync(temp, { recursive: true, force: true, maxRetries: 3 })
  }
  const end = (why: Over): void => {
    over ??= why
    child.kill('SIGKILL')
  }
  let late = timer(limits.time, () => end('time'))
  const memory = Number.isFinite(limits.memory)
    ? watchMemory(child.pid, limits.memory, () => end('memory'))
    : undefined
  child.on('message', (message: unknown) => {
    const sign = message as Sign
    if (sign.guard === 'groups') groups = sign.pids
    else if (sign.guard === 'end') complete = true
    else if (sign.guard === 'again' || sign.guard === 'unlimited') {
      clearTimeout(late)
      if (sign.guard === 'again') late = timer(limits.time, () => end('time'))
    } else onMessage(message)
  })
  let asked: NodeJS.Signals | undefined
  const forwarding = forwardSignals((signal, forwarded) => {
    asked ??= signal
    if (forwarded) child.kill(signal)
    // A loop that never waits hears of no signal.
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  })
  process.once('exit', tidy)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(late)
      clearInterval(memory)
      forwarding()
      process.off('exit', tidy)
      tidy()
      // V8 ends the process where its heap is full.
      if (over === undefined && crash.outOfMemory(signal)) over = 'memory'
      if (over === undefined) crash.flush()
      resolve({
        exitCode: code ?? (asked === 'SIGINT' ? 130 : asked === 'SIGTERM' ? 143 : 2),
        over,
        complete,
        stopped: asked !== undefined || code === brokenPipe,
        text: `the document's process ended (${asked ?? (code === null ? signal : `exit code ${code}`)})`,
      })
    })
  })
}

/** The exit code of a kepsim whose reader has enough. */
const brokenPipe = 141

const timer = (ms: number, work: () => void): NodeJS.Timeout | undefined =>
  Number.isFinite(ms) ? setTimeout(work, ms) : undefined

/** How long a process may take to end once it is asked to: milliseconds. */
const graceMs = 5000

/** A terminal sends its signals to both. */
function forwardSignals(send: (signal: NodeJS.Signals, forwarded: boolean) => void): () => void {
  const interrupted = (): void => send('SIGINT', process.stdin.isTTY !== true)
  const terminated = (): void => send('SIGTERM', true)
  process.on('SIGINT', interrupted)
  process.on('SIGTERM', terminated)
  return () => {
    process.off('SIGINT', interrupted)
    process.off('SIGTERM', terminated)
  }
}

function watchMemory(pid: number | undefined, most: number, full: () => void): NodeJS.Timeout {
  const linux = process.platform === 'linux'
  const look = (kilobytes: number): void => {
    if (kilobytes * 1024 > most) full()
  }
  return setInterval(
    () => {
      if (linux) look(residentOf(pid))
      else execFile('ps', ['-o', 'rss=', '-p', String(pid)], (_error, stdout) => look(Number(stdout)))
    },
    linux ? 100 : 2000,
  )
}

function residentOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Keeps what V8 says when its heap is full apart from what the command says. */
class CrashFilter {
  private readonly write: (text: string) => void
  private held = ''
  private holds = false

  constructor(write: (text: string) => void) {
    this.write = write
  }

  take(text: string): void {
    const at = this.holds ? 0 : text.search(/\n?^(?:<--- Last few GCs --->|FATAL ERROR: )/m)
    this.holds ||= at >= 0
    if (this.holds) this.held += text.slice(at)
    if (at !== 0) this.write(at < 0 ? text : text.slice(0, at))
  }

  outOfMemory(signal: NodeJS.Signals | null): boolean {
    return (
      (signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL') &&
      /out of memory|heap/.test(this.held)
    )
  }

  /** What was no crash. */
  flush(): void {
    this.write(this.held)
    this.held = ''
  }
}

/** Sends a message from the guarded process to its guard. */
export const tellGuard = (message: unknown): void => void process.send?.(message)
/** Starts the time limit anew, for another document or another run of the same document. */
export const beginAgain = (): void => tellGuard({ guard: 'again' } satisfies Sign)
/** Says that all was told and written: what the exit code says is known. */
export const tellEnd = (): void => tellGuard({ guard: 'end' } satisfies Sign)
/** Ends the limits: the work that follows is no document's. */
export const endLimits = (): void => tellGuard({ guard: 'unlimited' } satisfies Sign)

/** Ties the guarded process to its guard: it ends with it, and the programs that it has started end too. */
export function beGuarded(): void {
  process.once('disconnect', () => process.exit(143))
  // A listener would keep the process that has nothing more to do.
  process.channel?.unref()
  onGroups((pids) => tellGuard({ guard: 'groups', pids: [...pids] } satisfies Sign))
}
