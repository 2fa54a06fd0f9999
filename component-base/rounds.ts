// Waits that need not end at one certain millisecond end together: what thousands of nodes do every few seconds takes a processor that does
// it a hundred times in a row two thirds of the time that it takes with other things in between.

interface Wait {
  /** Milliseconds of the timers, which no change of the system's time moves. */
  readonly at: number
  readonly work: () => void
}

/** Waits by the times at which they end together, in milliseconds of the timers. */
export class Rounds {
  private readonly rounds = new Map<number, Set<Wait>>()

  /** Runs `work` once after `ms`, or up to `late` milliseconds later; the returned function cancels it. Keeps no process running. */
  add(work: () => void, ms: number, late: number): () => void {
    const now = performance.now()
    const wait = { at: now + ms, work }
    const end = Math.ceil(wait.at / late) * late
    const round = this.rounds.get(end) ?? this.begin(end, end - now)
    round.add(wait)
    return () => round.delete(wait)
  }

  private begin(end: number, ms: number): Set<Wait> {
    const round = new Set<Wait>()
    this.rounds.set(end, round)
    setTimeout(() => {
      this.rounds.delete(end)
      runAll(round)
    }, ms).unref()
    return round
  }
}

/** In the order in which they are due. One may cancel those that come after it. */
function runAll(round: Set<Wait>): void {
  for (const wait of [...round].sort((a, b) => a.at - b.at)) if (round.delete(wait)) run(wait)
}

/** The others have nothing to do with what it throws, which the process is told as of any timer. */
function run({ work }: Wait): void {
  try {
    work()
  } catch (error) {
    setImmediate(() => {
      throw error
    })
  }
}
