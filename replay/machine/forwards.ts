// What `kubectl port-forward` listens at on the computers of the machine, as processes that go on beside the next commands.
import { isIPv6 } from 'node:net'
import type { Duplex } from 'node:stream'
import { inProcessConnection } from '../../component-base/in-process-connection.ts'

/** The ports that Linux gives to who asks for any: `net.ipv4.ip_local_port_range`. */
const [firstFree, lastFree] = [32_768, 60_999]
/** Beside those of components, which count from their own. */
const firstPid = 20_001
/** How many run at a time: each holds a connection. */
export const mostForwards = 64

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
  address: string
  take: (socket: Duplex) => void
}

/** Addresses of a computer that a client tries one after another. */
export interface Dialled {
  addresses: readonly string[]
  port: number
  /** Whether the computer that dials has them, so that who listens at 0.0.0.0 or :: listens there. */
  isOwn: boolean
}

const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::'
const isSameFamily = (one: string, other: string): boolean => isIPv6(one) === isIPv6(other)

/** The forwards of all computers. */
export class Forwards {
  /** By computer and port. */
  private readonly listeners = new Map<string, Listener[]>()
  /** Where those listened that have ended: addresses by computer and port. */
  private readonly left = new Map<string, Set<string>>()
  /** Those that run, with what ends their connections. */
  private readonly alive = new Map<Forward, (() => void)[]>()
  /** By computer: the port that is tried next for who asks for any. */
  private readonly nextFree = new Map<string, number>()
  private pid = firstPid

  /** A number for a process, which none has had. */
  takePid(): number {
    return this.pid++
  }

  /** Whether no further one may run. */
  get isFull(): boolean {
    return this.alive.size >= mostForwards
  }

  /**
   * One that listens nowhere yet, which is not among those that run.
   * @param pid of the job that it is; undefined: it was typed without `&`
   */
  begin(host: string, commandLine: string, pid?: number): Forward {
    return { pid: pid ?? this.takePid(), host, commandLine, isJob: pid !== undefined }
  }

  /**
   * Takes connections to a port, 0: any that is free. One without `&` that holds it already is ended for another one. @returns the port
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
    const chosen = port === 0 ? this.freePort(by.host, address, isTaken) : port
    if (chosen === undefined || isTaken(chosen)) throw inUse()
    if (!by.isJob)
      for (const before of this.holders(by.host, address, chosen))
        if (!before.isJob && before !== by) this.end(before)
    if (this.holders(by.host, address, chosen).length > 0) throw inUse()
    const key = keyOf(by.host, chosen)
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), { by, address, take }])
    if (!this.alive.has(by)) this.alive.set(by, [])
    return chosen
  }

  /** Those whose listeners leave no room for another one at an address and port. */
  holders(host: string, address: string, port: number): Forward[] {
    const clashing = (this.listeners.get(keyOf(host, port)) ?? []).filter(
      (one) =>
        isSameFamily(one.address, address) &&
        (one.address === address || isWildcard(one.address) || isWildcard(address)),
    )
    return clashing.map(({ by }) => by)
  }

  /** Undefined where there is none. */
  private freePort(host: string, address: string, isTaken: (port: number) => boolean): number | undefined {
    let port = this.nextFree.get(host) ?? firstFree
    for (let tried = firstFree; tried <= lastFree; tried++) {
      const next = port === lastFree ? firstFree : port + 1
      if (this.holders(host, address, port).length === 0 && !isTaken(port)) {
        this.nextFree.set(host, next)
        return port
      }
      port = next
    }
    return undefined
  }

  /** Whether one listens where a client would reach it. */
  listensAt(host: string, dialled: Dialled): boolean {
    return this.listenerAt(host, dialled) !== undefined
  }

  /** A connection to one that listens; undefined where none does. */
  dial(host: string, dialled: Dialled): Duplex | undefined {
    const listener = this.listenerAt(host, dialled)
    if (listener === undefined) return undefined
    const [own, theirs] = inProcessConnection()
    listener.take(theirs)
    return own
  }

  private listenerAt(host: string, { addresses, port, isOwn }: Dialled): Listener | undefined {
    const there = this.listeners.get(keyOf(host, port)) ?? []
    return addresses
      .flatMap((address) => there.find((one) => reaches(one.address, address, isOwn)) ?? [])
      .at(0)
  }

  /** Whether one has listened where a client would have reached it, and none does now. */
  hasLeft(host: string, { addresses, port, isOwn }: Dialled): boolean {
    const left = [...(this.left.get(keyOf(host, port)) ?? [])]
    return addresses.some((address) => left.some((one) => reaches(one, address, isOwn)))
  }

  /** Those that run, in the order in which they were started. */
  running(): Forward[] {
    return [...this.alive.keys()].sort((a, b) => a.pid - b.pid)
  }

  isRunning(forward: Forward): boolean {
    return this.alive.has(forward)
  }

  /** What is to be done when it ends; at once where it has. */
  onEnd(forward: Forward, work: () => void): void {
    const works = this.alive.get(forward)
    if (works === undefined) work()
    else works.push(work)
  }

  /** Frees its ports, and ends its connections. Nothing happens where it has ended. */
  end(forward: Forward): void {
    const works = this.alive.get(forward)
    if (works === undefined) return
    this.alive.delete(forward)
    for (const [key, there] of this.listeners) {
      const others = there.filter(({ by }) => by !== forward)
      if (others.length === there.length) continue
      if (others.length === 0) this.listeners.delete(key)
      else this.listeners.set(key, others)
      const left = this.left.get(key) ?? new Set()
      for (const { by, address } of there) if (by === forward) left.add(address)
      this.left.set(key, left)
    }
    for (const work of works) work()
  }
}

const keyOf = (host: string, port: number): string => `${host} ${port}`
const inUse = (): Error => new Error('bind: address already in use')

/** Whether who listens at one address is reached at another. Names of a computer are those of its IPv4 address. */
const reaches = (listening: string, dialled: string, isOwn: boolean): boolean =>
  listening === dialled || (isOwn && isWildcard(listening) && isSameFamily(listening, dialled))
