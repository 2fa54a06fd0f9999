// Upstream: staging/src/k8s.io/component-helpers/resource/helpers.go (PodRequests, PodLimits)
import type { Quantity } from '../quantity.ts'
import { addTo, parseUsage, type ResourceList, raiseTo, type Usage } from './usage.ts'

/** The resources of a container or pod: amounts by resource name. */
export interface Resources {
  requests?: ResourceList
  limits?: ResourceList
}
interface Container {
  name?: string
  restartPolicy?: string | null
  resources?: Resources | null
}
interface ContainerStatus {
  name?: string
  resources?: Resources | null
  allocatedResources?: ResourceList
}
/** The fields of a Pod that its requests and limits are computed from. */
export interface PodWithResources {
  spec?: {
    containers?: Container[]
    initContainers?: Container[]
    overhead?: ResourceList
    resources?: Resources | null
  }
  status?: {
    conditions?: { type?: string; reason?: string }[]
    containerStatuses?: ContainerStatus[]
    initContainerStatuses?: ContainerStatus[]
    resize?: string
  }
}

/** The sources that the requests and limits of a pod include beside those of its containers. */
export interface PodResourcesOptions {
  /** What the node has set aside counts where it is more than the spec says. */
  readonly useStatus?: boolean
  /** Amounts of the pod as a whole replace the sum of its containers for these resources. */
  readonly podLevel?: ((name: string) => boolean) | undefined
  /** The pod's overhead is added. */
  readonly overhead?: boolean
}

type What = 'requests' | 'limits'

/** The requests or limits of a pod: those of its containers together, or of an init container where one needs more. */
export function podResources(
  pod: PodWithResources,
  what: What,
  options: PodResourcesOptions = {},
): Map<string, Quantity> {
  const total = aggregate(pod, what, options)
  for (const [name, amount] of parseUsage(pod.spec?.resources?.[what]))
    if (options.podLevel?.(name)) total.set(name, amount)
  if (options.overhead) addOverhead(total, parseUsage(pod.spec?.overhead), what)
  return total
}

/** @note Limits grow by the overhead only where there are some. */
function addOverhead(total: Map<string, Quantity>, overhead: Usage, what: What): void {
  const limited = ([name]: [string, Quantity]): boolean => (total.get(name)?.sign ?? 0) !== 0
  addTo(total, what === 'requests' ? overhead : new Map([...overhead].filter(limited)))
}

function aggregate(pod: PodWithResources, what: What, { useStatus }: PodResourcesOptions) {
  const of = (container: Container, canBeResized: boolean): Usage =>
    useStatus && canBeResized ? effective(pod, container, what) : parseUsage(container.resources?.[what])
  const total = new Map<string, Quantity>()
  for (const container of pod.spec?.containers ?? []) addTo(total, of(container, true))
  const sidecars = new Map<string, Quantity>()
  const init = new Map<string, Quantity>()
  for (const container of pod.spec?.initContainers ?? []) {
    const isSidecar = container.restartPolicy === 'Always'
    const own = of(container, isSidecar)
    if (isSidecar) addTo(total, own)
    const needed = new Map(sidecars)
    addTo(needed, own)
    if (isSidecar) addTo(sidecars, own)
    raiseTo(init, needed)
  }
  raiseTo(total, init)
  return total
}

/** The larger of what is asked for, what is set aside and what is in force; what is asked for in vain does not count. */
function effective(pod: PodWithResources, container: Container, what: What): Usage {
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])]
  const status = statuses.find(({ name }) => name === container.name)
  const asked = parseUsage(container.resources?.[what])
  if (status?.resources == null) return asked
  const pending = pod.status?.conditions?.find(({ type }) => type === 'PodResizePending')
  const total = pending?.reason === 'Infeasible' ? new Map<string, Quantity>() : asked
  raiseTo(total, parseUsage(status.resources[what]))
  if (what === 'requests') raiseTo(total, parseUsage(status.allocatedResources))
  return total
}
