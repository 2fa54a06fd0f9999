// The processes that see each other: of a container, or of a pod that shares them.
import type { Pause } from './pause.ts'
import { defaultAction, SIGCONT, SIGKILL, SIGSTOP } from './signals.ts'

/** A process that hears signals. */
export interface TableEntry {
  readonly number: number
  /** The command line of the process. */
  words: readonly string[]
  /** The reaction to a signal; `kernel` where that decides. SIGKILL does not come here. */
  hear(signal: number, words: readonly string[]): 'heard' | 'kernel'
  /** Ends the process by a signal. */
  kill(signal: number): void
  /** Undefined of a process that does nothing which could be held. */
  readonly pause?: Pause | undefined
}

/** The first process of a namespace hears what it wants to only. */
const first = 1
/** The number of the first process that another one starts, as shells in a container mostly show it. */
const firstOther = 7

/** Of a pod. A real one has as many as its node's memory and `podPidsLimit` let it. */
const mostStarted = 1000

/** How many processes the shells of a pod have started beside themselves that have not ended. */
export class StartedProcesses {
  private running = 0

  /** Counts one more. @returns false where there are too many already */
  begin(): boolean {
    if (this.running >= mostStarted) return false
    this.running++
    return true
  }

  end(): void {
    this.running--
  }
}

/** Processes by their numbers. */
export class ProcessTable {
  private readonly entries = new Map<number, TableEntry>()
  /** Signals that have come to processes that are held. */
  private readonly waiting = new Map<TableEntry, Set<number>>()
  private next: number

  /** @param init the first process, where that is none of a container */
  constructor(init?: string) {
    this.next = init === undefined ? first : firstOther
    if (init !== undefined)
      this.entries.set(first, { number: first, words: [init], hear: () => 'kernel', kill: () => {} })
  }

  /** Adds a process, with the next number. */
  add(words: readonly string[], how: Omit<TableEntry, 'number' | 'words'>): TableEntry {
    const number = this.next
    this.next = Math.max(this.next + 1, firstOther)
    const entry = { number, words, ...how }
    this.entries.set(number, entry)
    return entry
  }

  remove(entry: TableEntry): void {
    if (this.entries.get(entry.number) === entry) this.entries.delete(entry.number)
    this.waiting.delete(entry)
  }

  /** The processes sorted by number. */
  get all(): readonly TableEntry[] {
    return [...this.entries.values()].sort((a, b) => a.number - b.number)
  }

  /**
   * Sends a signal; 0 only asks.
   * @returns whether there is such a process
   */
  signal(number: number, signal: number): boolean {
    const entry = this.entries.get(number)
    if (entry === undefined) return false
    if (signal === 0) return true
    // The kernel keeps from the first process what would hold or end it.
    if (signal === SIGSTOP) {
      if (number !== first) entry.pause?.hold()
      return true
    }
    if (signal === SIGCONT) entry.pause?.release()
    if (entry.pause?.holds === true && signal !== SIGKILL) {
      this.waiting.set(entry, (this.waiting.get(entry) ?? new Set()).add(signal))
      return true
    }
    this.deliver(entry, signal)
    if (signal === SIGCONT) {
      const waiting = [...(this.waiting.get(entry) ?? [])].sort((a, b) => a - b)
      this.waiting.delete(entry)
      for (const one of waiting) this.deliver(entry, one)
    }
    return true
  }

  private deliver(entry: TableEntry, signal: number): void {
    if (signal !== SIGKILL && entry.hear(signal, entry.words) === 'heard') return
    if (entry.number !== first && (signal === SIGKILL || defaultAction(signal) === 'end')) entry.kill(signal)
  }
}
