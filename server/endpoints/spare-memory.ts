// What requests took is given back when it is quiet, not when the heap happens to fill up again.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of a body or an answer after which memory is looked after; smaller ones count together. */
const largeBytes = 256 * 1024
const manyBytes = 2 * 1024 * 1024
/** A request that took longer, in milliseconds, and after which the heap is larger by so many bytes, is looked after as a large one. */
const longMs = 50
const grownBytes = 16 * 1024 * 1024
/**
 * Milliseconds before each of the collections once nothing large comes any more. The first frees what is garbage;
 * V8 gives the space of young objects back only after five seconds of few allocations, and returns its pages at the one after that.
 */
const quietMs = [1000, 5500, 500]
/** Bytes of living objects above which one collection does: it takes the longer, up to a tenth of a second, the more lives. */
const muchBytes = 100 * 1024 * 1024
/** Milliseconds between two collections for the sake of small requests. */
const betweenMs = 30_000

let collect: (() => void) | undefined
let timer: NodeJS.Timeout | undefined
let bytesSince = 0
let collectedAt = Number.NEGATIVE_INFINITY
/** The size of the heap after the last collection, in bytes. */
let heapBytes = 0

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
  heapBytes = getHeapStatistics().total_heap_size
}

/** Whether the heap has become larger since it was collected. */
const hasGrown = (): boolean => getHeapStatistics().total_heap_size > heapBytes + grownBytes

/**
 * Notes what was read or answered; collects once the process has been spared large requests for a moment.
 * @param bytes of the body and of the answer
 * @param ms what the request took: small ones can stand for much
 */
export function spareMemory(bytes: number, ms = 0): void {
  bytesSince += bytes
  if (bytes >= largeBytes || (ms > longMs && hasGrown())) {
    clearTimeout(timer)
    later()
  } else if (timer === undefined && bytesSince > manyBytes && performance.now() - collectedAt > betweenMs)
    later()
}

function later(round = 0): void {
  timer = setTimeout(() => {
    collectNow()
    if (round + 1 < quietMs.length && getHeapStatistics().used_heap_size < muchBytes) later(round + 1)
  }, quietMs[round])
  timer.unref()
}
