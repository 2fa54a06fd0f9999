// A server over a state that a test writes, without a kube-apiserver.
import type { Client } from '@grpc/grpc-js'
import { realClock } from '../../../component-base/clock.ts'
import type { EndpointSlice, Service } from '../../rules/model/objects.ts'
import type { ProxyConfig } from '../../rules/proxy-config.ts'
import { bindAll } from '../bind.ts'
import { endpointConfig } from '../endpoint-config.ts'
import { loadNodeApi, type NodeApiDefinition } from '../grpc.ts'
import { nodeApiServer } from '../grpc-server.ts'
import { NodeState, type StateItem } from '../node-state.ts'
import { stateItem } from '../state-item.ts'

/** The configuration of the node `here` in zone z1. */
export const nodeConfig: ProxyConfig = endpointConfig({
  minor: 36,
  gates: { enabled: () => true, known: () => true, unregistered: () => true },
  nodeName: 'here',
  zone: 'z1',
})

/** An endpoint for a test's service, by the fields of its EndpointSlice. */
export interface TestEndpoint {
  ip: string
  pod?: string
  nodeName?: string
}

/** A node-local API over a state that a test writes. */
export interface ServedState {
  api: NodeApiDefinition
  state: NodeState
  /** `127.0.0.1:port` */
  target: string
  /** A client that knows no more than gRPC. */
  connect(options?: object): Client
  /** Publishes services of namespace ns by name; undefined: gone. */
  publish(services: Record<string, readonly TestEndpoint[] | undefined>): void
  close(): Promise<void>
}

/** Instance 7 of node `here`, which knows nothing yet. */
export async function serveState(): Promise<ServedState> {
  const api = await loadNodeApi()
  const state = new NodeState(7n)
  const server = await nodeApiServer(api, state, nodeConfig.nodeName)
  const [target = ''] = await bindAll(api, server.grpc, [{ protocol: 'tcp', host: '127.0.0.1', port: 0 }])
  const clients: Client[] = []
  return {
    api,
    state,
    target,
    connect(options) {
      const client = new api.grpc.Client(target, api.grpc.credentials.createInsecure(), options)
      clients.push(client)
      return client
    },
    publish(services) {
      const changes = Object.entries(services).map(
        ([name, endpoints]) => [`ns/${name}`, endpoints && itemOf(api, name, endpoints)] as const,
      )
      state.publish(new Map(changes))
    },
    async close() {
      for (const client of clients) client.close()
      await server.close(realClock)
    },
  }
}

/** A dual-stack service of port 80; addresses decide on the families of its slices. */
export function itemOf(
  api: NodeApiDefinition,
  name: string,
  endpoints: readonly TestEndpoint[],
): StateItem | undefined {
  const clusterIPs = ['10.0.0.1', 'fd00::1']
  const service = {
    metadata: { namespace: 'ns', name },
    spec: {
      clusterIP: clusterIPs[0],
      clusterIPs,
      ipFamilies: ['IPv4', 'IPv6'],
      ports: [{ name: 'http', port: 80, targetPort: 'web' }],
    },
  } as object as Service
  const slices = ['IPv4', 'IPv6'].map((addressType) => sliceOf(name, addressType, endpoints))
  return stateItem(service, slices, nodeConfig, api)
}

function sliceOf(service: string, addressType: string, endpoints: readonly TestEndpoint[]): EndpointSlice {
  const found = endpoints.filter(({ ip }) => ip.includes(':') === (addressType === 'IPv6'))
  return {
    metadata: {
      namespace: 'ns',
      name: `${service}-${addressType}`,
      labels: { 'kubernetes.io/service-name': service },
    },
    addressType,
    ports: [{ name: 'http', port: 8080 }],
    endpoints: found.map(({ ip, pod, nodeName }) => ({
      addresses: [ip],
      ...(nodeName === undefined ? {} : { nodeName }),
      ...(pod === undefined ? {} : { targetRef: { kind: 'Pod', name: pod } }),
    })),
  }
}
