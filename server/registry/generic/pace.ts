const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Lets the event loop go round a few times. The first round may bring nothing that has arrived meanwhile, and a new connection
 * takes several.
 */
export async function turns(): Promise<void> {
  for (let i = 0; i < 4; i++) await turn()
}

/** Items and bytes of a long work after which others are to be served. */
const maxItems = 1000
const maxBytes = 2 * 1024 * 1024

/** Counts what a loop has done since others were served. */
export class Pace {
  private items = 0
  private bytes = 0

  /** Whether it is time for others; then the count begins anew. */
  isDue(bytes: number): boolean {
    this.bytes += bytes
    if (++this.items < maxItems && this.bytes < maxBytes) return false
    this.items = this.bytes = 0
    return true
  }
}
