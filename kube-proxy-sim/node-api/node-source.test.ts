import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RestClient } from '../../client/rest-client.ts'
import { realClock } from '../../component-base/clock.ts'
import { loadNodeApi, type NodeApiDefinition } from './grpc.ts'
import type { ServiceEndpoints } from './messages.ts'
import { NodeSource } from './node-source.ts'
import { NodeState } from './node-state.ts'
import { nodeConfig } from './testing/serve-state.ts'

type Resource = 'services' | 'endpointslices' | 'nodes'
const kinds = { services: 'ServiceList', endpointslices: 'EndpointSliceList', nodes: 'NodeList' }

/** What answers lists and watches as the test says. */
class FakeServer {
  readonly lists: Record<Resource, object[]> = { services: [], endpointslices: [], nodes: [] }
  /** Lists that wait until they are released. */
  readonly held = new Set<Resource>()
  private readonly waiting = new Map<Resource, ServerResponse>()
  private readonly watches = new Map<Resource, ServerResponse>()
  private readonly server: Server

  constructor() {
    this.server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://localhost')
      const resource = url.pathname.split('/').at(-1) as Resource
      if (url.searchParams.get('watch') === 'true') {
        response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
        this.watches.set(resource, response)
      } else if (this.held.has(resource)) this.waiting.set(resource, response)
      else this.list(resource, response)
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  release(resource: Resource): void {
    this.held.delete(resource)
    this.list(resource, this.waiting.get(resource)!)
  }

  /** Resolves when the resource has been listed and is watched. */
  async watched(resource: Resource): Promise<void> {
    while (!this.watches.has(resource)) await new Promise(setImmediate)
  }

  /** Events that come in one piece. */
  send(resource: Resource, ...events: { type: string; object: object }[]): void {
    this.watches.get(resource)!.write(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }

  private list(resource: Resource, response: ServerResponse): void {
    const list = { kind: kinds[resource], apiVersion: 'v1', metadata: { resourceVersion: '1' } }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...list, items: this.lists[resource] }))
  }
}

let version = 1
const meta = (name: string, labels?: Record<string, string>) => ({
  namespace: 'ns',
  name,
  resourceVersion: String(++version),
  ...(labels === undefined ? {} : { labels }),
})
const service = (name: string, annotations?: object) => ({
  metadata: { ...meta(name), annotations },
  spec: { clusterIP: '10.0.0.1', ports: [{ port: 80 }] },
})
const slice = (name: string, of: string, ips: string[], hints?: object) => ({
  metadata: meta(name, { 'kubernetes.io/service-name': of }),
  addressType: 'IPv4',
  ports: [{ port: 80 }],
  endpoints: ips.map((ip) => ({ addresses: [ip], ...(hints === undefined ? {} : { hints }) })),
})
const node = (zone: string) => ({
  metadata: {
    name: 'here',
    resourceVersion: String(++version),
    labels: { 'topology.kubernetes.io/zone': zone },
  },
})
const modified = (object: object) => ({ type: 'MODIFIED', object })

let fake: FakeServer
let api: NodeApiDefinition
let state: NodeState
let source: NodeSource
let client: RestClient
beforeEach(async () => {
  fake = new FakeServer()
  api = await loadNodeApi()
  state = new NodeState(7n)
  client = new RestClient({ server: await fake.start() }, 'test')
  const { minor, gates, nodeName } = nodeConfig
  source = new NodeSource({ client, clock: realClock, minor, gates, nodeName, state, codec: api })
})
afterEach(async () => {
  await source.stop()
  client.close()
  fake.stop()
})

/** The first state after a revision: `name: addresses`. */
async function stateAfter(rev: bigint): Promise<string[]> {
  const found = await state.next({ instanceID: 7n, rev }, new AbortController().signal)
  return found!.items.map(({ bytes }) => {
    const { Name, Endpoints } = api.next.responseDeserialize(bytes).Endpoints as ServiceEndpoints
    return `${Name}: ${Endpoints.flatMap(({ IPsV4 }) => IPsV4).join(' ')}`
  })
}

describe('the source of a node', () => {
  it.each(['services', 'endpointslices', 'nodes'] as const)(
    'publishes nothing before it has %s',
    async (last) => {
      fake.lists.services = [service('web')]
      fake.lists.endpointslices = [slice('web-1', 'web', ['10.1.0.1'])]
      fake.held.add(last)
      const started = source.start()
      for (const resource of ['services', 'endpointslices', 'nodes'] as const)
        if (resource !== last) await fake.watched(resource)
      expect(state.rev).toBe(0n)
      fake.release(last)
      await started
      expect(state.rev).toBe(1n)
      expect(await stateAfter(0n)).toEqual(['web: 10.1.0.1'])
    },
  )

  it('makes one revision of changes that come together, and none of what the node does not see', async () => {
    fake.lists.services = [service('web')]
    await source.start()
    await Promise.all([fake.watched('services'), fake.watched('endpointslices')])
    fake.send('services', modified(service('web', { note: 'x' })))
    fake.send(
      'endpointslices',
      ...[1, 2, 3].map((n) => ({ type: 'ADDED', object: slice(`web-${n}`, 'web', [`10.1.0.${n}`]) })),
    )
    expect(await stateAfter(1n)).toEqual(['web: 10.1.0.1 10.1.0.2 10.1.0.3'])
    expect(state.rev).toBe(2n)
  })

  it('follows a slice to another service', async () => {
    fake.lists.services = [service('a'), service('b')]
    fake.lists.endpointslices = [slice('s', 'a', ['10.1.0.1'])]
    await source.start()
    await fake.watched('endpointslices')
    fake.send('endpointslices', modified(slice('s', 'b', ['10.1.0.1'])))
    expect(await stateAfter(1n)).toEqual(['a: ', 'b: 10.1.0.1'])
    fake.send('endpointslices', { type: 'DELETED', object: slice('s', 'b', ['10.1.0.1']) })
    expect(await stateAfter(2n)).toEqual(['a: ', 'b: '])
  })

  it('chooses anew when the node comes to another zone', async () => {
    fake.lists.services = [service('web')]
    const hint = (name: string) => ({ forZones: [{ name }] })
    fake.lists.endpointslices = [
      slice('web-1', 'web', ['10.1.0.1'], hint('z1')),
      slice('web-2', 'web', ['10.1.0.2'], hint('z2')),
    ]
    fake.lists.nodes = [node('z1')]
    await source.start()
    expect(await stateAfter(0n)).toEqual(['web: 10.1.0.1'])
    await fake.watched('nodes')
    fake.send('nodes', modified(node('z2')))
    expect(await stateAfter(1n)).toEqual(['web: 10.1.0.2'])
    fake.send('nodes', { type: 'DELETED', object: node('z2') })
    expect(await stateAfter(2n)).toEqual(['web: 10.1.0.1 10.1.0.2'])
  })
})
