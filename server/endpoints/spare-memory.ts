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
/** Milliseconds between two collections for the sake of small requests: where they pause for a second, and where they go on and on. */
const betweenMs = { paused: 5000, busy: 30_000 }
/** The wait between collections for small requests, as a multiple of the last collection's time. */
const timesLongerForSmall = 100
/** The wait for the next collection as a multiple of the last one's time: with a gigabyte of objects each takes seconds. */
const timesLonger = 20

/** The heap of the process. Sizes are bytes. */
export interface Heap {
  /** Collects at once. */
  collect(): void
  /** The bytes that V8 has taken for the heap. */
  total(): number
  /** The bytes of living objects, once the heap has been collected. */
  used(): number
}

/** Node's own collector, by a way that needs no flag on the command line. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Code that V8 keeps for later processes (component-base/code-cache) is for the flags that it was made under.
  setFlagsFromString('--no-expose-gc')
  return collect
}
let gc: (() => void) | undefined
const ownHeap: Heap = {
  collect() {
    gc ??= collector()
    gc()
  },
  total: () => getHeapStatistics().total_heap_size,
  used: () => getHeapStatistics().used_heap_size,
}

/** Collects once the process has been spared large requests for a moment. */
export class SpareMemory {
  private readonly heap: Heap
  private timer: NodeJS.Timeout | undefined
  private bytesSince = 0
  private notedAt = Number.NEGATIVE_INFINITY
  private collectedAt = performance.now()
  /** Milliseconds that the last collection took. */
  private took = 0
  /** The size of the heap after the last collection. */
  private heapBytes = 0
  /** By what share of itself it may grow before long requests call for the next. */
  growth = 1 / 8

  constructor(heap: Heap) {
    this.heap = heap
  }

  /** See {@link collectNow}. */
  collectNow(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.bytesSince = 0
    const begun = performance.now()
    this.heap.collect()
    this.collectedAt = performance.now()
    this.took = this.collectedAt - begun
    this.heapBytes = this.heap.total()
  }

  /** See {@link spareMemory}. */
  note(bytes: number, ms: number): void {
    this.bytesSince += bytes
    this.notedAt = performance.now()
    if (bytes >= largeBytes || (ms > longMs && this.hasGrown())) {
      clearTimeout(this.timer)
      this.later()
    } else if (this.bytesSince > manyBytes) this.noteStart()
  }

  /** See {@link lookAfterHeap}. */
  noteStart(): void {
    if (this.timer === undefined) this.afterSmall()
  }

  /** Collects where small requests pause: what they left may else stay for as long as none comes. */
  private afterSmall(): void {
    this.timer = setTimeout(() => {
      const since = performance.now() - this.collectedAt
      const wanted = this.pauses() ? betweenMs.paused : betweenMs.busy
      if (since >= Math.max(wanted, timesLongerForSmall * this.took)) this.collectIn(0)
      else this.afterSmall()
    }, quietMs[0]!)
    this.timer.unref()
  }

  private hasGrown(): boolean {
    return this.heap.total() > this.heapBytes + Math.max(grownBytes, this.heapBytes * this.growth)
  }

  private later(round = 0): void {
    const soonest = round === 0 ? this.collectedAt + timesLonger * this.took - performance.now() : 0
    this.timer = setTimeout(() => this.collectIn(round), Math.max(quietMs[round]!, soonest))
    this.timer.unref()
  }

  private pauses(): boolean {
    return performance.now() - this.notedAt >= quietMs[0]!
  }

  private collectIn(round: number): void {
    // What came meanwhile, and is on its way, would be left behind by the last round.
    if (round > 0 && this.bytesSince > manyBytes && !this.pauses()) {
      this.afterSmall()
      return
    }
    this.collectNow()
    if (round + 1 < quietMs.length && this.heap.used() < muchBytes) this.later(round + 1)
  }
}

const ownMemory = new SpareMemory(ownHeap)
/** Whether the process is its servers' alone; the heap of others, as tests and replays, is theirs, who are not done when servers are quiet. */
let isServers = false

/**
 * For a process that is its servers' alone, once they have started, which leaves much behind: collects when it has been spared requests
 * for some seconds, and looks after its memory from then on. Others leave their heap to V8, but for {@link collectNow}.
 */
export function lookAfterHeap(): void {
  isServers = true
  ownMemory.noteStart()
}

/**
 * For a process that is about to start thousands of nodes, which throws away as much as it keeps: V8 collects old objects when they have
 * grown by half, while the process goes on, and not only when they have doubled or tripled. So nothing needs to stop for it before that.
 */
export function growByHalf(): void {
  setFlagsFromString('--heap-growing-percent=50')
  ownMemory.growth = 1 / 2
}

/** Collects at once: for what is let go of faster than it would be collected. */
export const collectNow = (): void => ownMemory.collectNow()

/**
 * Notes what was read or answered; collects once the process has been spared large requests for a moment.
 * @param bytes of the body and of the answer
 * @param ms what the request took: small ones can stand for much
 */
export function spareMemory(bytes: number, ms = 0): void {
  if (isServers) ownMemory.note(bytes, ms)
}
