// Upstream: kube-aggregator/pkg/apiserver/handler_discovery.go
import type { IncomingMessage } from 'node:http'
import { remoteUserHeaders } from '../endpoints/forwarding.ts'
import type { RemoteAPIService } from './api-services.ts'
import { aggregatedResources, legacyResources, type Resources } from './discovered-resources.ts'
import type { ExtensionClient } from './extension-client.ts'
import type { ExtensionResolver } from './extension-resolver.ts'

const aggregator = { name: 'system:kube-aggregator', groups: ['system:masters'] }
const accepted = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',')
const mostBytes = 16 * 1024 * 1024
const timeout = 5000

/** An answer that was read whole. */
export interface Read {
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

/** Asks extension servers which resources they have. */
export class Discovery {
  readonly #client: ExtensionClient
  readonly #resolver: ExtensionResolver
  readonly #verifies: boolean
  /** The resources by the name of the APIService. */
  readonly #known = new Map<string, Resources>()
  /** Grows with each change. */
  revision = 0

  /** @param verifies whether checks look at certificates; what is learned of a server is verified always */
  constructor(client: ExtensionClient, resolver: ExtensionResolver, verifies: boolean) {
    this.#client = client
    this.#verifies = verifies
    this.#resolver = resolver
  }

  /** The resources of an extension server; undefined: not known, or not any more. */
  resources({ name }: RemoteAPIService): Resources | undefined {
    return this.#known.get(name)
  }

  /** Reads a document of an extension server as the aggregator. Throws a CallError. */
  async read(service: RemoteAPIService, path: string, accept: string): Promise<Read> {
    const headers = { accept, ...remoteUserHeaders(aggregator, false) }
    const signal = AbortSignal.timeout(timeout)
    const answer = await this.#client.send(service, { method: 'GET', path, headers, signal })
    return {
      status: answer.statusCode ?? 0,
      type: answer.headers['content-type'] ?? '',
      body: await whole(answer),
    }
  }

  /** Asks a server for its group version, and remembers what it has. Throws an Error with the message of the condition. */
  async check(service: RemoteAPIService): Promise<void> {
    try {
      await this.#ask(service)
    } catch (error) {
      this.#learn(service, undefined)
      throw error
    }
  }

  async #ask(service: RemoteAPIService): Promise<void> {
    const path = `/apis/${service.group}/${service.version}`
    const url = `https://${await this.#resolver.shownHost(service.service)}${path}`
    const failed = (why: string): Error => new Error(`failing or missing response from ${url}: ${why}`)
    const checked = this.#verifies ? service : { ...service, ca: '', skipsVerification: true }
    const read = await this.read(checked, path, 'application/json').catch((error: Error) => {
      throw failed(`Get ${JSON.stringify(url)}: ${error.message}`)
    })
    if (read.status < 200 || read.status >= 300) throw failed(`bad status from ${url}: ${read.status}`)
    this.#learn(service, await this.#resources(service, path, read))
  }

  /** @param checked what the check has read */
  async #resources(service: RemoteAPIService, path: string, checked: Read): Promise<Resources | undefined> {
    if (this.#verifies) return (await this.#aggregated(service)) ?? (await legacyResources(checked.body))
    try {
      const aggregated = await this.#aggregated(service)
      return aggregated ?? (await legacyResources((await this.read(service, path, 'application/json')).body))
    } catch {
      return undefined
    }
  }

  async #aggregated(service: RemoteAPIService): Promise<Resources | undefined> {
    const read = await this.read(service, '/apis', accepted)
    if (read.status !== 200 || !read.type.includes('as=APIGroupDiscoveryList')) return undefined
    return await aggregatedResources(read.body, service)
  }

  #learn({ name }: RemoteAPIService, resources: Resources | undefined): void {
    if (JSON.stringify(resources) === JSON.stringify(this.#known.get(name))) return
    if (resources === undefined) this.#known.delete(name)
    else this.#known.set(name, resources)
    this.revision++
  }
}

async function whole(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
