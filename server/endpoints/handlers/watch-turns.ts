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
 * After a change that went to many there is a rest, about as long as writing it took: with quick changes, half of the time is left for
 * the requests that make them, and each watch gets what has gathered with one write.
 */
const many = 64
const restOfWriteMs = 0.04
const longestRestMs = 20

const late = new Set<Pumped>()
/** Those that wait for the end of the rest. */
const rested = new Set<Pumped>()
let [writes, bytes] = [0, 0]
/** Writes of the turns that followed one another. */
let inRow = 0
let counting = false
let resting = false

function nextTurn(): void {
  counting = false
  inRow += writes
  writes = bytes = 0
  for (const output of late) {
    if (!hasRoom()) break
    late.delete(output)
    output.pump()
  }
  if (late.size > 0 || writes > 0) {
    count()
    return
  }
  if (inRow >= many) rest(Math.min(inRow * restOfWriteMs, longestRestMs))
  inRow = 0
}

function rest(ms: number): void {
  resting = true
  setTimeout(() => {
    resting = false
    for (const output of rested) late.add(output)
    rested.clear()
    if (late.size > 0) count()
  }, ms).unref()
}

const hasRoom = (): boolean => writes < writesOfTurn && bytes < bytesOfTurn

function count(): void {
  if (counting) return
  counting = true
  setImmediate(nextTurn)
}

/** Whether `output` may write so many bytes now; if not, it is pumped when it is its turn. */
export function mayWrite(output: Pumped, size: number): boolean {
  if (resting && output.patient === true) {
    rested.add(output)
    return false
  }
  count()
  if (!hasRoom()) {
    late.add(output)
    return false
  }
  writes++
  bytes += size
  return true
}

/** Forgets a watch that has ended and waits for its turn. */
export const forgetTurn = (output: Pumped): void => {
  late.delete(output)
  rested.delete(output)
}
