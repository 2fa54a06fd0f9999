// Who goes next in the cluster of a transcript: one request at a time, each when what came of the one before is done. So what
// happens, and in which order, does not depend on how fast the host is or on what else it does.
import { untilQuiet } from '../../component-base/quiet.ts'
import type { RequestTurn } from '../../server/http-listeners.ts'

/** A component that looks again and again in vain waits for time to pass. */
const vainLooks = 10

/** What {@link Turns} asks of the cluster whose requests it orders. */
export interface Cluster {
  /** The store's revision, and how many requests are being answered. */
  activity(): { revision: number; inFlight: number }
  /** Ends the shortest wait of a component; false where nobody waits. */
  hurry(): boolean
  /** Lets time pass until something is due, where a command waits for that; false where none waits. */
  step(): boolean
}

interface Waiting {
  key: string
  go: () => void
}

/** Lets requests and commands go on one at a time, in an order that does not depend on the host's speed. */
export class Turns {
  private readonly cluster: Cluster
  private readonly patience: number
  /** Requests of components. */
  private readonly requests: Waiting[] = []
  /** Commands: they go on when all of the cluster rests. */
  private readonly commands: Waiting[] = []
  private running = false
  private held = false
  private looks = 0
  private answered = 0
  private arrivals = 0
  private revision = 0

  /** @param patience after so many requests of components a command goes on: who asks without end is not waited for */
  constructor(cluster: Cluster, patience = 20_000) {
    this.cluster = cluster
    this.patience = patience
  }

  /** Resolves when the request may be answered: those of components in a stable order, a command's when the cluster rests. */
  readonly request = ({ component, userAgent, method, url }: RequestTurn): Promise<void> =>
    this.wait(component ? this.requests : this.commands, `${userAgent} ${method} ${url}`)

  /** Resolves when nothing asks the server, nothing is written, and no short wait is about to change that. */
  readonly rest = (): Promise<void> => this.wait(this.commands, '')

  /** Lets nobody go until `work` is done: what it changes comes about at one moment. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.held = true
    try {
      return await work()
    } finally {
      this.held = false
      this.wake()
    }
  }

  /** Something has come that may have to be waited for. */
  readonly wake = (): void => {
    if (this.running) return
    this.running = true
    void this.run()
  }

  private wait(queue: Waiting[], key: string): Promise<void> {
    return new Promise((go) => {
      this.arrivals++
      queue.push({ key, go })
      this.wake()
    })
  }

  private async run(): Promise<void> {
    do await this.quiet()
    while (this.next())
    this.running = false
  }

  /** Lets the next one go; false where all rests. */
  private next(): boolean {
    if (this.held) return false
    const patient = this.answered < this.patience || this.commands.length === 0
    return (patient && this.nextOfComponents()) || this.nextOfCommands()
  }

  private nextOfComponents(): boolean {
    const request = takeFirst(this.requests)
    if (request !== undefined) {
      this.answered++
      request.go()
      return true
    }
    if (this.looks === vainLooks || !this.cluster.hurry()) return false
    this.looks++
    return true
  }

  private nextOfCommands(): boolean {
    const command = takeFirst(this.commands)
    command?.go()
    if (command === undefined && !this.cluster.step()) return false
    this.looks = 0
    this.answered = 0
    return true
  }

  /** Until no request is answered or comes, and nothing is written, for a while. */
  private quiet(): Promise<void> {
    let arrivals = this.arrivals
    return untilQuiet(() => {
      const { revision, inFlight } = this.cluster.activity()
      const happened = revision !== this.revision || inFlight > 0 || arrivals !== this.arrivals
      if (revision !== this.revision) this.looks = 0
      this.revision = revision
      arrivals = this.arrivals
      return happened
    })
  }
}

function takeFirst(queue: Waiting[]): Waiting | undefined {
  const first = queue.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))[0]
  if (first !== undefined) queue.splice(queue.indexOf(first), 1)
  return first
}
