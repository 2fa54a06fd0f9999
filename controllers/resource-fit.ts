// Upstream: pkg/scheduler/framework/plugins/noderesources/fit.go, pkg/scheduler/framework/types.go (NodeInfo)
import type { KubeObject } from '../apimachinery/json.ts'
import type { Quantity } from '../apimachinery/quantity.ts'
import { countedResources } from '../apimachinery/quota/pods.ts'
import { parseUsage, type ResourceList } from '../apimachinery/quota/usage.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'

/** The amounts that a pod asks for or a node offers, by resource: thousandths of `cpu`, whole units of all others. */
export type Amounts = ReadonlyMap<string, number>

/** A resource of which a node has too little for a pod. */
export interface Shortage {
  /** The scheduler's words: `Insufficient cpu`. */
  readonly reason: string
  /** Whether the node had too little also without any other pod. */
  readonly isHopeless: boolean
}

const amountsOf = (usage: ReadonlyMap<string, Quantity>): Amounts =>
  new Map(
    [...usage].map(([name, amount]) => [name, Number(name === 'cpu' ? amount.milliValue() : amount.value())]),
  )

/** The resources that the scheduler counts for a pod. */
export const requestsOf = (pod: KubeObject, gates: FeatureGateReader): Amounts =>
  amountsOf(countedResources(pod, 'requests', gates))

/** The pods of each node, and the sums of their requests. */
export class NodeRoom {
  private readonly gates: FeatureGateReader
  /** The node and requests of each pod, by the pod's key. */
  private readonly places = new Map<string, { node: string; requests: Amounts }>()
  private readonly nodes = new Map<string, { pods: number; requested: Map<string, number> }>()
  private readonly allocatable = new WeakMap<KubeObject, Amounts>()

  constructor(gates: FeatureGateReader) {
    this.gates = gates
  }

  /**
   * Remembers where a pod is. → whether it leaves room that it took before.
   * @param node undefined: it takes no room any more
   */
  place(key: string, pod: KubeObject, node: string | undefined): boolean {
    const before = this.places.get(key)
    const requests = node === undefined ? new Map<string, number>() : requestsOf(pod, this.gates)
    if (before !== undefined) this.count(before.node, before.requests, -1)
    if (node === undefined) this.places.delete(key)
    else {
      this.places.set(key, { node, requests })
      this.count(node, requests, 1)
    }
    if (before === undefined) return false
    return before.node !== node || [...before.requests].some(([name, was]) => (requests.get(name) ?? 0) < was)
  }

  /** The node of a pod; undefined where the pod takes no room on any. */
  nodeOf(key: string): string | undefined {
    return this.places.get(key)?.node
  }

  /** The number of pods on a node. */
  podsOn(node: string): number {
    return this.nodes.get(node)?.pods ?? 0
  }

  /** The resources of which a node has too little for one more pod. @param requests of that pod */
  shortages(requests: Amounts, node: KubeObject): Shortage[] {
    const offered = this.offeredBy(node)
    const { pods, requested } = this.nodes.get(node.metadata.name!) ?? { pods: 0, requested: new Map() }
    const short: Shortage[] =
      pods + 1 > (offered.get('pods') ?? 0) ? [{ reason: 'Too many pods', isHopeless: false }] : []
    for (const [name, amount] of requests) {
      const all = offered.get(name) ?? 0
      if (amount > 0 && amount > all - (requested.get(name) ?? 0))
        short.push({ reason: `Insufficient ${name}`, isHopeless: amount > all })
    }
    return short
  }

  private offeredBy(node: KubeObject): Amounts {
    const known = this.allocatable.get(node)
    if (known !== undefined) return known
    const { allocatable } = (node['status'] ?? {}) as { allocatable?: ResourceList }
    const amounts = amountsOf(parseUsage(allocatable))
    this.allocatable.set(node, amounts)
    return amounts
  }

  private count(node: string, requests: Amounts, by: 1 | -1): void {
    const sums = this.nodes.get(node) ?? { pods: 0, requested: new Map<string, number>() }
    sums.pods += by
    for (const [name, amount] of requests)
      sums.requested.set(name, (sums.requested.get(name) ?? 0) + by * amount)
    this.nodes.set(node, sums)
  }
}
