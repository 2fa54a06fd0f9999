import { Agent } from 'node:https'
import { type Answer, ask, objectOf } from '../api-request.ts'
import type { FaultCluster } from './fault-cluster.ts'
import { textOf } from './witness.ts'

/** How many write at the same time; each has objects of its own. */
export const writers = 16
/** Where the writers' objects are. */
export const objectsPath = '/api/v1/namespaces/default/configmaps'
const objectsOfWriter = 4
/** How long a client waits for an answer, in milliseconds. */
const patience = 4000

/** A write that was answered. `text`: what it wrote; undefined: a deletion, of the object with this uid. */
export interface Acknowledged {
  readonly writer: number
  readonly name: string
  readonly text: string | undefined
  /** 0: the answer does not tell. */
  readonly revision: number
}

/** What the writers were answered. */
export interface WritersReport {
  readonly acknowledged: Acknowledged[]
  /** Writes without an answer, or with one of 500 and more. */
  unanswered: number
  /** What must not be: an answer that is older than one before. */
  readonly bad: string[]
  /** How often each answer of 500 and more came. */
  readonly failures: Map<string, number>
}

/** Clients that write through any server, one write after the other, and read what they wrote through another one. */
export class Writers {
  readonly report: WritersReport = { acknowledged: [], unanswered: 0, bad: [], failures: new Map() }
  private readonly cluster: FaultCluster
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 2 * writers })
  private over = false

  constructor(cluster: FaultCluster) {
    this.cluster = cluster
  }

  /** Resolves after {@link end}. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: writers }, (_, writer) => this.write(writer)))
    this.agent.destroy()
  }

  end(): void {
    this.over = true
  }

  private async write(writer: number): Promise<void> {
    let newest = 0
    for (let number = 0; !this.over; number++) {
      const server = writer + number
      const name = `w${writer}-${number % objectsOfWriter}`
      const done = await this.change(server, writer, name, number)
      if (done === undefined) continue
      this.report.acknowledged.push(done)
      if (done.revision === 0) continue
      if (done.revision <= newest)
        this.report.bad.push(`${name}: revision ${done.revision} was answered after ${newest}`)
      newest = done.revision
      if (number % 5 === 0) await this.readBack(server + 1, done)
    }
  }

  /** One write; undefined: it was not acknowledged. */
  private async change(
    server: number,
    writer: number,
    name: string,
    number: number,
  ): Promise<Acknowledged | undefined> {
    const text = textOf(writer, number)
    const data = { text }
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }
    if (number % 7 === 6) {
      const gone = await this.send(server, 'DELETE', name)
      return gone?.status === 200 ? { writer, name, text: undefined, revision: 0 } : undefined
    }
    let answer = await this.send(
      server,
      number % 3 === 1 ? 'PATCH' : 'PUT',
      name,
      number % 3 === 1 ? { data } : object,
    )
    if (answer?.status === 404) answer = await this.send(server, 'POST', '', object)
    if (answer === undefined || answer.status >= 300) return undefined
    return { writer, name, text, revision: Number(objectOf(answer).metadata.resourceVersion) }
  }

  private async readBack(server: number, { name, revision }: Acknowledged): Promise<void> {
    const answer = await this.send(server, 'GET', name)
    if (answer?.status !== 200) return
    const read = Number(objectOf(answer).metadata.resourceVersion)
    if (read < revision)
      this.report.bad.push(`${name}: revision ${read} was read after ${revision} was answered`)
  }

  private async send(
    server: number,
    method: string,
    name: string,
    body?: unknown,
  ): Promise<Answer | undefined> {
    const url = this.cluster.url(server)
    try {
      if (url === undefined) throw new Error('no server')
      const path = name === '' ? objectsPath : `${objectsPath}/${name}`
      const answer = await ask(url + path, { method, body, timeout: patience, agent: this.agent })
      if (answer.status < 500) return answer
      const { message = '' } = JSON.parse(answer.text) as { message?: string }
      this.count(`${answer.status} ${message}`)
    } catch (error) {
      this.count((error as NodeJS.ErrnoException).code ?? (error as Error).message)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (method !== 'GET') this.report.unanswered++
    return undefined
  }

  private count(what: string): void {
    const { failures } = this.report
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }
}
