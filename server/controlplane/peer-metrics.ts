// Upstream: staging/src/k8s.io/apiserver/pkg/util/peerproxy/metrics/metrics.go
import type { MetricDefinition, MetricFamily } from '../../component-base/metrics/metric-registry.ts'
import type { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { controlplaneDialect } from './dialect.ts'
import type { GroupVersionResource } from './peer-directory.ts'

const ofResource = ['group', 'version', 'resource']

const rerouted = (tellsResource: boolean): MetricDefinition => ({
  name: 'apiserver_rerouted_request_total',
  help: tellsResource
    ? "[ALPHA] Total number of requests that were proxied to a peer kube-apiserver because the local apiserver was not capable of serving it, broken down by 'group', 'version', and 'resource' indicating the GVR of the request. If all three are empty (\"\"), the request is a discovery request."
    : '[ALPHA] Total number of requests that were proxied to a peer kube apiserver because the local apiserver was not capable of serving it',
  type: 'counter',
  labels: tellsResource ? ['code', ...ofResource] : ['code'],
})

const errorDefinitions = {
  proxying: {
    name: 'apiserver_peer_proxy_errors_total',
    help: '[ALPHA] Total number of errors encountered while proxying requests to a peer kube apiserver',
    type: 'counter',
    labels: ['type', ...ofResource],
  },
  discovery: {
    name: 'apiserver_peer_discovery_sync_errors_total',
    help: '[ALPHA] Total number of errors encountered while syncing discovery information from a peer kube-apiserver',
    type: 'counter',
    labels: ['type'],
  },
} as const satisfies Record<string, MetricDefinition>

/** Counts what goes to peers. */
export class PeerMetrics {
  private readonly tellsResource: boolean
  private readonly requests: MetricFamily
  private readonly errors: Readonly<Record<keyof typeof errorDefinitions, MetricFamily>> | undefined

  constructor(metrics: RecordedRegistry, minor: number) {
    this.tellsResource = controlplaneDialect(minor).countsPeerErrors
    this.requests = metrics.register(rerouted(this.tellsResource))
    this.errors = this.tellsResource
      ? {
          proxying: metrics.register(errorDefinitions.proxying),
          discovery: metrics.register(errorDefinitions.discovery),
        }
      : undefined
  }

  /** @param of undefined: discovery */
  rerouted(code: number, of?: GroupVersionResource): void {
    this.requests.add({ code: String(code), ...(this.tellsResource ? labelsOf(of) : {}) })
  }

  failed(type: 'endpoint_resolution', of: GroupVersionResource): void {
    this.errors?.proxying.add({ type, ...labelsOf(of) })
  }

  discoveryFailed(type: 'hostport_resolution' | 'fetch_discovery'): void {
    this.errors?.discovery.add({ type })
  }
}

const labelsOf = (of?: GroupVersionResource) => ({
  group: of?.apiGroup ?? '',
  version: of?.apiVersion ?? '',
  resource: of?.resource ?? '',
})
