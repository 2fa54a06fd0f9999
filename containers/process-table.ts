// The processes that see each other: of a container, or of a pod that shares them.
import { defaultAction, SIGKILL } from './signals.ts'

/** A process that hears signals. */
export interface TableEntry {
  readonly number: number
  /** Its command line. */
  words: readonly string[]
  /** What it does with a signal; `kernel` where that decides. SIGKILL does not come here. */
  hear(signal: number, words: readonly string[]): 'heard' | 'kernel'
  /** Ends it by a signal. */
  kill(signal: number): void
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
  private next: number

  /** @param init the first process, where that is none of a container */
  constructor(init?: string) {
    this.next = init === undefined ? first : firstOther
    if (init !== undefined)
      this.entries.set(first, { number: first, words: [init], hear: () => 'kernel', kill: () => {} })
  }

  /** Adds a process, with the next number. */
  add(words: readonly string[], how: Pick<TableEntry, 'hear' | 'kill'>): TableEntry {
    const number = this.next
    this.next = Math.max(this.next + 1, firstOther)
    const entry = { number, words, ...how }
    this.entries.set(number, entry)
    return entry
  }

  remove(entry: TableEntry): void {
    if (this.entries.get(entry.number) === entry) this.entries.delete(entry.number)
  }

  /** By number. */
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
    if (signal !== SIGKILL && entry.hear(signal, entry.words) === 'heard') return true
    // The kernel keeps what would end it from the first process.
    if (number !== first && (signal === SIGKILL || defaultAction(signal) === 'end')) entry.kill(signal)
    return true
  }
}
