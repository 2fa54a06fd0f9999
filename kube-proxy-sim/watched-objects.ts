// The collections that kube-proxy watches. Upstream: cmd/kube-proxy/app/server.go (ProxyServer.Run)

import type { ServiceCIDR } from '../api/networking-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { Informer, type InformerHandlers } from '../client/informer.ts'
import type { RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import { type FeatureGateReader, gateEnabled } from '../featuregates/reader.ts'
import { proxyDialect } from './dialect.ts'
import { rulesDialect } from './rules/dialect.ts'

const noProxyName = '!service.kubernetes.io/service-proxy-name'
const notHeadless = '!service.kubernetes.io/headless'

/** The paths of the watched collections by kind, as the release asks for them. */
export function watchedPaths(
  minor: number,
  gates: FeatureGateReader,
): { services: string; endpointSlices: string; serviceCIDRs: string | undefined } {
  const selector = (...terms: string[]): string => `labelSelector=${encodeURIComponent(terms.join(','))}`
  const both = selector(notHeadless, noProxyName)
  const withIP = `fieldSelector=${encodeURIComponent('spec.clusterIP!=None')}`
  const { serviceCIDRVersion, skipsHeadless } = proxyDialect(minor)
  const { labelsByKind } = rulesDialect(minor)
  return {
    services: `/api/v1/services?${labelsByKind ? selector(noProxyName) : both}${skipsHeadless ? `&${withIP}` : ''}`,
    endpointSlices: `/apis/discovery.k8s.io/v1/endpointslices?${labelsByKind ? selector(notHeadless) : both}`,
    serviceCIDRs: gateEnabled(gates, 'MultiCIDRServiceAllocator')
      ? `/apis/networking.k8s.io/${serviceCIDRVersion}/servicecidrs`
      : undefined,
  }
}

/** The path of a list that holds only the Node of this name. */
export const nodePath = (name: string): string =>
  `/api/v1/nodes?fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`

/** Called with an object before and after a change: either is undefined where the object came or went. */
type Changed = (before: KubeObject | undefined, now: KubeObject | undefined) => void

/** Informers of services, slices and, where the release allocates from them, service CIDRs. */
export class WatchedObjects {
  readonly services: Informer
  readonly endpointSlices: Informer
  private readonly cidrs: Informer | undefined

  constructor(options: {
    client: RestClient
    clock: Clock
    minor: number
    gates: FeatureGateReader
    onService: Changed
    onEndpointSlice: Changed
  }) {
    const { client, clock, minor, gates } = options
    const paths = watchedPaths(minor, gates)
    const informer = (path: string, changed: Changed): Informer => {
      const handlers: InformerHandlers = {
        onChange: (now, before) => changed(before, now),
        onDelete: (before) => changed(before, undefined),
      }
      return new Informer({ client, clock, path, handlers })
    }
    this.services = informer(paths.services, options.onService)
    this.endpointSlices = informer(paths.endpointSlices, options.onEndpointSlice)
    // @note A change of the service networks is programmed with the next sync only.
    this.cidrs = paths.serviceCIDRs === undefined ? undefined : informer(paths.serviceCIDRs, () => {})
  }

  start(): void {
    for (const informer of this.all()) informer.start()
  }

  /** Resolves when services and slices have been listed. */
  async hasSynced(): Promise<void> {
    await Promise.all([this.services.hasSynced(), this.endpointSlices.hasSynced()])
  }

  /** The networks of all ServiceCIDRs, by their objects' names. */
  serviceCIDRs(): string[] {
    const objects = [...(this.cidrs?.items ?? new Map<string, KubeObject>())].sort(([a], [b]) =>
      a < b ? -1 : 1,
    )
    return objects.flatMap(([, object]) => (object as ServiceCIDR).spec?.cidrs ?? [])
  }

  async stop(): Promise<void> {
    await Promise.all(this.all().map((informer) => informer.stop()))
  }

  private all(): Informer[] {
    return [this.services, this.endpointSlices, ...(this.cidrs === undefined ? [] : [this.cidrs])]
  }
}
