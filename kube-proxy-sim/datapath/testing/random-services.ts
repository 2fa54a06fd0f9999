// Services of any kind, by chance: what the walker and a kernel are compared with.
import type { Random } from '../../../component-base/random.ts'
import type { ClusterState, EndpointSlice, Service, SliceEndpoint } from '../../rules/model/objects.ts'
import { slice } from '../../rules/testing/objects.ts'
import type { Protocol } from '../packet.ts'

/** The senders of packets: pods of the node; pods of another node and strangers; the node itself. */
export const senders = {
  pod0: ['10.244.0.7', '10.244.0.20', '10.244.0.21'],
  ext0: ['10.244.1.30', '192.0.2.1', '198.51.100.9'],
  node: ['10.1.1.1', '127.0.0.1'],
} as const
/** The addresses of the node's interfaces. */
export const nodeAddresses = { eth0: ['10.1.1.1'], cbr0: ['10.244.0.254'] }

/** Packets of one sender to one place, which have the same choices. */
export interface Flow {
  from: keyof typeof senders
  source: string
  destination: string
  destinationPort: number
  protocol: Protocol
}

const oneOf = <T>(random: Random, items: readonly T[]): T => items[random.int(items.length)]!
const chance = (random: Random, percent: number): boolean => random.int(100) < percent

/** `count` random Services with their EndpointSlices. */
export function randomServices(random: Random, count: number): ClusterState {
  const services: Service[] = []
  const endpointSlices: EndpointSlice[] = []
  for (let at = 0; at < count; at++) {
    const protocol = oneOf(random, ['TCP', 'UDP'])
    services.push(randomService(random, at, protocol))
    endpointSlices.push(
      slice(`s${at}`, randomEndpoints(random, at), {
        ports: [{ name: 'p', protocol, port: 8080 + (at % 3) }],
      }),
    )
  }
  return { services, endpointSlices }
}

function randomService(random: Random, at: number, protocol: string): Service {
  const type = oneOf(random, ['ClusterIP', 'NodePort', 'LoadBalancer'])
  const hasLocal = type !== 'ClusterIP'
  const sources = type === 'LoadBalancer' && chance(random, 40)
  return {
    metadata: { namespace: 'ns', name: `s${at}` },
    spec: {
      type,
      clusterIP: `10.0.0.${10 + at}`,
      clusterIPs: [`10.0.0.${10 + at}`],
      ipFamilies: ['IPv4'],
      ports: [{ name: 'p', protocol, port: 80 + (at % 2), ...(hasLocal ? { nodePort: 30_000 + at } : {}) }],
      internalTrafficPolicy: chance(random, 25) ? 'Local' : 'Cluster',
      ...(hasLocal ? { externalTrafficPolicy: chance(random, 50) ? 'Local' : 'Cluster' } : {}),
      ...(chance(random, 30) ? { externalIPs: [`203.0.113.${at}`] } : {}),
      ...(chance(random, 25) ? { sessionAffinity: 'ClientIP' } : {}),
      ...(sources
        ? { loadBalancerSourceRanges: [oneOf(random, ['192.0.2.0/24', '10.1.0.0/16', '10.244.1.0/24'])] }
        : {}),
    },
    ...(type === 'LoadBalancer' ? { status: { loadBalancer: { ingress: [{ ip: `100.64.0.${at}` }] } } } : {}),
  } as Service
}

function randomEndpoints(random: Random, at: number): SliceEndpoint[] {
  return Array.from({ length: random.int(4) }, (_, number) => {
    const isLocal = chance(random, 40)
    // Pods of the node may call themselves.
    const own = isLocal && number === 0 && chance(random, 30)
    const ready = chance(random, 85)
    return {
      addresses: [own ? senders.pod0[0] : `10.244.${isLocal ? 0 : 1}.${100 + at * 4 + number}`],
      nodeName: isLocal ? 'n1' : 'n2',
      conditions: ready ? { ready } : { ready, serving: chance(random, 60), terminating: chance(random, 70) },
    }
  })
}

/** Flows to every address of the Services, and to ports that they do not have. */
export function randomFlows(random: Random, { services }: ClusterState, count: number): Flow[] {
  const places = services.flatMap(({ spec, status }) => {
    const { port, nodePort, protocol } = spec!.ports![0]!
    const ips = [
      ...(spec!.clusterIPs ?? []),
      ...(spec!.externalIPs ?? []),
      ...(status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip!),
    ]
    return [
      ...ips.map((destination) => ({ destination, destinationPort: port, protocol })),
      { destination: oneOf(random, ips), destinationPort: 4321, protocol },
      ...(nodePort === undefined ? [] : [{ destination: '10.1.1.1', destinationPort: nodePort, protocol }]),
      { destination: '10.1.1.1', destinationPort: 4321, protocol },
    ]
  })
  return Array.from({ length: count }, () => {
    const from = oneOf(random, ['pod0', 'ext0', 'node'] as const)
    const place = oneOf(random, places)
    const protocol = place.protocol!.toLowerCase() as Protocol
    return { ...place, protocol, from, source: oneOf(random, senders[from]) }
  })
}
