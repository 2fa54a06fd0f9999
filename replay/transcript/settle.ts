// When a cluster rests: nothing asks its server, nothing is written, and no short wait is about to change that.

/** Turns of the event loop, and at least so long, without anything: what goes on between components takes a few. */
const quietTurns = 25
const quietMs = 60
/** A component that looks again and again in vain waits for time to pass. */
const vainLooks = 10
/** Whoever writes without end is not waited for. */
const maxTurns = 5000

export interface Unrest {
  /** The store's revision, and how many requests are being answered. */
  activity(): { revision: number; inFlight: number }
  /** Ends the shortest wait of a component at once; false where nobody waits. */
  hurry(): boolean
}

export async function settle({ activity, hurry }: Unrest): Promise<void> {
  let last = activity().revision
  let looks = 0
  let turns = 0
  let since = performance.now()
  for (let turn = 0; turn < maxTurns; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    const { revision, inFlight } = activity()
    if (revision !== last) looks = 0
    turns = revision === last && inFlight === 0 ? turns + 1 : 0
    if (turns === 0) since = performance.now()
    last = revision
    if (turns < quietTurns || performance.now() - since < quietMs) continue
    if (looks === vainLooks || !hurry()) return
    looks++
    turns = 0
    since = performance.now()
  }
}
