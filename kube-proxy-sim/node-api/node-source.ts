// From what a kube-apiserver holds to the state of one node.

import { getOwn, type KubeObject } from '../../apimachinery/json.ts'
import { Informer } from '../../client/informer.ts'
import type { RestClient } from '../../client/rest-client.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import type { EndpointSlice, Service } from '../rules/model/objects.ts'
import type { ProxyConfig } from '../rules/proxy-config.ts'
import { nodePath, watchedPaths } from '../watched-objects.ts'
import { endpointConfig } from './endpoint-config.ts'
import type { NodeApiCodec } from './grpc.ts'
import type { NodeState, StateItem } from './node-state.ts'
import { stateItem } from './state-item.ts'

/** The kube-apiserver to watch, and the state of the node to fill. */
export interface NodeSourceOptions {
  client: RestClient
  clock: Clock
  /** Release and gates of the kube-proxy whose choices these are. */
  minor: number
  gates: FeatureGateReader
  nodeName: string
  state: NodeState
  codec: NodeApiCodec
  onError?: (error: Error) => void
}

const serviceNameLabel = 'kubernetes.io/service-name'
const zoneLabel = 'topology.kubernetes.io/zone'

const serviceKey = ({ metadata }: KubeObject): string => `${metadata.namespace}/${metadata.name}`
const sliceServiceKey = ({ metadata }: KubeObject): string =>
  `${metadata.namespace}/${getOwn(metadata.labels, serviceNameLabel) ?? ''}`

/** Watches services, slices and the node, and publishes what changes for the node; nothing before all three are listed. */
export class NodeSource {
  private readonly options: NodeSourceOptions
  private readonly services: Informer
  private readonly slices: Informer
  private readonly node: Informer
  /** The EndpointSlices of each Service by name. */
  private readonly slicesOf = new Map<string, Map<string, KubeObject>>()
  private readonly dirty = new Set<string>()
  private flushing: NodeJS.Immediate | undefined
  private listed = false
  private stopped = false
  private zone = ''

  constructor(options: NodeSourceOptions) {
    this.options = options
    const paths = watchedPaths(options.minor, options.gates)
    const service = (object: KubeObject): void => this.touch(serviceKey(object))
    this.services = this.informer(paths.services, service, service)
    this.slices = this.informer(
      paths.endpointSlices,
      (slice, old) => this.takeSlice(slice, old),
      (slice) => this.dropSlice(slice),
    )
    const node = (): void => this.takeNode()
    this.node = this.informer(nodePath(options.nodeName), node, node)
  }

  /** Resolves when the first state is published (or after stop). */
  async start(): Promise<void> {
    const all = [this.services, this.slices, this.node]
    for (const informer of all) informer.start()
    await Promise.all(all.map((informer) => informer.hasSynced()))
    if (this.stopped) return
    this.listed = true
    this.flush()
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearImmediate(this.flushing)
    await Promise.all([this.services, this.slices, this.node].map((informer) => informer.stop()))
  }

  private informer(
    path: string,
    onChange: (object: KubeObject, old: KubeObject | undefined) => void,
    onDelete: (object: KubeObject) => void,
  ): Informer {
    const { client, clock, onError } = this.options
    const handlers = { onChange, onDelete, ...(onError === undefined ? {} : { onError }) }
    return new Informer({ client, clock, path, handlers })
  }

  private takeSlice(slice: KubeObject, old: KubeObject | undefined): void {
    const key = sliceServiceKey(slice)
    if (old !== undefined && sliceServiceKey(old) !== key) this.dropSlice(old)
    const known = this.slicesOf.get(key) ?? new Map<string, KubeObject>()
    known.set(slice.metadata.name!, slice)
    this.slicesOf.set(key, known)
    this.touch(key)
  }

  private dropSlice(slice: KubeObject): void {
    const key = sliceServiceKey(slice)
    const known = this.slicesOf.get(key)
    known?.delete(slice.metadata.name!)
    if (known?.size === 0) this.slicesOf.delete(key)
    this.touch(key)
  }

  private takeNode(): void {
    const zone = getOwn(this.node.items.get(this.options.nodeName)?.metadata.labels, zoneLabel) ?? ''
    if (zone === this.zone) return
    this.zone = zone
    for (const key of this.services.items.keys()) this.touch(key)
  }

  /** Notes a changed Service; changes that come together make one revision. */
  private touch(key: string): void {
    this.dirty.add(key)
    if (!this.listed || this.stopped) return
    this.flushing ??= setImmediate(() => this.flush())
  }

  private flush(): void {
    this.flushing = undefined
    const config = this.config()
    const changes = new Map([...this.dirty].map((key) => [key, this.itemOf(key, config)]))
    this.dirty.clear()
    this.options.state.publish(changes)
  }

  private itemOf(key: string, config: ProxyConfig): StateItem | undefined {
    const service = this.services.items.get(key) as Service | undefined
    if (service === undefined) return undefined
    const slices = [...(this.slicesOf.get(key)?.values() ?? [])] as EndpointSlice[]
    return stateItem(service, slices, config, this.options.codec)
  }

  private config(): ProxyConfig {
    const { minor, gates, nodeName } = this.options
    return endpointConfig({ minor, gates, nodeName, zone: this.zone })
  }
}
