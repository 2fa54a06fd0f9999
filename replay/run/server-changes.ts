// What is written to the server of a machine: who waits for something looks again when it may have come about.

import type { RunningServer } from '../../cluster/component-start.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { ComponentRuntime } from '../runtime.ts'

/** Of a machine. */
interface Followed {
  cluster: { apiserver: Pick<RunningServer, 'onWrite'> | undefined }
  options: { clock: Clock; waits?: Clock; runtime: Pick<ComponentRuntime, 'rest'> }
}

/** Counts the writes to a machine's server, and wakes those who wait for one. */
export class ServerChanges {
  private readonly machine: Followed
  private server: Followed['cluster']['apiserver']
  private stop = (): void => {}
  /** A server in place of another one counts as a change. */
  private servers = 0
  private events = 0
  private leases = 0
  private others = 0
  private readonly waiting = new Set<() => void>()
  /** The keys of what was written once: `/registry/pods/default/web`. */
  private readonly keys = new Set<string>()

  constructor(machine: Followed) {
    this.machine = machine
  }

  /** How often anything was written, when the cluster rests; undefined where a server does not tell. Renewals of leases do not count. */
  async count(): Promise<number | undefined> {
    await this.follow()
    return this.server?.onWrite === undefined ? undefined : this.servers + this.others + this.events
  }

  /**
   * The same while a list of the resource stays the same; undefined where nobody knows. Events and leases are written all the time,
   * and nothing else shows them.
   * @param resource `pods`, `events.events.k8s.io`
   */
  async stamp(resource: string): Promise<string | undefined> {
    await this.follow()
    if (this.server?.onWrite === undefined || resource.startsWith('componentstatuses')) return undefined
    const own = resource.startsWith('events') ? this.events : resource.startsWith('leases') ? this.leases : 0
    return `${this.servers} ${this.others} ${own}`
  }

  /** Resolves when the count is another one than that, or after so many milliseconds. */
  async since(count: number | undefined, ms: number): Promise<void> {
    if (count === undefined || (await this.count()) !== count || ms <= 0) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel()
        this.waiting.delete(done)
        resolve()
      }
      const cancel = this.waits.setTimeout(done, ms)
      this.waiting.add(done)
    })
  }

  /** What commands wait by. */
  get waits(): Clock {
    const { clock, waits = clock } = this.machine.options
    return waits
  }

  /** Whether an object was there once. @param resource `pods` */
  hadOnce(resource: string, name: string): boolean {
    return [...this.keys].some((key) => key.endsWith(`/${name}`) && key.includes(`/${resource}/`))
  }

  close(): void {
    this.stop()
  }

  private async follow(): Promise<void> {
    const { cluster, options } = this.machine
    await options.runtime.rest?.()
    const { apiserver } = cluster
    if (apiserver === this.server) return
    this.stop()
    this.servers++
    this.server = apiserver
    this.stop = apiserver?.onWrite?.((key) => this.note(key)) ?? (() => {})
  }

  private note(key: string): void {
    if (key.startsWith('/registry/leases/')) this.leases++
    else if (key.startsWith('/registry/events/')) this.events++
    else this.others++
    if (key.startsWith('/registry/leases/')) return
    if (!key.startsWith('/registry/events/')) this.keys.add(key)
    for (const done of this.waiting) done()
  }
}
