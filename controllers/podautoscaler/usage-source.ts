// Upstream: pkg/controller/podautoscaler/metrics/client.go (resourceMetricsClient)
// Deviates: where no metrics.k8s.io is served, or pods are to serve it, usage is what is said of the pods themselves.
import type { APIServiceSpec } from '../../api/apiregistration-v1.ts'
import type { Service } from '../../api/core-v1.ts'
import { containerUsage } from '../../apimachinery/container-usage.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { ApiError, isNotFound, type RestClient } from '../../client/rest-client.ts'
import type { StoredPod } from '../pods.ts'
import { countedContainers } from './counted-containers.ts'

/** The source of the usage of an autoscaler's pods. */
export interface UsageSource {
  /**
   * The usage of a resource in thousandths, by the names of pods; those of which it is not known are left out.
   * Rejects with an Error in upstream's words.
   * @param container undefined: all of a pod
   */
  of(resource: string, container: string | undefined): Promise<ReadonlyMap<string, number>>
}

/** The pods of an autoscaler's target. */
export interface TargetPods {
  readonly namespace: string
  /** The label selector in the form of a request. */
  readonly selector: string
  readonly pods: readonly KubeObject[]
}

/** What metrics.k8s.io answers, asked for once; where nobody can serve it, what is said of the pods. */
export class PodUsage implements UsageSource {
  private readonly client: RestClient
  private readonly target: TargetPods
  private asked: Promise<UsageSource> | undefined

  constructor(client: RestClient, target: TargetPods) {
    this.client = client
    this.target = target
  }

  async of(resource: string, container: string | undefined): Promise<ReadonlyMap<string, number>> {
    this.asked ??= this.ask()
    return (await this.asked).of(resource, container)
  }

  private async ask(): Promise<UsageSource> {
    const { namespace, selector, pods } = this.target
    try {
      const { items } = await this.client.get<{ items: PodMetrics[] }>(
        `/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods?labelSelector=${encodeURIComponent(selector)}`,
      )
      return new ServedUsage(items)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isNotFound(error) || (error.code === 503 && (await this.isOfPods()))) return new SaidUsage(pods)
      throw new Error(`${fetchFailed}: ${clientText(error)}`)
    }
  }

  /** Whether pods are to serve the API, as those of an installed metrics-server: containers here answer nothing. */
  private async isOfPods(): Promise<boolean> {
    try {
      const { spec } = await this.client.get<{ spec?: APIServiceSpec }>(metricsAPI)
      if (spec?.service == null) return false
      const { namespace, name } = spec.service
      const service = await this.client.get<Service>(`/api/v1/namespaces/${namespace}/services/${name}`)
      return Object.keys(service.spec?.selector ?? {}).length > 0
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }
}

const metricsAPI = '/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io'

const fetchFailed = 'unable to fetch metrics from resource metrics API'

/** client-go's text for an answer that is no Status. */
const clientText = ({ code, message, reason }: ApiError): string =>
  reason === '' && code === 503
    ? 'the server is currently unable to handle the request (get pods.metrics.k8s.io)'
    : message

interface PodMetrics extends KubeObject {
  containers?: readonly { name: string; usage: Readonly<Record<string, string>> }[]
}

/** The usage in an answer of metrics.k8s.io. */
class ServedUsage implements UsageSource {
  private readonly items: readonly PodMetrics[]

  constructor(items: readonly PodMetrics[]) {
    this.items = items
  }

  async of(resource: string, container: string | undefined): Promise<ReadonlyMap<string, number>> {
    if (this.items.length === 0) throw new Error('no metrics returned from resource metrics API')
    const told = this.items.map((item) => [item.metadata.name!, usageIn(item, resource, container)] as const)
    return new Map(told.filter((one): one is readonly [string, number] => one[1] !== undefined))
  }
}

/** Undefined where a container does not tell of the resource. Throws where there is no such container. */
function usageIn(item: PodMetrics, resource: string, container: string | undefined): number | undefined {
  const { containers = [], metadata } = item
  const counted = containers.filter(({ name }) => container === undefined || name === container)
  if (container !== undefined && counted.length === 0)
    throw new Error(
      `failed to get container metrics: container ${container} not present in metrics for pod ${metadata.namespace}/${metadata.name}`,
    )
  const told = counted.map(({ usage }) => usage[resource])
  if (told.length === 0 || told.includes(undefined)) return undefined
  return told.reduce((sum, one) => sum + Number(Quantity.parse(one!).milliValue()), 0)
}

/** Of what is said of the pods; what of them is not said is nothing. */
class SaidUsage implements UsageSource {
  private readonly pods: readonly StoredPod[]

  constructor(pods: readonly KubeObject[]) {
    this.pods = pods as readonly StoredPod[]
  }

  async of(resource: string, container: string | undefined): Promise<ReadonlyMap<string, number>> {
    const said = this.pods.map((pod) => ({
      name: pod.metadata.name!,
      amounts: countedContainers(pod, container).map((one) => containerUsage(pod, one, resource)),
    }))
    if (said.every(({ amounts }) => amounts.every((one) => one === undefined)))
      throw new Error(
        `${fetchFailed}: the server could not find the requested resource (get pods.metrics.k8s.io)`,
      )
    return new Map(
      said.map(({ name, amounts }) => [
        name,
        amounts.reduce((sum, one) => sum + Number(one?.milliValue() ?? 0), 0),
      ]),
    )
  }
}
