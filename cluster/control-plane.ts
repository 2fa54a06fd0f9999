import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { EtcdError } from '../etcdctl/api/etcd-api.ts'
import type { ServedEtcd } from '../etcdctl/grpc/serve-etcd.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type { ClusterOptions, FeatureGates } from './cluster-options.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ClusterStore, StoringServer } from './cluster-store.ts'
import type { RunningComponent, RunningServer } from './component-start.ts'
import type { Components } from './components.ts'
import { ControlPlaneServer, type ServerChange } from './control-plane-server.ts'
import type { Front } from './front.ts'
import { compareReleases, newestOf, oldestOf } from './release-order.ts'
import { apiserverNames, ownAddress } from './several-servers.ts'
import { gateFlags, unwrap } from './start-component.ts'

const notRunning = (): ClusterUsageError => new ClusterUsageError('the kube-apiserver does not run')

/** By which clients and components reach the servers. */
export type Address = Pick<RunningServer, 'url' | 'kubeconfig'>

interface Parts {
  components: Components
  store: ClusterStore
  /** Of each server. */
  releases: readonly string[]
  options: Pick<
    ClusterOptions,
    'apiservers' | 'apiserverFlags' | 'featureGates' | 'http' | 'metrics' | 'plan' | 'port'
  >
  log(component: string, line: string, name?: string): void
}

/** The kube-apiservers and the controllers of a cluster. */
export class ControlPlane {
  readonly servers: readonly ControlPlaneServer[]
  private readonly parts: Parts
  private readonly plan: ReleasePlan | undefined
  /** Before several servers, from their first start on. */
  private front: Front | undefined
  private controllers: RunningComponent | undefined
  /** What the controllers were started with last. */
  private controllersAre: { release: string; featureGates: FeatureGates }
  private readonly etcd: ServedEtcd[] = []

  constructor(parts: Parts) {
    const { options, releases } = parts
    this.parts = parts
    this.plan = options.plan
    const release = oldestOf(releases, options.plan)
    this.controllersAre = { release, featureGates: options.featureGates ?? {} }
    const environment = { ...parts, knownAs: () => this.frontUrl }
    const { several } = this
    this.servers = releases.map((own, i) =>
      several
        ? new ControlPlaneServer(environment, own, 0, ownAddress(i, options.apiserverFlags))
        : new ControlPlaneServer(environment, own, options.port ?? 0),
    )
  }

  /** Of the oldest server: what every server can do. */
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
    if (server === undefined) throw notRunning()
    return { url: this.frontUrl ?? server.url, kubeconfig: (user) => server.kubeconfig(user) }
  }

  /** The URL of one server. Throws ClusterUsageError where it is down. */
  urlOf(name: string): string {
    const { running } = this.server(name)
    if (running === undefined) throw new ClusterUsageError(`${name} does not run`)
    return running.url
  }

  /** One of several. Throws ClusterUsageError. */
  server(name: string): ControlPlaneServer {
    const found = this.servers.find((server) => server.name === name)
    if (found !== undefined) return found
    const names = this.servers.map((server) => server.name)
    throw new ClusterUsageError(`there is no server "${name}", but ${names.join(', ')}`)
  }

  /** Starts everything: the newest server first, since it can read whatever the others keep. */
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
   * Changes servers one after the other, while the others serve. The controllers are never newer than a server. Throws
   * ComponentFailedError; the server is down then, its record as before, and those after it unchanged.
   */
  async change(changes: ReadonlyMap<ControlPlaneServer, ServerChange>, gates?: FeatureGates): Promise<void> {
    if (!this.several) await this.stopControllers()
    const coming = this.servers.map((server) => changes.get(server)?.release ?? server.release)
    const release = oldestOf(coming, this.plan)
    if (this.several && compareReleases(release, this.controllersAre.release, this.plan) < 0)
      await this.changeControllers(release, undefined)
    for (const [server, change] of changes) {
      await this.stopOne(server)
      await this.startOne(server, change)
    }
    await this.changeControllers(release, gates)
  }

  /** Throws as {@link ControlPlaneServer.start}. */
  async startOne(server: ControlPlaneServer, change: ServerChange = {}): Promise<void> {
    const { url } = await server.start(change)
    this.front?.add(server.name, url)
  }

  /** Ends one server while the others go on. @param kill as when its machine dies */
  async takeDown(server: ControlPlaneServer, kill: boolean): Promise<void> {
    this.front?.remove(server.name)
    await server.takeDown(kill)
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
    if (this.servers.every(({ running }) => running === undefined)) throw notRunning()
    return this.parts.store.snapshot(this.storing())
  }

  /** Stops everything; the address of several servers stays. */
  async stop(): Promise<void> {
    await this.stopControllers()
    await Promise.all(this.servers.map((server) => this.stopOne(server)))
  }

  /** As {@link stop}, for good. */
  async close(): Promise<void> {
    for (const served of this.etcd.splice(0)) served.close()
    await this.stop()
    await this.front?.close()
    this.parts.store.close()
  }

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

  /** Starts them anew where they are to be of another release, have other gates, or do not run. */
  private async changeControllers(release: string, gates: FeatureGates | undefined): Promise<void> {
    const same = this.controllersAre.release === release && gates === undefined
    if (same && this.controllers !== undefined) return
    await this.stopControllers()
    this.controllersAre = { release, featureGates: gates ?? this.controllersAre.featureGates }
    await this.startControllers()
  }

  private async startControllers(): Promise<void> {
    const { components, options, log } = this.parts
    const name = 'kube-controller-manager'
    const { release, featureGates } = this.controllersAre
    const started = await components.startControllers({
      apiserver: this.address,
      release,
      args: [...gateFlags(featureGates), ...versionFlags(options.apiserverFlags)],
      log: (line) => log(name, line),
    })
    this.controllers = unwrap(name, started)
  }

  private async stopControllers(): Promise<void> {
    await this.controllers?.stop()
    this.controllers = undefined
  }
}

/** A control plane emulates a version as a whole. */
const versionFlags = (flags: readonly string[] = []): string[] =>
  flags.filter((flag) => /^--(emulated|min-compatibility)-version=/.test(flag))
