import { ApiError, RestClient } from '../../client/rest-client.ts'
import { ask, objectOf } from '../api-request.ts'
import { token } from '../conformance/server-process.ts'
import type { FaultCluster } from './fault-cluster.ts'
import type { Change } from './witness.ts'
import { objectsPath } from './writers.ts'

/** What a watcher saw from a list on: every change after the list's revision, as far as it came. */
export interface Stretch {
  readonly from: number
  readonly changes: Change[]
}

const patience = 20_000
const expired = 410
/** Events after which it goes on with the next server, which may not be as far yet. */
const eventsOfOneServer = 50

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A client that watches through any server, goes on from its last resourceVersion with the next, and lists anew after a 410. */
export class ResumingWatcher {
  readonly stretches: Stretch[] = []
  /** How often it went on where it was. */
  resumed = 0
  private readonly cluster: FaultCluster
  private nap: number
  private readonly abort = new AbortController()
  private server: number
  private last = 0

  /** @param server that it begins with @param nap between two servers, in seconds: some have forgotten then where it was */
  constructor(cluster: FaultCluster, server: number, nap: number) {
    this.cluster = cluster
    this.server = server
    this.nap = nap
  }

  /** The newest revision that it has seen. */
  get revision(): number {
    return this.last
  }

  /** Resolves after {@link end}. */
  async run(): Promise<void> {
    let mustList = true
    while (!this.abort.signal.aborted) {
      const url = this.cluster.url(this.server++)
      try {
        if (url === undefined) throw new Error('no server')
        if (mustList) await this.list(url)
        else this.resumed++
        mustList = false
        mustList = await this.follow(url)
        await wait(1000 * this.nap)
      } catch (error) {
        if (error instanceof ApiError && error.code === expired) mustList = true
        await wait(20)
      }
    }
  }

  /** Naps no more: nothing is written any more, and a nap after every few events takes longer than the events that are left. */
  hurry(): void {
    this.nap = 0
  }

  end(): void {
    this.abort.abort()
  }

  private async list(url: string): Promise<void> {
    const answer = await ask(url + objectsPath, { method: 'GET', timeout: patience, agent: false })
    if (answer.status !== 200) throw new Error(answer.text)
    this.last = Number(objectOf(answer).metadata.resourceVersion)
    this.stretches.push({ from: this.last, changes: [] })
  }

  /** Whether the server has forgotten where the watcher was. */
  private async follow(url: string): Promise<boolean> {
    const client = new RestClient({ server: url, token, insecure: true }, 'watcher')
    try {
      let left = eventsOfOneServer
      const path = `${objectsPath}?watch=true&resourceVersion=${this.last}`
      for await (const { type, object } of client.watch(path, this.abort.signal)) {
        if (type === 'ERROR') return (object as { code?: number }).code === expired
        const { name = '', resourceVersion } = object.metadata
        const { text } = (object['data'] ?? {}) as { text?: string }
        this.last = Number(resourceVersion)
        const seen = { revision: this.last, name, text: type === 'DELETED' ? undefined : text }
        this.stretches.at(-1)!.changes.push(seen)
        if (--left === 0) return false
      }
      return false
    } finally {
      client.close()
    }
  }
}
