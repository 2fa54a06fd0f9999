// Upstream: pkg/quota/v1/evaluator/core/services.go
import type { KubeObject } from '../json.ts'
import { Quantity } from '../quantity.ts'
import type { QuotaEvaluator } from './evaluator.ts'
import { one, type Usage, zero } from './usage.ts'

interface ServiceSpec {
  type?: string
  ports?: { nodePort?: number }[]
  allocateLoadBalancerNodePorts?: boolean | null
}

/** Ports are counted by intent: those of a new service are not allocated yet. */
function nodePorts({ type, ports = [], allocateLoadBalancerNodePorts }: ServiceSpec): number {
  if (type === 'NodePort') return ports.length
  if (type !== 'LoadBalancer') return 0
  return allocateLoadBalancerNodePorts === false
    ? ports.filter(({ nodePort = 0 }) => nodePort !== 0).length
    : ports.length
}

const resources = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers']

/** Counts Services, load balancers and node ports. */
export const serviceEvaluator: QuotaEvaluator = {
  group: '',
  resource: 'services',
  matching: (names) => names.filter((name) => resources.includes(name)),
  usage(service: KubeObject): Usage {
    const spec = (service['spec'] ?? {}) as ServiceSpec
    return new Map([
      ['count/services', one],
      ['services', one],
      ['services.loadbalancers', spec.type === 'LoadBalancer' ? one : zero],
      ['services.nodeports', Quantity.of(nodePorts(spec))],
    ])
  },
}
