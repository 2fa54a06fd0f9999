// Upstream: staging/src/k8s.io/apiserver/pkg/util/peerproxy/{peer_discovery,gv_exclusion_manager}.go
import type { LeaseSpec } from '../../api/coordination-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Registry } from '../registry/generic/registry.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import { type Followed, followObjects } from '../storage/follow-objects.ts'
import { controlplaneDialect } from './dialect.ts'
import { locallyExtended } from './local-extensions.ts'
import { type GroupDiscovery, nameOf } from './merged-discovery.ts'
import type { PeerClient } from './peer-client.ts'
import type { GroupVersionResource, PeerDirectory } from './peer-directory.ts'
import { peerAddress } from './peer-endpoint-leases.ts'
import type { PeerMetrics } from './peer-metrics.ts'

const leases = '/registry/leases/kube-system/'
/** How often a peer is asked again that does not answer, and milliseconds before the first time; each wait is twice the one before. */
const [mostRetries, firstWait, longestWait] = [20, 5, 1_000_000]

const document = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const accept = `${document};profile=nopeer,${document},application/json`

/** The resources that a peer serves, as its discovery documents list them. */
interface Served {
  readonly keys: ReadonlySet<string>
  /** The groups without the core group and those that every server serves for itself. */
  readonly groups: readonly GroupDiscovery[]
}

const keyOf = ({ apiGroup, apiVersion, resource }: GroupVersionResource): string =>
  `${apiGroup}/${apiVersion}/${resource}`

/** `own`: the identity of the server itself. */
interface DirectoryParts {
  readonly server: ServerContext
  readonly logger: Logger
  readonly registry: Registry
  readonly own: string
}

/** Asks the peers what they serve, when one comes, goes or starts anew. */
export class DiscoveryDirectory implements PeerDirectory {
  private readonly server: ServerContext
  private readonly logger: Logger
  private readonly registry: Registry
  private readonly client: PeerClient
  private readonly metrics: PeerMetrics
  private readonly own: string
  /** The resources of peers, by the peer's identity. */
  private served: ReadonlyMap<string, Served> = new Map()
  /** Identity → holder, of the peers that are there. */
  private readonly holders = new Map<string, string>()
  private followed: Followed | undefined
  private cancelRetry = (): void => {}
  private retries = 0
  private running: Promise<void> | undefined
  private again = false
  private stopped = false

  constructor({ server, logger, registry, own }: DirectoryParts, client: PeerClient, metrics: PeerMetrics) {
    this.server = server
    this.logger = logger
    this.registry = registry
    this.own = own
    this.client = client
    this.metrics = metrics
  }

  async start(): Promise<void> {
    const { server, logger } = this
    if (this.followed !== undefined) return
    const followed = await followObjects({ ...server, logger }, leases, ({ type, object }) =>
      this.noteLease(object, type === 'delete'),
    )
    if (this.stopped) followed.stop()
    else this.followed = followed
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.cancelRetry()
    this.followed?.stop()
    await this.running
  }

  isReady(): boolean {
    return this.followed?.synced() === true
  }

  async serversOf(resource: GroupVersionResource): Promise<readonly string[]> {
    if (this.registry.resource(resource.apiGroup, resource.apiVersion, resource.resource) !== undefined)
      return []
    const key = keyOf(resource)
    const able = [...this.served].filter(([, { keys }]) => keys.has(key)).map(([id]) => id)
    if (able.length === 0 || !controlplaneDialect(this.server.release.minor).leavesExtensionsHere) return able
    return (await locallyExtended(this.server.storage, resource)) ? [] : able
  }

  /** The groups of peers, by the peer's identity; another map whenever they have been asked. */
  groups(): ReadonlyMap<string, { readonly groups: readonly GroupDiscovery[] }> {
    return this.served
  }

  /** Renewals are no news. */
  private noteLease({ metadata, spec }: KubeObject, gone: boolean): void {
    const { name = '', labels } = metadata
    const { holderIdentity } = (spec ?? {}) as LeaseSpec
    const { identityLeaseLabel } = controlplaneDialect(this.server.release.minor)
    if (name === this.own || labels?.[identityLeaseLabel] !== 'kube-apiserver') return
    const holder = gone ? undefined : holderIdentity
    if (this.holders.get(name) === holder) return
    if (holder === undefined) this.holders.delete(name)
    else this.holders.set(name, holder)
    this.retries = 0
    this.sync()
  }

  private sync(): void {
    this.cancelRetry()
    if (this.running !== undefined || this.stopped) {
      this.again = true
      return
    }
    this.running = this.askAll().finally(() => {
      this.running = undefined
      if (!this.again || this.stopped) return
      this.again = false
      this.sync()
    })
  }

  private async askAll(): Promise<void> {
    const served = new Map<string, Served>()
    let failed = false
    for (const id of this.holders.keys()) {
      const groups = await this.ask(id).catch(() => undefined)
      if (groups === undefined) failed = true
      else served.set(id, { keys: new Set(groups.flatMap(keysIn)), groups: await this.shared(groups) })
    }
    this.served = served
    if (!failed || this.retries >= mostRetries || this.stopped) return
    const wait = Math.min(firstWait * 2 ** this.retries++, longestWait)
    this.cancelRetry = this.server.clock.setTimeout(() => this.sync(), wait)
  }

  /** The groups of a peer that are no server's own. */
  private async shared(groups: readonly GroupDiscovery[]): Promise<GroupDiscovery[]> {
    const { storage } = this.server
    const shared: GroupDiscovery[] = []
    for (const group of groups.filter((one) => nameOf(one) !== '')) {
      const versions = []
      for (const one of group.versions ?? [])
        if (!(await locallyExtended(storage, { apiGroup: nameOf(group), apiVersion: one.version })))
          versions.push(one)
      if (versions.length > 0) shared.push({ ...group, versions })
    }
    return shared
  }

  /** Asks a peer for its discovery documents. Rejects where the peer cannot be reached. */
  private async ask(id: string): Promise<GroupDiscovery[]> {
    const address = await peerAddress(this.server.storage, id)
    if (address === undefined) {
      this.metrics.discoveryFailed('hostport_resolution')
      throw new Error(`${id} does not say where it is`)
    }
    const groups: GroupDiscovery[] = []
    for (const path of ['/api', '/apis']) {
      const answer = await this.client.get(address, path, accept).catch((error: unknown) => {
        this.metrics.rerouted(503)
        this.metrics.discoveryFailed('fetch_discovery')
        throw error
      })
      this.metrics.rerouted(answer.status)
      if (answer.status !== 200) {
        this.metrics.discoveryFailed('fetch_discovery')
        throw new Error(`discovery request failed with status: ${answer.status}`)
      }
      for (const group of groupsIn(answer.body)) groups.push(group)
    }
    return groups
  }
}

const groupsIn = (body: Buffer): readonly GroupDiscovery[] =>
  (JSON.parse(body.toString()) as { items?: readonly GroupDiscovery[] }).items ?? []

const keysIn = (group: GroupDiscovery): string[] =>
  (group.versions ?? []).flatMap(({ version, resources = [] }) =>
    resources.map(({ resource }) => keyOf({ apiGroup: nameOf(group), apiVersion: version, resource })),
  )
