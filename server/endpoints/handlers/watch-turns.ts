// One change may go to thousands of watches: they take turns with all else that is to be served.

/** Something that has more to write. */
export interface Pumped {
  /** Whether it may wait a moment after others were written to, so that what comes meanwhile goes out at once. */
  readonly patient?: boolean
  pump(): void
}

/** What one turn of the event loop writes to watches; the others write in the next. */
const writesOfTurn = 200
const bytesOfTurn = 1024 * 1024

/**
 * After a change that went to many there is a rest, some three times as long as writing it took: with quick changes, most of the time is
 * left for the requests that make them, and each watch gets what has gathered with one write. Changes that come while the first is written
 * gather too: else they would put off the rest for ever.
 */
const many = 64
const restOfWriteMs = 0.07
const longestRestMs = 20

/** The timers that end a turn (`setImmediate`) and a rest (`setTimeout`). */
export interface TurnTimers {
  setImmediate(work: () => void): unknown
  setTimeout(work: () => void, ms: number): { unref?(): unknown }
}

/** The watches that write, and those that wait for their turn. */
export class WatchTurns {
  private readonly timers: TurnTimers
  private readonly late = new Set<Pumped>()
  /** The watches that wait for the end of the rest. */
  private readonly rested = new Set<Pumped>()
  private writes = 0
  private bytes = 0
  /** The watches that have got all that there was for them since the last pause. */
  private readonly served = new Set<Pumped>()
  /** The number of writes in turns that followed one another without a pause. */
  private inRow = 0
  private counting = false
  private resting = false

  constructor(timers: TurnTimers) {
    this.timers = timers
  }

  /** See {@link mayWrite}. */
  mayWrite(output: Pumped, size: number): boolean {
    if (output.patient === true && (this.resting || this.hasHadMuch(output))) {
      this.rested.add(output)
      return false
    }
    this.count()
    if (!this.hasRoom) {
      this.late.add(output)
      return false
    }
    this.writes++
    this.bytes += size
    return true
  }

  /** See {@link noteServed}. */
  noteServed(output: Pumped): void {
    this.served.add(output)
  }

  /** See {@link forgetTurn}. */
  forget(output: Pumped): void {
    this.served.delete(output)
    this.late.delete(output)
    this.rested.delete(output)
  }

  /** Whether it was served before, with so many others that a rest is due. */
  private hasHadMuch(output: Pumped): boolean {
    return this.inRow + this.writes >= many && this.served.has(output)
  }

  private get hasRoom(): boolean {
    return this.writes < writesOfTurn && this.bytes < bytesOfTurn
  }

  private count(): void {
    if (this.counting) return
    this.counting = true
    this.timers.setImmediate(() => this.nextTurn())
  }

  private nextTurn(): void {
    this.counting = false
    this.inRow += this.writes
    this.writes = this.bytes = 0
    for (const output of this.late) {
      if (!this.hasRoom) break
      this.late.delete(output)
      output.pump()
    }
    if (this.late.size > 0 || this.writes > 0) {
      this.count()
      return
    }
    if (this.inRow >= many) this.rest(Math.min(this.inRow * restOfWriteMs, longestRestMs))
    this.inRow = 0
    this.served.clear()
  }

  private rest(ms: number): void {
    this.resting = true
    const timer = this.timers.setTimeout(() => {
      this.resting = false
      for (const output of this.rested) this.late.add(output)
      this.rested.clear()
      if (this.late.size > 0) this.count()
    }, ms)
    timer.unref?.()
  }
}

/** The turns that all watches of the process share. */
const ownTurns = new WatchTurns({ setImmediate, setTimeout })

/** Whether `output` may write so many bytes now; if not, it is pumped when it is its turn. */
export const mayWrite = (output: Pumped, size: number): boolean => ownTurns.mayWrite(output, size)

/** Notes that `output` has written all that it had. */
export const noteServed = (output: Pumped): void => ownTurns.noteServed(output)

/** Forgets an ended watch that still waits for its turn. */
export const forgetTurn = (output: Pumped): void => ownTurns.forget(output)
