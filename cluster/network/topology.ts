// Who has which address: nodes, pods and load balancers, as the API tells of them.
import type {
  NodeSpec,
  NodeStatus,
  PodSpec,
  PodStatus,
  ServiceSpec,
  ServiceStatus,
} from '../../api/core-v1.ts'
import type { EndpointSlice } from '../../api/discovery-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { RestClient } from '../../client/rest-client.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import { canonicalIP } from '../../kube-proxy-sim/rules/model/ip-range.ts'

/** A node, its addresses and its pod networks. */
export interface NetworkNode {
  name: string
  addresses: readonly string[]
  /** The pod CIDRs of the Node object; empty where it has none. */
  podCIDRs: readonly string[]
  ready: boolean
  labels: Readonly<Record<string, string>>
}

/** A pod that has addresses and has not ended. */
export interface NetworkPod {
  /** `namespace/name`. */
  name: string
  node: string
  addresses: readonly string[]
  hostNetwork: boolean
  /** The ports that its containers declare. */
  ports: readonly number[]
  object: KubeObject
}

/** A port of a Service at an address that a load balancer has. */
export interface BalancedPort {
  /** Undefined: packets come to nodes with the balancer's address. */
  nodePort: number | undefined
  /** 0: every ready node gets packets. */
  healthCheckNodePort: number
}

/** The nodes and pods of a cluster at a moment. */
export class Topology {
  readonly nodes: readonly NetworkNode[]
  readonly pods: readonly NetworkPod[]
  private readonly nodeByName: ReadonlyMap<string, NetworkNode>
  private readonly podByName: ReadonlyMap<string, NetworkPod>
  private readonly clusterIPs: ReadonlySet<string>
  private readonly externalIPs: ReadonlySet<string>
  /** Services of load balancers, by the addresses that these have. */
  private readonly balancers = new Map<string, Balancer[]>()
  private readonly podByAddress = new Map<string, NetworkPod>()
  private readonly nodeByAddress = new Map<string, NetworkNode>()

  private readonly servers: ReadonlySet<string>

  /** @param slices of the Service `kubernetes` */
  constructor({ nodes, pods, services, slices }: Record<keyof typeof paths, readonly KubeObject[]>) {
    this.servers = new Set(slices.flatMap(placesOf))
    this.nodes = nodes.map(nodeOf)
    this.pods = pods.flatMap((pod) => podOf(pod) ?? [])
    this.nodeByName = new Map(this.nodes.map((one) => [one.name, one]))
    this.podByName = new Map(this.pods.map((one) => [one.name, one]))
    this.clusterIPs = new Set(services.flatMap(({ spec }) => (spec as ServiceSpec).clusterIPs ?? []))
    this.externalIPs = new Set(services.flatMap(({ spec }) => (spec as ServiceSpec).externalIPs ?? []))
    for (const service of services) this.addBalancer(service)
    for (const node of this.nodes) for (const one of node.addresses) this.nodeByAddress.set(one, node)
    for (const pod of this.pods)
      if (!pod.hostNetwork) for (const one of pod.addresses) this.podByAddress.set(one, pod)
  }

  node(name: string): NetworkNode | undefined {
    return this.nodeByName.get(name)
  }

  pod(name: string): NetworkPod | undefined {
    return this.podByName.get(name)
  }

  nodeAt(address: string): NetworkNode | undefined {
    return this.nodeByAddress.get(address)
  }

  /** Pods of the hosts' network have none of their own. */
  podAt(address: string): NetworkPod | undefined {
    return this.podByAddress.get(address)
  }

  /** Whether a kube-apiserver says that it is there. */
  isServer(address: string, port: number): boolean {
    return this.servers.has(joinHostPort(address, port))
  }

  /** Whether an address is a cluster IP of a Service. */
  isClusterIP(address: string): boolean {
    return this.clusterIPs.has(address)
  }

  /** Whether an address is an external IP of a Service. */
  isExternalIP(address: string): boolean {
    return this.externalIPs.has(address)
  }

  /** The port of a load balancer's address: undefined where no Service has the address, `closed` where none has the port. */
  balanced(address: string, port: number, protocol: string): BalancedPort | 'closed' | undefined {
    const services = this.balancers.get(address)
    if (services === undefined) return undefined
    for (const { spec, ingress } of services) {
      const own = spec.ports?.find(
        (one) => one.port === port && (one.protocol ?? 'TCP').toLowerCase() === protocol,
      )
      if (own === undefined) continue
      return {
        nodePort: ingress.ipMode === 'Proxy' ? own.nodePort : undefined,
        healthCheckNodePort: spec.externalTrafficPolicy === 'Local' ? (spec.healthCheckNodePort ?? 0) : 0,
      }
    }
    return 'closed'
  }

  private addBalancer(service: KubeObject): void {
    const spec = service['spec'] as ServiceSpec
    const { loadBalancer } = (service['status'] ?? {}) as ServiceStatus
    if (spec.type !== 'LoadBalancer') return
    for (const one of loadBalancer?.ingress ?? []) {
      const ip = one.ip === undefined ? undefined : canonicalIP(one.ip)
      if (ip === undefined) continue
      const known = this.balancers.get(ip) ?? []
      this.balancers.set(ip, known)
      known.push({ spec, ingress: one as Balancer['ingress'] })
    }
  }
}

interface Balancer {
  spec: ServiceSpec
  ingress: { ipMode?: string }
}

const paths = {
  nodes: '/api/v1/nodes',
  pods: '/api/v1/pods',
  services: '/api/v1/services',
  slices:
    '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Dkubernetes',
} as const

/** Reads who has which address now. */
export async function readTopology(client: RestClient): Promise<Topology> {
  const list = async (path: string): Promise<KubeObject[]> =>
    (await client.get<{ items: KubeObject[] }>(path)).items
  const [nodes, pods, services, slices] = await Promise.all([
    list(paths.nodes),
    list(paths.pods),
    list(paths.services),
    list(paths.slices),
  ])
  return new Topology({ nodes, pods, services, slices })
}

function placesOf(slice: KubeObject): string[] {
  const { endpoints, ports = [] } = slice as unknown as EndpointSlice
  return (endpoints ?? []).flatMap(({ addresses }) =>
    (addresses ?? []).flatMap((ip) =>
      ports.flatMap(({ port }) => (port === undefined ? [] : joinHostPort(ip, port))),
    ),
  )
}

function nodeOf(node: KubeObject): NetworkNode {
  const { podCIDR, podCIDRs = podCIDR === undefined ? [] : [podCIDR] } = (node['spec'] ?? {}) as NodeSpec
  const { addresses = [], conditions = [] } = (node['status'] ?? {}) as NodeStatus
  return {
    name: node.metadata.name!,
    addresses: addresses.flatMap(({ type, address }) =>
      /IP$/.test(type ?? '') ? (canonicalIP(address ?? '') ?? []) : [],
    ),
    podCIDRs,
    ready: conditions.some(({ type, status }) => type === 'Ready' && status === 'True'),
    labels: node.metadata.labels ?? {},
  }
}

function podOf(pod: KubeObject): NetworkPod | undefined {
  const spec = (pod['spec'] ?? {}) as PodSpec
  const {
    phase,
    podIP,
    podIPs = podIP === undefined ? [] : [{ ip: podIP }],
  } = (pod['status'] ?? {}) as PodStatus
  const addresses = podIPs.flatMap(({ ip }) => canonicalIP(ip ?? '') ?? [])
  if (phase === 'Succeeded' || phase === 'Failed' || spec.nodeName === undefined || addresses.length === 0)
    return undefined
  return {
    name: `${pod.metadata.namespace}/${pod.metadata.name}`,
    node: spec.nodeName,
    addresses,
    hostNetwork: spec.hostNetwork === true,
    ports: (spec.containers ?? []).flatMap(({ ports = [] }) =>
      ports.flatMap(({ containerPort }) => containerPort ?? []),
    ),
    object: pod,
  }
}
