// One change may go to thousands of watches: they take turns with all else that is to be served.

/** Something that has more to write. */
export interface Pumped {
  pump(): void
}

/** What one turn of the event loop writes to watches; the others write in the next. */
const writesOfTurn = 200
const bytesOfTurn = 1024 * 1024

const late = new Set<Pumped>()
let [writes, bytes] = [0, 0]
let counting = false

function nextTurn(): void {
  counting = false
  writes = bytes = 0
  for (const output of late) {
    if (!hasRoom()) break
    late.delete(output)
    output.pump()
  }
  if (late.size > 0) count()
}

const hasRoom = (): boolean => writes < writesOfTurn && bytes < bytesOfTurn

function count(): void {
  if (counting) return
  counting = true
  setImmediate(nextTurn)
}

/** Whether `output` may write so many bytes now; if not, it is pumped when it is its turn. */
export function mayWrite(output: Pumped, size: number): boolean {
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
}
