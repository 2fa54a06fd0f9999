// Upstream: metrics-server's pkg/api/{node,pod}.go, pkg/storage/{node,pod,types}.go
// Deviates: usage is what annotations say, and is known with the first look at a container, not after the second.
import type { Container, ContainerStatus, NodeStatus, PodSpec, PodStatus } from '../../api/core-v1.ts'
import { conditionOfType } from '../../apimachinery/conditions.ts'
import { containerUsage, nodeUsage } from '../../apimachinery/container-usage.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { toTime } from '../../component-base/clock.ts'

/** Seconds between two looks at kubelets: --metric-resolution of metrics-server's manifests. */
const resolution = 15

/** The resources that are measured, and how their amounts are written. */
const formats = { cpu: 'DecimalSI', memory: 'BinarySI' } as const
type Resource = keyof typeof formats
const resources = Object.keys(formats) as Resource[]
/** The usage of each resource. */
export type Usage = Readonly<Record<Resource, Quantity>>

/** A NodeMetrics or PodMetrics. */
export interface Metrics extends KubeObject {
  readonly timestamp: string
  readonly window: string
}

type Pod = KubeObject & { spec?: PodSpec; status?: PodStatus }

/** All that usage is told from. */
export interface Cluster {
  readonly nodes: readonly KubeObject[]
  readonly pods: readonly KubeObject[]
}

/** Tells the usage of nodes and pods at a time. */
export class Measurements {
  private readonly nodes: ReadonlyMap<string, KubeObject>
  private readonly pods: readonly Pod[]
  private readonly now: number
  private readonly idle: Usage
  private byNode: Map<string, Pod[]> | undefined

  /** @param now milliseconds @param idle of a container that nothing is said of */
  constructor({ nodes, pods }: Cluster, now: number, idle: Usage) {
    this.nodes = new Map(nodes.map((node) => [node.metadata.name ?? '', node]))
    this.pods = pods as readonly Pod[]
    this.now = now
    this.idle = idle
  }

  /** Undefined: its kubelet does not answer. */
  ofNode(node: KubeObject): Metrics | undefined {
    const name = node.metadata.name ?? ''
    if (!this.answers(name)) return undefined
    const own = this.podsOf(name)
    const sum = total(own.flatMap((pod) => this.containers(pod).map((one) => one.usage)))
    const usage = usageOf((resource) => nodeUsage(node, resource) ?? sum[resource])
    return { ...this.head('NodeMetrics', node), usage: written(usage) } as unknown as Metrics
  }

  /** Undefined: nothing of it runs, or its node does not answer. */
  ofPod(pod: Pod): Metrics | undefined {
    const containers = this.containers(pod)
    if (containers.length === 0 || !this.answers(pod.spec?.nodeName ?? '')) return undefined
    const told = containers.map(({ name, usage }) => ({ name, usage: written(usage) }))
    return { ...this.head('PodMetrics', pod), containers: told } as unknown as Metrics
  }

  private podsOf(node: string): readonly Pod[] {
    if (this.byNode === undefined) {
      this.byNode = new Map()
      for (const pod of this.pods) {
        const name = pod.spec?.nodeName ?? ''
        const own = this.byNode.get(name)
        if (own === undefined) this.byNode.set(name, [pod])
        else own.push(pod)
      }
    }
    return this.byNode.get(node) ?? []
  }

  private answers(node: string): boolean {
    const found = this.nodes.get(node)
    const { conditions } = (found?.['status'] ?? {}) as NodeStatus
    return conditionOfType(conditions, 'Ready')?.status === 'True'
  }

  private head(kind: string, { metadata }: KubeObject): object {
    const { name, namespace, labels } = metadata
    const seen = Math.floor(this.now / (resolution * 1000)) * resolution * 1000
    return {
      kind,
      apiVersion: 'metrics.k8s.io/v1beta1',
      metadata: {
        name,
        ...(namespace === undefined ? {} : { namespace }),
        creationTimestamp: toTime(this.now),
        ...(labels === undefined ? {} : { labels }),
      },
      timestamp: toTime(seen),
      window: `${resolution}s`,
    }
  }

  /** Those that run, in the order of the pod. */
  private containers(pod: Pod): { name: string; usage: Usage }[] {
    const { containerStatuses, initContainerStatuses } = pod.status ?? {}
    const runs = [...(initContainerStatuses ?? []), ...(containerStatuses ?? [])].filter(isRunning)
    const names = new Set(runs.map(({ name }) => name))
    const all: Container[] = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])]
    return all
      .filter(({ name = '' }) => names.has(name))
      .map((container) => ({
        name: container.name ?? '',
        usage: usageOf((resource) => containerUsage(pod, container, resource) ?? this.idle[resource]),
      }))
  }
}

const isRunning = ({ state }: ContainerStatus): boolean => state?.running != null

const usageOf = (of: (resource: Resource) => Quantity): Usage =>
  Object.fromEntries(resources.map((resource) => [resource, of(resource)])) as unknown as Usage

/** The usage of what does nothing. */
export const noUsage = usageOf((resource) => Quantity.of(0, formats[resource]))

/** The sum of usages. */
const total = (usages: readonly Usage[]): Usage =>
  usages.reduce((sum, one) => usageOf((resource) => sum[resource].add(one[resource])), noUsage)

/** Nanocores and bytes, in the shortest way to write them. */
function amount(resource: Resource, given: Quantity): Quantity {
  const scale = resource === 'cpu' ? -9 : 0
  return Quantity.of(given.scaledValue(scale), formats[resource], scale)
}

const written = (usage: Usage): Record<Resource, string> =>
  Object.fromEntries(
    resources.map((resource) => [resource, amount(resource, usage[resource]).toString()]),
  ) as Record<Resource, string>

/** What a NodeMetrics or PodMetrics tells of each resource, all containers together; without those that it does not name. */
export function toldUsage(metrics: KubeObject): [string, Quantity][] {
  const containers = metrics['containers'] as { usage: Record<string, string> }[] | undefined
  const usages = containers?.map(({ usage }) => usage) ?? [metrics['usage'] as Record<string, string>]
  const names = [...new Set(usages.flatMap((one) => Object.keys(one)))].sort()
  return names.map((name) => {
    const [first, ...others] = usages.flatMap((one) => one[name] ?? []).map((one) => Quantity.parse(one))
    return [name, others.reduce((sum, one) => sum.add(one), first!)]
  })
}
