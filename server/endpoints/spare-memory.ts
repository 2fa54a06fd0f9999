// What requests took is given back when it is quiet, not when the heap happens to fill up again.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of a body or an answer after which memory is looked after; smaller ones count together. */
const largeBytes = 256 * 1024
const manyBytes = 2 * 1024 * 1024
/** How long nothing large must have come, and between two collections for the sake of small ones, in milliseconds. */
const quietMs = 1000
const betweenMs = 30_000

let collect: (() => void) | undefined
let timer: NodeJS.Timeout | undefined
let bytesSince = 0
let collectedAt = Number.NEGATIVE_INFINITY

/** Node's own collector, by a way that needs no flag on the command line. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/** Collects at once: for what is let go of faster than it would be collected. */
export function collectNow(): void {
  clearTimeout(timer)
  timer = undefined
  bytesSince = 0
  collect ??= collector()
  collect()
  collectedAt = performance.now()
}

/** Notes what was read or answered; collects once the process has been spared large requests for a moment. */
export function spareMemory(bytes: number): void {
  bytesSince += bytes
  if (bytes >= largeBytes) {
    if (timer === undefined) later()
    else timer.refresh()
  } else if (timer === undefined && bytesSince > manyBytes && performance.now() - collectedAt > betweenMs)
    later()
}

function later(): void {
  timer = setTimeout(collectNow, quietMs)
  timer.unref()
}
