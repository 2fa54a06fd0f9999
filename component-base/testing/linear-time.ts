// Whether a reader of strangers' text takes a time that grows with its length, and not faster.

/**
 * The least time of some runs. Other programs add to the time of the clock, other threads of this one to that of the processor:
 * the smaller of both is nearer to what the run itself took.
 */
function least(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const start = process.cpuUsage()
    const began = performance.now()
    run()
    best = Math.min(best, performance.now() - began, process.cpuUsage(start).user / 1000)
  }
  return best
}

/** A part repeated to that many characters. */
export const repeated = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length))

/** What one run may take anyway, in milliseconds: pauses of the collector. */
const pause = 100

/**
 * Doubling a text three times may take three times as long each time: a reader that is linear takes 8 times as long, one that is
 * quadratic 64 times, whenever it is tried. Both times in milliseconds, of the attempt that came nearest.
 * @param most characters of the longest text; so many that what is not linear takes seconds
 */
export function growthOf(
  read: (text: string) => unknown,
  textOf: (length: number) => string,
  most: number,
  attempts = 5,
): { linear: boolean; short: number; long: number } {
  let growth = { linear: false, short: 0, long: 0 }
  for (let i = 0; i < attempts && !growth.linear; i++) {
    const short = least(() => read(textOf(most / 8)))
    const long = least(() => read(textOf(most)))
    growth = { linear: long < 27 * short + pause, short, long }
  }
  return growth
}
