// What `kubectl port-forward` listens at on the computers of the machine, as processes that go on beside the next commands.
import type { Duplex } from 'node:stream'
import { inProcessConnection } from '../../component-base/in-process-connection.ts'

/** Linux gives ports from here on. */
const firstFree = 32_768
/** Beside those of components, which count from their own. */
const firstPid = 20_001

/** A `kubectl port-forward` that runs. */
export interface Forward {
  readonly pid: number
  /** The computer that it runs on. */
  readonly host: string
  readonly commandLine: string
  /** Whether it was typed with `&`. One that was not has been ended by its author where the same terminal goes on with another one. */
  readonly isJob: boolean
}

interface Listener {
  by: Forward
  take: (socket: Duplex) => void
}

/** The forwards of all computers. */
export class Forwards {
  /** By computer, address and port. */
  private readonly listeners = new Map<string, Listener>()
  /** The keys of those that have ended. */
  private readonly left = new Set<string>()
  private pid = firstPid

  /** The number that the next one has. */
  get nextPid(): number {
    return this.pid
  }

  /** One that listens nowhere yet, which is not among those that run. */
  begin(host: string, commandLine: string, isJob: boolean): Forward {
    return { pid: this.pid++, host, commandLine, isJob }
  }

  /**
   * Takes connections to a port, 0: any that is free. @returns the port
   * @param isTaken whether another program of the computer has a port
   * @throws Error `bind: address already in use`
   */
  listen(
    by: Forward,
    address: string,
    port: number,
    take: Listener['take'],
    isTaken: (port: number) => boolean,
  ): number {
    const keyOf = (own: number): string => `${by.host} ${address} ${own}`
    let chosen = port === 0 ? firstFree : port
    while (port === 0 && (this.listeners.has(keyOf(chosen)) || isTaken(chosen))) chosen++
    const before = this.listeners.get(keyOf(chosen))
    if (before !== undefined && !before.by.isJob && !by.isJob) this.end(before.by)
    if (this.listeners.has(keyOf(chosen)) || isTaken(chosen)) throw new Error('bind: address already in use')
    this.listeners.set(keyOf(chosen), { by, take })
    return chosen
  }

  /** A connection to a port of a computer; `refused` where one of them has listened, undefined where none ever did. */
  dial(host: string, address: string, port: number): Duplex | 'refused' | undefined {
    // `localhost` is either of its addresses.
    const addresses = address === 'localhost' ? ['127.0.0.1', '::1'] : [address]
    const keys = [...addresses, '0.0.0.0'].map((one) => `${host} ${one} ${port}`)
    const listener = keys.map((key) => this.listeners.get(key)).find((one) => one !== undefined)
    if (listener === undefined) return keys.some((key) => this.left.has(key)) ? 'refused' : undefined
    const [own, theirs] = inProcessConnection()
    listener.take(theirs)
    return own
  }

  /** Those that run, in the order in which they were started. */
  running(): Forward[] {
    return [...new Set([...this.listeners.values()].map(({ by }) => by))].sort((a, b) => a.pid - b.pid)
  }

  /** Frees its ports. */
  end(forward: Forward): void {
    for (const [key, { by }] of this.listeners) {
      if (by !== forward) continue
      this.listeners.delete(key)
      this.left.add(key)
    }
  }
}
