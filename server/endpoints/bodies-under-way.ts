import { collectNow, spareMemory } from './spare-memory.ts'

interface Body {
  /** The bytes of the body that have been read and are kept. */
  bytes: number
  giveUp(): void
}

/** What may have been given up before it is collected, in bytes: the next bodies take as much again. */
const mostGivenUp = 64 * 1024 * 1024

/** Bodies that are being read. Clients can send slowly, and many at once. */
export class BodiesUnderWay {
  private readonly most: number
  private readonly bodies = new Set<Body>()
  private bytes = 0
  private givenUp = 0

  /** @param most what all of them may have together, in bytes; then the one that has taken longest is given up. */
  constructor(most: number) {
    this.most = most
  }

  /** `add` counts what came and answers with the body's bytes so far. @param giveUp lets go of what was read */
  begin(giveUp: () => void): { add(bytes: number): number; end(): void } {
    const body: Body = { bytes: 0, giveUp }
    let size = 0
    this.bodies.add(body)
    return {
      add: (bytes) => {
        size += bytes
        this.count(body, bytes)
        return size
      },
      end: () => this.end(body),
    }
  }

  private count(body: Body, bytes: number): void {
    if (!this.bodies.has(body)) return
    body.bytes += bytes
    this.bytes += bytes
    while (this.bytes > this.most) {
      const [oldest] = this.bodies
      const { giveUp } = oldest!
      this.end(oldest!)
      giveUp()
      this.givenUp += oldest!.bytes
    }
    if (this.givenUp < mostGivenUp) return
    this.givenUp = 0
    collectNow()
  }

  private end(body: Body): void {
    if (!this.bodies.delete(body)) return
    // A Set that has been made anew leaves its older tables, with what was in them, to the collector of old objects.
    body.giveUp = nothing
    this.bytes -= body.bytes
    spareMemory(body.bytes)
  }
}

const nothing = (): void => {}
const mostBytes = 192 * 1024 * 1024
/** The bodies of this process that are being read, which share one limit. */
export const bodiesUnderWay = new BodiesUnderWay(mostBytes)
