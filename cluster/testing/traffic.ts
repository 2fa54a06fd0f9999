// Writers and a watcher that go on while servers come and go, over sockets, as programs of users do.
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { ApiError, isAlreadyExists, RestClient } from '../../client/rest-client.ts'

const path = '/api/v1/namespaces/default/configmaps'
const own = 'fieldSelector=metadata.name!=kube-root-ca.crt'

/** The objects that servers acknowledged, and the events that a watch told. */
export class Traffic {
  /** Names of objects whose creation a server has answered. */
  readonly acknowledged: string[] = []
  /** The events in the order in which they came: `ADDED w1-7`. */
  readonly events: string[] = []
  readonly revisions: number[] = []
  /** Errors that a server answered: of a server that comes and goes there should be none. */
  readonly answered: string[] = []
  private readonly kubeconfig: string
  private readonly abort = new AbortController()
  private readonly writers: Promise<void>[] = []
  private watching: Promise<void> | undefined
  private writing = true
  private waiting: { condition: () => boolean; resolve: () => void }[] = []

  constructor(kubeconfig: string) {
    this.kubeconfig = kubeconfig
  }

  start(writers: number): this {
    this.watching = this.watch()
    for (let i = 1; i <= writers; i++) this.writers.push(this.write(`w${i}`))
    return this
  }

  /** Resolves when `count` more objects have been acknowledged. */
  more(count: number): Promise<void> {
    const wanted = this.acknowledged.length + count
    return this.until(() => this.acknowledged.length >= wanted)
  }

  /** Ends the writers, and then the watch, when it has told of everything. */
  async stop(): Promise<void> {
    this.writing = false
    await Promise.all(this.writers)
    await this.until(() => this.acknowledged.every((name) => this.events.includes(`ADDED ${name}`)))
    this.abort.abort()
    await this.watching
  }

  private client(): RestClient {
    return new RestClient(parseKubeconfig(this.kubeconfig), 'traffic')
  }

  private until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ condition, resolve })
      this.tell()
    })
  }

  private tell(): void {
    const met = this.waiting.filter(({ condition }) => condition())
    this.waiting = this.waiting.filter((one) => !met.includes(one))
    for (const { resolve } of met) resolve()
  }

  private async write(writer: string): Promise<void> {
    const client = this.client()
    for (let i = 0; this.writing; i++) {
      const name = `${writer}-${i}`
      try {
        await client.create(path, { metadata: { name } })
        this.acknowledged.push(name)
        this.tell()
      } catch (error) {
        // A connection that ended: whether the object is there is not known, until a repeated request says that it is.
        if (isAlreadyExists(error)) this.acknowledged.push(name)
        else if (error instanceof ApiError) this.answered.push(error.message)
      }
    }
    client.close()
  }

  /** As an informer: a watch from where the last one ended, and a list where that is gone from a server that has just started. */
  private async watch(): Promise<void> {
    const client = this.client()
    let reached: string | undefined = '0'
    while (!this.abort.signal.aborted)
      try {
        reached ??= await this.list(client)
        const from: string = `${path}?watch=true&resourceVersion=${reached}&${own}`
        for await (const { type, object } of client.watch(from, this.abort.signal)) {
          if (type === 'ERROR') throw new ApiError(object as never)
          reached = object.metadata.resourceVersion!
          this.saw(type, object)
        }
      } catch (error) {
        if (error instanceof ApiError && error.code === 410) reached = undefined
        else if (error instanceof ApiError) this.answered.push(error.message)
      }
    client.close()
  }

  private async list(client: RestClient): Promise<string> {
    const list = await client.get<{ metadata: { resourceVersion: string }; items: KubeObject[] }>(
      `${path}?${own}`,
    )
    const missed = list.items.filter(({ metadata }) => !this.events.includes(`ADDED ${metadata.name}`))
    const at = (object: KubeObject): number => Number(object.metadata.resourceVersion)
    for (const object of missed.sort((a, b) => at(a) - at(b))) this.saw('ADDED', object)
    return list.metadata.resourceVersion
  }

  private saw(type: string, { metadata }: KubeObject): void {
    this.revisions.push(Number(metadata.resourceVersion))
    this.events.push(`${type} ${metadata.name}`)
    this.tell()
  }
}
