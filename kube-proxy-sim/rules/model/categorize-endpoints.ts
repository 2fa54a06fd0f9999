// Upstream: pkg/proxy/topology.go CategorizeEndpoints
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import type { Endpoint } from './endpoint.ts'
import { type ServicePort, usesClusterEndpoints, usesLocalEndpoints } from './service-port.ts'
import { availableForTopology, type TopologyMode, topologyMode } from './topology-mode.ts'

/** The endpoints of a service port that this node uses, by the traffic policy. */
export interface CategorizedEndpoints {
  /** The endpoints that traffic with policy Cluster reaches; empty where the service has no such traffic. */
  cluster: readonly Endpoint[]
  /** The endpoints that traffic with policy Local reaches; empty where the service has no such traffic. */
  local: readonly Endpoint[]
  /** All endpoints that this node may send traffic to. */
  reachable: readonly Endpoint[]
  /** Whether any node has a usable endpoint. */
  hasEndpoints: boolean
}

/** Whether an endpoint is used where no other is ready. */
const lastResort =
  ({ gates }: ProxyConfig) =>
  ({ serving, terminating }: Endpoint): boolean =>
    serving && terminating && gateEnabled(gates, 'ProxyTerminatingEndpoints')

/** The ready endpoints by policy; where a policy has none, its terminating endpoints that still serve. */
export function categorizeEndpoints(
  endpoints: readonly Endpoint[],
  port: ServicePort,
  config: ProxyConfig,
): CategorizedEndpoints {
  const usesCluster = usesClusterEndpoints(port)
  const isLastResort = lastResort(config)
  const mode: TopologyMode = usesCluster ? topologyMode(endpoints, port, config) : ''
  const cluster = usesCluster ? clusterEndpoints(endpoints, mode, config) : []
  if (!usesLocalEndpoints(port))
    return { cluster, local: [], reachable: cluster, hasEndpoints: cluster.length > 0 }
  const hasEndpoints = endpoints.some((endpoint) => endpoint.ready || isLastResort(endpoint))
  const here = endpoints.filter((endpoint) => endpoint.local)
  const ready = here.filter((endpoint) => endpoint.ready)
  const local = ready.length > 0 ? ready : here.filter(isLastResort)
  if (!usesCluster) return { cluster, local, reachable: local, hasEndpoints }
  const within = mode === '' && (ready.length > 0 || local.length === 0)
  return { cluster, local, reachable: within ? cluster : union(cluster, local), hasEndpoints }
}

function clusterEndpoints(
  endpoints: readonly Endpoint[],
  mode: TopologyMode,
  config: ProxyConfig,
): Endpoint[] {
  const close = endpoints.filter((endpoint) => endpoint.ready && availableForTopology(endpoint, mode, config))
  return close.length > 0 ? close : endpoints.filter(lastResort(config))
}

/** Upstream's order is that of a Go map; here that of the texts. */
function union(left: readonly Endpoint[], right: readonly Endpoint[]): Endpoint[] {
  const all = new Map([...left, ...right].map((endpoint) => [endpoint.text, endpoint]))
  return [...all.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
}
