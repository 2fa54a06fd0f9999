import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { untilQuiet } from '../component-base/quiet.ts'
import type { Random } from '../component-base/random.ts'
import { EtcdError } from '../etcdctl/api/etcd-api.ts'
import type { ServedEtcd } from '../etcdctl/grpc/serve-etcd.ts'
import type { PeerAddress } from '../server/controlplane/peer-endpoint-leases.ts'
import { ClusterUsageError, ServerDownError } from './cluster-errors.ts'
import type { ClusterOptions, FeatureGates } from './cluster-options.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ClusterStore, StoringServer } from './cluster-store.ts'
import type { RunningServer } from './component-start.ts'
import type { Components } from './components.ts'
import { ControlPlaneServer, type ServerChange } from './control-plane-server.ts'
import { ControllerSet } from './controller-set.ts'
import type { Front } from './front.ts'
import { networkFlags } from './network/network-flags.ts'
import { compareReleases, newestOf, oldestOf } from './release-order.ts'
import { apiserverNames, ownAddress } from './several-servers.ts'

/** The URL and kubeconfigs by which clients and components reach the servers. */
export type Address = Pick<RunningServer, 'url' | 'kubeconfig'>

/** Milliseconds: many nodes, or clients over a directory that is taken up again, never rest. */
const longestUnrest = 1000

interface Parts {
  components: Components
  random: Random
  store: ClusterStore
  /** The release of each server. */
  releases: readonly string[]
  options: Pick<
    ClusterOptions,
    'apiservers' | 'apiserverFlags' | 'featureGates' | 'http' | 'metrics' | 'networking' | 'plan' | 'port'
  >
  log(component: string, line: string, name?: string): void
}

/** The kube-apiservers and the controllers of a cluster. */
export class ControlPlane {
  readonly servers: readonly ControlPlaneServer[]
  private readonly parts: Parts
  private readonly plan: ReleasePlan | undefined
  /** The one address of several servers, from their first start on; undefined: there is only one server. */
  private front: Front | undefined
  /** The controllers of each server. */
  private readonly controllers: ReadonlyMap<ControlPlaneServer, ControllerSet>
  private readonly etcd: ServedEtcd[] = []

  constructor(parts: Parts) {
    const { options, releases, random } = parts
    this.parts = parts
    this.plan = options.plan
    const environment = { ...parts, knownAs: () => this.frontUrl, reachPeer: this.reachPeer }
    const { several } = this
    const flags = [...networkFlags(options.networking).apiserver(!several), ...(options.apiserverFlags ?? [])]
    this.servers = releases.map((own, i) =>
      several
        ? new ControlPlaneServer(environment, own, 0, ownAddress(i, flags))
        : new ControlPlaneServer(environment, own, options.port ?? 0),
    )
    const identity = ({ name }: ControlPlaneServer) => (several ? `${name}_${random.uuid()}` : undefined)
    this.controllers = new Map(
      this.servers.map((server) => [server, new ControllerSet(parts, server, identity(server))]),
    )
  }

  /** The release of the oldest server, which has what all servers can do. */
  get release(): string {
    return oldestOf(
      this.servers.map((server) => server.release),
      this.plan,
    )
  }

  /** The only server, while it runs; undefined where there are several. */
  get onlyServer(): RunningServer | undefined {
    return this.servers.length === 1 ? this.servers[0]!.running : undefined
  }

  /** Throws where no server runs. */
  get address(): Address {
    const server = this.servers.find(({ running }) => running !== undefined)?.running
    if (server === undefined) throw new ServerDownError()
    return { url: this.frontUrl ?? server.url, kubeconfig: (user) => server.kubeconfig(user) }
  }

  /** The URL of one server. Throws ClusterUsageError where it is down. */
  urlOf(name: string): string {
    const { running } = this.server(name)
    if (running === undefined) throw new ClusterUsageError(`${name} does not run`)
    return running.url
  }

  /** The server of this name. Throws ClusterUsageError where there is none. */
  server(name: string): ControlPlaneServer {
    const found = this.servers.find((server) => server.name === name)
    if (found !== undefined) return found
    const names = this.servers.map((server) => server.name)
    throw new ClusterUsageError(`there is no server "${name}", but ${names.join(', ')}`)
  }

  /**
   * Starts everything: the newest server first, since it can read whatever the others keep, and the controllers of the oldest one, which
   * then lead.
   */
  async start(): Promise<void> {
    if (this.several) this.front ??= await this.openFront()
    const newest = newestOf(
      this.servers.map((server) => server.release),
      this.plan,
    )
    const isFirst = ({ release }: ControlPlaneServer): boolean => release === newest
    for (const server of this.servers.filter(isFirst)) await this.startOne(server)
    for (const server of this.servers.filter((one) => !isFirst(one))) await this.startOne(server)
    await this.startControllers()
  }

  /**
   * Resolves when nothing is written or asked any more, or after a while of the real time. What comes next then has the same revision
   * in every run.
   */
  async untilAtRest(): Promise<void> {
    const start = performance.now()
    let before = 0
    await untilQuiet(() => {
      const now = this.servers.find(({ running }) => running !== undefined)?.running?.activity()
      if (now === undefined || performance.now() - start >= longestUnrest) return false
      const happened = now.revision !== before || now.inFlight > 0
      before = now.revision
      return happened
    })
  }

  /**
   * Changes servers with their controllers, one after the other, while the others serve: the controllers of a server do not work while it
   * starts anew, and those of the next one go on until its turn. Throws ComponentFailedError; the server is down then, or has changed and
   * its controllers have not; those after it are unchanged, and controllers work beside every server that runs.
   * @param gates of the controllers of these servers; undefined: as they are
   */
  async change(changes: ReadonlyMap<ControlPlaneServer, ServerChange>, gates?: FeatureGates): Promise<void> {
    try {
      for (const [server, change] of changes) {
        await this.controllers.get(server)?.stop()
        await this.stopOne(server)
        await this.startOne(server, change)
        await this.controllers.get(server)?.start(gates)
      }
    } catch (error) {
      for (const set of this.byAge()) await set.start().catch(() => {})
      throw error
    }
    await this.startControllers()
  }

  /** Ends one server and its controllers, while the others go on. @param kill as when its machine dies */
  async takeDown(server: ControlPlaneServer, kill: boolean): Promise<void> {
    this.front?.remove(server.name)
    const controllers = this.controllers.get(server)
    // A server that is killed gives no lease up.
    if (!kill) await controllers?.stop()
    await server.takeDown(kill)
    await controllers?.stop()
  }

  /** Serves the store as an etcd, also when other servers follow those that run. Throws ClusterUsageError. */
  async serveEtcd(path: string): Promise<string> {
    const api = this.parts.store.etcd(() => this.storing())
    const { serveEtcd } = await import('../etcdctl/grpc/serve-etcd.ts')
    this.etcd.push(await serveEtcd(api, path))
    return this.etcd.at(-1)!.endpoint
  }

  /** Throws where no server runs: a store that none has open cannot be read. */
  async snapshot(): Promise<ClusterSnapshot> {
    if (this.servers.every(({ running }) => running === undefined)) throw new ServerDownError()
    return this.parts.store.snapshot(this.storing())
  }

  /** Stops everything; the address of several servers stays. */
  async stop(): Promise<void> {
    await this.stopControllers()
    await Promise.all(this.servers.map((server) => this.stopOne(server)))
  }

  /** As {@link stop}, for good: also closes the front and the store. */
  async close(): Promise<void> {
    for (const served of this.etcd.splice(0)) served.close()
    await this.stop()
    await this.front?.close()
    this.parts.store.close()
  }

  private readonly reachPeer = (told: PeerAddress): PeerAddress | undefined =>
    this.servers.map((server) => server.placeOf(told)).find((place) => place !== undefined)

  private get several(): boolean {
    return this.parts.options.apiservers !== undefined
  }

  private get frontUrl(): string | undefined {
    const scheme = this.parts.options.http === true ? 'http' : 'https'
    return this.front === undefined ? undefined : `${scheme}://127.0.0.1:${this.front.port}`
  }

  private async openFront(): Promise<Front> {
    const { components, options, releases } = this.parts
    const { port = 0 } = options
    try {
      return await components.openFront(apiserverNames(releases.length), port)
    } catch (error) {
      throw new ClusterUsageError(`port: ${port}: ${(error as Error).message}`)
    }
  }

  /** Throws as {@link ControlPlaneServer.start}. */
  private async startOne(server: ControlPlaneServer, change: ServerChange = {}): Promise<void> {
    const { url } = await server.start(change)
    this.front?.add(server.name, url)
  }

  private async stopOne(server: ControlPlaneServer): Promise<void> {
    this.front?.remove(server.name)
    await server.stop()
  }

  /** The newest server that runs. Throws as an etcd that has been stopped does. */
  private storing(): StoringServer {
    const running = this.servers.filter((server) => server.running !== undefined)
    const newest = newestOf(
      running.map(({ release }) => release),
      this.plan,
    )
    const server = running.find(({ release }) => release === newest)?.running
    if (server?.storage === undefined) throw new EtcdError('etcdserver: server stopped')
    return { storage: server.storage, release: server.gates!.release.facts }
  }

  /** Starts the controllers that do not run, those of the oldest server first. */
  private async startControllers(): Promise<void> {
    for (const set of this.byAge()) await set.start()
  }

  /** The controllers, those of the oldest server first. */
  private byAge(): ControllerSet[] {
    const sets = [...this.controllers].sort(([a], [b]) => compareReleases(a.release, b.release, this.plan))
    return sets.map(([, set]) => set)
  }

  private async stopControllers(): Promise<void> {
    for (const set of this.controllers.values()) await set.stop()
  }
}
