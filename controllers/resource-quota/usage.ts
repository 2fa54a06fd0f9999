// Upstream: pkg/quota/v1/evaluator/core/{pods,persistent_volume_claims,services}.go
import type { KubeObject } from '../../server/apimachinery/json.ts'
import { Quantity } from '../../server/apimachinery/quantity.ts'
import { podEnded } from '../pods.ts'

/** Resource → amount. */
export type Usage = ReadonlyMap<string, Quantity>

export const one = Quantity.of(1)

type ResourceList = Record<string, string>
interface Container {
  restartPolicy?: string
  resources?: { requests?: ResourceList; limits?: ResourceList }
}
interface PodShape {
  containers: Container[]
  initContainers?: Container[]
  overhead?: ResourceList
  resources?: { requests?: ResourceList; limits?: ResourceList }
  activeDeadlineSeconds?: number
  priorityClassName?: string
}

export function add(total: Map<string, Quantity>, more: Usage): void {
  for (const [name, amount] of more) total.set(name, total.get(name)?.add(amount) ?? amount)
}

const parse = (list: ResourceList = {}): Map<string, Quantity> =>
  new Map(Object.entries(list).map(([name, text]) => [name, Quantity.parse(text)]))

/** Containers run together, and init containers one by one before them. */
function podResources(spec: PodShape, kind: 'requests' | 'limits'): Usage {
  const total = new Map<string, Quantity>()
  for (const { resources } of spec.containers) add(total, parse(resources?.[kind]))
  for (const { resources, restartPolicy } of spec.initContainers ?? [])
    for (const [name, amount] of parse(resources?.[kind])) {
      const before = total.get(name)
      if (restartPolicy === 'Always') total.set(name, before?.add(amount) ?? amount)
      else if (before === undefined || before.compare(amount) < 0) total.set(name, amount)
    }
  for (const [name, amount] of parse(spec.resources?.[kind])) total.set(name, amount)
  add(total, parse(spec.overhead))
  return total
}

/** What a pod takes of a quota: nothing but its place in the store once it has ended. */
export function podUsage(pod: KubeObject): Usage {
  const usage = new Map([['count/pods', one]])
  if (podEnded(pod)) return usage
  usage.set('pods', one)
  const spec = pod['spec'] as PodShape
  for (const [name, amount] of podResources(spec, 'requests')) {
    usage.set(`requests.${name}`, amount)
    if (['cpu', 'memory', 'ephemeral-storage'].includes(name) || name.startsWith('hugepages-'))
      usage.set(name, amount)
  }
  for (const [name, amount] of podResources(spec, 'limits')) usage.set(`limits.${name}`, amount)
  return usage
}

export function claimUsage(claim: KubeObject): Usage {
  const { resources, storageClassName } = claim['spec'] as {
    resources?: { requests?: { storage?: string } }
    storageClassName?: string
  }
  const storage = resources?.requests?.storage
  const amounts: [string, Quantity][] = [
    ['persistentvolumeclaims', one],
    ...(storage === undefined ? [] : [['requests.storage', Quantity.parse(storage)] as [string, Quantity]]),
  ]
  const suffix = '.storageclass.storage.k8s.io/'
  const ofClass = amounts.map(([name, amount]) => [`${storageClassName}${suffix}${name}`, amount] as const)
  return new Map([['count/persistentvolumeclaims', one], ...amounts, ...(storageClassName ? ofClass : [])])
}

export function serviceUsage(service: KubeObject): Usage {
  const {
    type,
    ports = [],
    allocateLoadBalancerNodePorts,
  } = service['spec'] as {
    type?: string
    ports?: { nodePort?: number }[]
    allocateLoadBalancerNodePorts?: boolean
  }
  const usage = new Map([
    ['count/services', one],
    ['services', one],
  ])
  const balanced = type === 'LoadBalancer'
  if (balanced) usage.set('services.loadbalancers', one)
  if (type === 'NodePort' || (balanced && allocateLoadBalancerNodePorts !== false))
    usage.set('services.nodeports', Quantity.of(ports.length))
  return usage
}

export interface ScopeRequirement {
  scopeName: string
  operator: string
  values?: string[]
}

/** Whether a pod is one of those that a quota is about. */
export function matchesScope(
  pod: KubeObject,
  { scopeName, operator, values = [] }: ScopeRequirement,
): boolean {
  const { activeDeadlineSeconds, priorityClassName } = pod['spec'] as PodShape
  const bestEffort = (pod['status'] as { qosClass?: string }).qosClass === 'BestEffort'
  switch (scopeName) {
    case 'Terminating':
      return activeDeadlineSeconds !== undefined
    case 'NotTerminating':
      return activeDeadlineSeconds === undefined
    case 'BestEffort':
      return bestEffort
    case 'NotBestEffort':
      return !bestEffort
    case 'PriorityClass':
      if (operator === 'In') return values.includes(priorityClassName ?? '')
      if (operator === 'NotIn') return !values.includes(priorityClassName ?? '')
      return (priorityClassName !== undefined) === (operator === 'Exists')
    default:
      return false
  }
}
