// What a line of a shell starts with `&`: its jobs, and `$!`. The shell's library runs such a command to its end, then the next.
import type { TransformPlugin } from 'just-bash'
import { statementOf as statement } from '../../containers/shell/made-of.ts'
import type { Forward } from './forwards.ts'

/** What stands in a script where a job begins and ends, and for `$!`. */
export const inserted = {
  begin: 'kepsim-job-begins',
  end: 'kepsim-job-ends',
  last: 'kepsim-last-job',
} as const

type Script = Parameters<TransformPlugin['transform']>[0]['ast']
type Statement = Script['statements'][number]

/** `$?` and `set -e` see nothing of it. */
const telling = (program: string): Statement => statement(`${program} $? && :`)
/** The substitution of its output. */
const lastJob = (): object => {
  const command = statement(`$(${inserted.last})`).pipelines[0]!.commands[0]!
  return command.type === 'SimpleCommand' ? command.name!.parts[0]! : {}
}

/** Whether a script can have anything that {@link placeJobs} changes. */
export const mentionsJobs = (script: string): boolean => script.includes('&') || script.includes('$!')

/** Makes a script tell where its jobs begin and end, at any depth, and ask for `$!`. */
export function placeJobs(ast: Script): void {
  const open: unknown[] = [ast]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const value of Object.values(node)) open.push(value)
    if (Array.isArray(node)) tellJobs(node)
    else askLast(node as Record<string, unknown>)
  }
}

function tellJobs(list: unknown[]): void {
  if (!list.some(isJob)) return
  const told = list.flatMap((one) =>
    isJob(one) ? [telling(inserted.begin), one, telling(inserted.end)] : [one],
  )
  list.length = 0
  for (const one of told) list.push(one)
}

const isJob = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && 'background' in node && node.background === true

function askLast(node: Record<string, unknown>): void {
  if (node['type'] === 'ParameterExpansion' && node['parameter'] === '!' && node['operation'] === null)
    Object.assign(node, lastJob())
  if (node['type'] === 'ArithSpecialVar' && node['name'] === '!')
    Object.assign(node, { type: 'ArithCommandSubst', command: inserted.last })
}

/** A command with `&` that runs, or has run to its end since its line began. */
interface Job {
  number: number
  /** That `$!` is after it. */
  pid: number
  forwards: Forward[]
  /** Whether it goes on as something else of the machine. */
  lasts: boolean
}

/** The jobs of one shell. */
export class Jobs {
  private readonly takePid: () => number
  private readonly isRunning: (forward: Forward) => boolean
  /** By number. */
  private table: Job[] = []
  /** Numbers of what has run to its end here, and may run on a real computer: its author may still kill it. */
  private readonly mayRun = new Set<number>()
  /** Those within which something runs now, the innermost last. */
  private readonly within: Job[] = []
  private last: number | undefined

  /** @param takePid a number for a process, another one each time */
  constructor(takePid: () => number, isRunning: (forward: Forward) => boolean) {
    this.takePid = takePid
    this.isRunning = isRunning
  }

  /** A line is typed: before it a shell forgets those that have ended. */
  startLine(): void {
    this.within.length = 0
    this.table = this.table.filter((job) => this.runs(job))
  }

  begin(): void {
    const number = (this.table.at(-1)?.number ?? 0) + 1
    const job: Job = { number, pid: this.takePid(), forwards: [], lasts: false }
    this.mayRun.delete(number)
    this.table.push(job)
    this.within.push(job)
  }

  /** @param exitCode of its command: one that was cut short (124), or that a signal ended, has not failed */
  end(exitCode: number): void {
    const job = this.within.pop()
    if (job === undefined) return
    const hasFailed = exitCode > 0 && exitCode < 124
    if (job.forwards.length === 0 && !job.lasts && !hasFailed) this.mayRun.add(job.number)
    this.last = job.pid
  }

  /** `$!`: the number of the process that was started last with `&`, or ''. */
  get lastPid(): string {
    return String(this.last ?? '')
  }

  /** The process of the job within which something runs now; undefined outside of one. A job's further processes have their own. */
  takeOwnPid(): number | undefined {
    const job = this.within.at(-1)
    if (job === undefined) return undefined
    return job.forwards.length === 0 ? job.pid : this.takePid()
  }

  /** Belongs to the job within which it was started; to none outside of one. */
  add(forward: Forward): void {
    this.within.at(-1)?.forwards.push(forward)
  }

  /** What runs now has its job's number until that is killed, though its command ends. */
  keep(): void {
    const job = this.within.at(-1)
    if (job !== undefined) job.lasts = true
  }

  /**
   * What runs of the job that `%1`, `%%`, `%-`, `%kubectl` or `%?text` names: nothing of one of which nothing can be ended here.
   * @throws Error `no such job`, `ambiguous job spec`
   */
  find(text: string): Forward[] {
    const running = this.table.filter((job) => this.runs(job))
    const name = text.slice(1)
    if (/^\d+$/.test(name) && this.mayRun.delete(Number(name))) return []
    const found = /^\d+$/.test(name)
      ? running.filter(({ number }) => number === Number(name))
      : /^[%+]?$/.test(name)
        ? running.slice(-1)
        : name === '-'
          ? running.slice(-2, -1)
          : running.filter(({ forwards }) => forwards.some((one) => isNamed(one, name)))
    if (found.length > 1) throw new Error('ambiguous job spec')
    const other = [...this.mayRun].at(-1)
    if (found.length === 0 && other !== undefined && !/^\d+$/.test(name)) {
      this.mayRun.delete(other)
      return []
    }
    if (found.length === 0) throw new Error('no such job')
    const [job] = found as [Job]
    job.lasts = false
    return job.forwards.filter(this.isRunning)
  }

  private runs({ forwards, lasts }: Job): boolean {
    return lasts || forwards.some(this.isRunning)
  }
}

const isNamed = ({ commandLine }: Forward, name: string): boolean =>
  name.startsWith('?') ? commandLine.includes(name.slice(1)) : commandLine.startsWith(name)
