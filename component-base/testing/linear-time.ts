// Whether a reader of strangers' text takes a time that grows with its length, and not faster.

/**
 * Milliseconds of a run. Other programs add to the time of the clock, other threads of this one to that of the processor: the
 * smaller of both is nearer to what the run itself took.
 */
function timeOf(run: () => unknown): number {
  const start = process.cpuUsage()
  const began = performance.now()
  run()
  return Math.min(performance.now() - began, process.cpuUsage(start).user / 1000)
}

/** The least time of some runs, and none after one that is short enough. */
function least(run: () => unknown, enough: number, timed: typeof timeOf): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3 && best >= enough; i++) best = Math.min(best, timed(run))
  return best
}

/** A part repeated to that many characters. */
export const repeated = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length))

/** What one run may take anyway, however long a shorter one takes, in milliseconds: pauses of the collector. */
const pause = 100

/**
 * Doubling a text three times may take three times as long each time: a reader that is linear takes 8 times as long, one that is
 * quadratic 64 times, whenever it is tried. Both times in milliseconds, of the attempt that came nearest; the short one only where the
 * long one alone does not tell.
 * @param most characters of the longest text; so many that what is not linear takes seconds
 * @param timed milliseconds of a run: the machine's, or what a test of this very measure says
 */
export function growthOf(
  read: (text: string) => unknown,
  textOf: (length: number) => string,
  most: number,
  attempts = 5,
  timed = timeOf,
): { linear: boolean; short: number; long: number } {
  let growth = { linear: false, short: 0, long: 0 }
  for (let i = 0; i < attempts && !growth.linear; i++) {
    const first = timed(() => read(textOf(most)))
    if (first < pause) return { linear: true, short: 0, long: first }
    const short = least(() => read(textOf(most / 8)), 0, timed)
    const bound = 27 * short + pause
    const long = first < bound ? first : least(() => read(textOf(most)), bound, timed)
    growth = { linear: long < bound, short, long }
  }
  return growth
}
