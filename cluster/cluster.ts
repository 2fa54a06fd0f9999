// A whole cluster in this process: one kube-apiserver or several, the controllers, and nodes, each of a release of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, realClock } from '../component-base/clock.ts'
import { eachOf } from '../component-base/each-of.ts'
import type { ProxyRules } from '../kube-proxy-sim/rules/render-rules.ts'
import type { AuthenticatedUser } from './authenticated-user.ts'
import { callSite, forCaller, pointAtCallers } from './call-site.ts'
import { checkDirection } from './check-direction.ts'
import { checkNode, checkOptions } from './check-options.ts'
import type { ClusterClient } from './cluster-client.ts'
import { ClusterClients } from './cluster-clients.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import { ClusterNode } from './cluster-node.ts'
import type {
  ClusterComponent,
  ClusterOptions,
  ClusterReleases,
  ComponentState,
  FeatureGates,
  LoggingComponent,
  NodeOptions,
} from './cluster-options.ts'
import { ClusterRandom } from './cluster-random.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ClusterStore } from './cluster-store.ts'
import { ClusterTraffic } from './cluster-traffic.ts'
import { ComponentLogs } from './component-logs.ts'
import { Components } from './components.ts'
import { ControlPlane } from './control-plane.ts'
import { untilDefaultAccount } from './default-account.ts'
import { registerMetricsServer } from './metrics-server-objects.ts'
import { NamedComponents } from './named-components.ts'
import type { NetworkParts } from './network/cluster-network.ts'
import { connected } from './network/connected.ts'
import type { DnsAnswer, DnsType } from './network/dns.ts'
import { networkOfContainers } from './network/network-of-containers.ts'
import { nodeAddress } from './network/node-address.ts'
import type { SendRequest, SendResult } from './network/send.ts'
import type { Sender } from './network/sender.ts'
import { newStore } from './new-store.ts'
import { apiserverReleases, nodeRelease } from './several-servers.ts'

/** Nodes that are on their way to their first report: thousands neither flood the server nor tick in step. */
const nodesAtOnce = 128

/**
 * A running cluster, from {@link startCluster}. Its store stays when the release or the gates of a component change. Changes
 * are made one at a time, in the order of the calls. When a component does not start (ComponentFailedError), it is down and all
 * else runs on: another change, or `restart` with what it had before, brings it back.
 *
 * After `stop` it can be asked for `logs`, `states` and `release`; everything else throws ClusterUsageError.
 */
export class Cluster {
  private readonly options: ClusterOptions
  private readonly clock: Clock
  private readonly random: ClusterRandom
  private readonly components: Components
  private readonly store: ClusterStore
  private readonly controlPlane: ControlPlane
  private readonly nodes: ClusterNode[]
  private readonly newNode: (node: NodeOptions, at: number) => ClusterNode
  private readonly named: NamedComponents
  private readonly traffic = new ClusterTraffic(() => this.networkParts())
  private readonly lines = new ComponentLogs()
  private readonly clients: ClusterClients
  /** Private files, gone with the cluster. */
  private readonly directory: string
  private readonly onAbort = (): void => void this.stop()
  private admin: ClusterClient | undefined
  private gates: FeatureGates
  private lastChange: Promise<unknown> = Promise.resolve()
  private stopped: Promise<void> | undefined

  private constructor(options: ClusterOptions, nodes: readonly NodeOptions[], directory: string) {
    this.options = options
    this.directory = directory
    this.clock = options.clock ?? realClock
    this.random = new ClusterRandom(options.seed, options.snapshot?.revision ?? 0)
    this.gates = options.featureGates ?? {}
    this.store = newStore(options, this.clock)
    const several = options.apiservers !== undefined
    this.components = new Components({
      clock: this.clock,
      random: this.random,
      // By connections within the process: of half a hundred handshakes a start would take twice as long.
      ownServersOnly: true,
      // A front decides which of several servers answers whom.
      calls: !several,
      ...(options.plan === undefined ? {} : { plan: options.plan }),
    })
    const log = this.log.bind(this)
    const { clock, components, random, store } = this
    // It shall not hang on the host's network which of several servers answers whom.
    const connect = several ? components.connect(false) : undefined
    this.clients = new ClusterClients({ components, options, clock, directory, connect })
    const releases = apiserverReleases(options)
    this.controlPlane = new ControlPlane({ components, store, releases, options, log, random })
    const environment = {
      components,
      apiserver: () => this.controlPlane.address,
      featureGates: () => this.gates,
      log,
      network: networkOfContainers(() => this.traffic.made()),
    }
    this.newNode = (node, at) => new ClusterNode(node, nodeRelease(options), nodeAddress(at), environment)
    this.nodes = nodes.map(this.newNode)
    this.named = new NamedComponents(this.controlPlane, this.nodes, options)
  }

  /** See {@link startCluster}. */
  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    const nodes = checkOptions(options)
    const { signal } = options
    signal?.throwIfAborted()
    const cluster = new Cluster(options, nodes, await mkdtemp(join(tmpdir(), 'kepsim-cluster-')))
    signal?.addEventListener('abort', cluster.onAbort)
    try {
      await cluster.change(() => cluster.startAll())
      return cluster
    } catch (error) {
      await cluster.stop()
      signal?.throwIfAborted()
      throw error
    }
  }

  /** The release of kube-apiserver, as given: `1.34`; of several, that of the oldest. */
  get release(): string {
    return this.controlPlane.release
  }

  /** `https://127.0.0.1:40123`; the same for the cluster's whole life. */
  get url(): string {
    this.checkRunning()
    return this.controlPlane.address.url
  }

  /** A kubeconfig (YAML) of an administrator, with certificate and key in it. */
  get kubeconfig(): string {
    this.checkRunning()
    return this.controlPlane.address.kubeconfig('admin')
  }

  /** A file with {@link kubeconfig}, mode 0600, that goes away with the cluster: `KUBECONFIG` of other programs. */
  get kubeconfigPath(): string {
    this.checkRunning()
    return join(this.directory, 'kubeconfig')
  }

  /**
   * A client of an administrator; closed with the cluster. Of several servers it keeps to one while that runs, each client to the
   * next one in turn.
   *
   * @param server the only one that it asks, by name: `kube-apiserver-2`
   */
  client(userAgent = 'kepsim', { server }: { server?: string } = {}): ClusterClient {
    const url = server === undefined ? undefined : this.controlPlane.urlOf(server)
    return this.clients.client(this.kubeconfig, userAgent, url)
  }

  /**
   * A user with a client certificate, who may do what RBAC lets the name and the groups do; `system:authenticated` is added by
   * the server. The certificate is good for every release that the cluster changes to, and in no other cluster.
   *
   * @throws ClusterUsageError without a name, or over plain HTTP, where nobody can show a certificate
   */
  async addUser(name: string, options: { groups?: readonly string[] } = {}): Promise<AuthenticatedUser> {
    this.clients.checkUser(name)
    const check = (): void => this.checkRunning()
    return this.change(() => this.clients.addUser(name, options.groups ?? [], this.url, check))
  }

  /**
   * Changes releases in the order of an upgrade: the server first, then node by node. The data stays. Of several servers one is
   * changed after the other, while the others serve.
   *
   * @throws UnknownReleaseError, ClusterUsageError (an unknown node, a component that would go down) before anything changes;
   *   ComponentFailedError
   */
  async upgrade(to: ClusterReleases): Promise<void> {
    this.checkRunning()
    this.named.check(to)
    await this.change(async () => {
      checkDirection('upgrade', to, this.states(), this.options.plan)
      await this.changeServer(to)
      await this.changeNodes(to)
    })
  }

  /** As {@link upgrade}, in the order of a downgrade: the server last. */
  async downgrade(to: ClusterReleases): Promise<void> {
    this.checkRunning()
    this.named.check(to)
    await this.change(async () => {
      checkDirection('downgrade', to, this.states(), this.options.plan)
      await this.changeNodes(to)
      await this.changeServer(to)
    })
  }

  /**
   * Restarts components with these gates in place of the ones before. Without `on` all of them; nodes that were given gates of
   * their own keep those.
   *
   * @param on only one component, of one node or of all, or one server of several; the gates are its own then
   * @throws ComponentFailedError where a component does not know a gate, or has it locked
   */
  async setGates(
    gates: FeatureGates,
    on: { component?: ClusterComponent; node?: string; server?: string } = {},
  ): Promise<void> {
    const { node, server } = on
    const component = server === undefined ? on.component : 'apiserver'
    this.checkRunning()
    const nodes = this.named.nodes(component, node)
    const servers = this.named.servers(server)
    const own = component !== undefined || node !== undefined
    await this.change(async () => {
      if (node === undefined && (component ?? 'apiserver') === 'apiserver') {
        const changes = servers.map((one) => [one, { featureGates: gates }] as const)
        await this.controlPlane.change(new Map(changes), server === undefined ? gates : undefined)
      }
      if (!own) this.gates = gates
      const change = own ? { featureGates: gates } : {}
      for (const n of nodes) if (component !== 'kube-proxy') await n.restartKubelet(change)
      for (const n of nodes) if (component !== 'kubelet') await n.restartKubeProxy(change)
    })
  }

  /**
   * Restarts a component with the release and gates that it has.
   *
   * @param name of a node, or of one server of several; default: every one, one after the other
   */
  async restart(component: ClusterComponent, name?: string): Promise<void> {
    const server = component === 'apiserver' && name !== undefined
    this.checkRunning()
    const nodes = this.named.nodes(component, server ? undefined : name)
    const servers = this.named.servers(server ? name : undefined)
    await this.change(async () => {
      if (component === 'apiserver') await this.controlPlane.change(new Map(servers.map((one) => [one, {}])))
      for (const n of nodes) await (component === 'kubelet' ? n.restartKubelet() : n.restartKubeProxy())
    })
  }

  /**
   * Another node, as those of `nodes` at the start. Resolves when it has reported.
   *
   * @throws ClusterUsageError, UnknownReleaseError before anything changes; ComponentFailedError: the cluster is as it was then
   */
  async addNode(node: NodeOptions): Promise<void> {
    this.checkRunning()
    await this.change(async () => {
      const others = this.nodes.map(({ name }) => name)
      checkNode(node, 'node', others, this.options.plan)
      const added = this.newNode(node, others.length)
      try {
        await added.start()
      } catch (error) {
        await added.stop()
        throw error
      }
      this.nodes.push(added)
    })
  }

  /**
   * Ends one server of several, while the others go on: its clients find another one.
   *
   * @param kill as when its machine dies: the endpoints of the Service `kubernetes` name it until its lease is over
   */
  async stopServer(name: string, { kill = false }: { kill?: boolean } = {}): Promise<void> {
    this.checkRunning()
    const [server] = this.named.servers(name)
    await this.change(() => this.controlPlane.takeDown(server!, kill))
  }

  /** Starts a server that has been stopped or did not start, as it was. */
  async startServer(name: string): Promise<void> {
    await this.restart('apiserver', name)
  }

  /** What the store holds now. Ask once what is to be in it is there: controllers may still be at work. */
  async snapshot(): Promise<ClusterSnapshot> {
    return this.change(() => this.controlPlane.snapshot())
  }

  /**
   * Puts the store back to a snapshot, of this cluster or another, as `etcdutl snapshot restore --bump-revision
   * --mark-compacted` does: every component is stopped, the store is exchanged, all start again. Objects have the uids and
   * resourceVersions of the snapshot, allocated addresses are free again. The store's revision grows all the same, and a watch
   * or list from before is answered 410 Expired: informers list anew. Resolves when all nodes have reported.
   *
   * What is no object stays: releases, gates, users, certificates. Service account tokens are good where they were issued.
   */
  async restore(snapshot: ClusterSnapshot): Promise<void> {
    await this.change(async () => {
      await Promise.all(this.nodes.map((node) => node.stop()))
      await this.controlPlane.stop()
      await this.store.restore(snapshot)
      this.random.beginAt(snapshot.revision)
      await this.startComponents()
    })
  }

  /** What runs, the server first. */
  states(): ComponentState[] {
    return [
      ...this.controlPlane.servers
        .filter(({ counts }) => counts)
        .map(({ name, release, featureGates }) => ({ name, release, featureGates })),
      ...this.nodes.flatMap((node) => [
        { name: `kubelet/${node.name}`, ...node.kubeletState },
        { name: `kube-proxy/${node.name}`, ...node.kubeProxyState },
      ]),
    ]
  }

  /**
   * What a component has logged (the newest lines, at least 50,000 of all components together), also after `stop`.
   *
   * @param name of a node, or of one server of several; default: every one
   */
  logs(component: LoggingComponent, name?: string): string {
    this.named.checkLog(component, name)
    return this.lines.text(component, name)
  }

  /** The metrics of kube-apiserver in the Prometheus text format. @param server of several; default: the first that runs */
  async metrics(server?: string): Promise<string> {
    if (server !== undefined) return this.client('kepsim', { server }).text('/metrics')
    this.admin ??= this.client()
    return this.admin.text('/metrics')
  }

  /**
   * Ends a node's kube-proxy: the node keeps the rules that it has, until `restart('kube-proxy', node)` and the first sync after it.
   */
  async stopKubeProxy(node: string): Promise<void> {
    this.checkRunning()
    const one = this.named.node(node)
    await this.change(() => one.stopKubeProxy())
  }

  /**
   * Sends a packet, or a request over HTTP, through the nodes, by the rules that each one's kube-proxy programmed last.
   *
   * @throws ClusterUsageError for a sender, a place or a name that is not there
   */
  async send(request: SendRequest): Promise<SendResult> {
    this.checkRunning()
    return this.traffic.send(request)
  }

  /** The records of a name in DNS, as a pod or node looks it up, with its search domains. @param type default: A */
  async resolve(name: string, { from, type = 'A' }: { from: Sender; type?: DnsType }): Promise<DnsAnswer> {
    this.checkRunning()
    return this.traffic.resolve(name, type, from)
  }

  /** What a node's tools (`iptables-save`, `nft list ruleset`, …) show of its kube-proxy's last sync; undefined before the first. */
  rules(node: string): ProxyRules | undefined {
    this.checkRunning()
    return this.named.node(node).rules()
  }

  /**
   * Serves the store over gRPC as an etcd does, with the bytes that a real server would have stored: only this user's programs
   * may open the socket, which is gone with the cluster. @returns an endpoint of etcdctl: `unix:///tmp/…/etcd.sock`
   */
  async serveEtcd(path = join(this.directory, 'etcd.sock')): Promise<string> {
    this.checkRunning()
    return this.controlPlane.serveEtcd(path)
  }

  /** Stops everything, once a change that is being made has ended. A second call waits for the first. */
  stop(): Promise<void> {
    this.stopped ??= this.lastChange.then(() => this.close())
    return this.stopped
  }

  /** `await using cluster = await startCluster()` stops it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  private networkParts(): NetworkParts {
    const { clock, random } = this
    this.admin ??= this.client()
    return {
      client: this.admin,
      server: () => this.controlPlane.onlyServer,
      clock,
      random,
      node: (name) => this.nodes.find((one) => one.name === name),
      dialServer: () => connected(new URL(this.controlPlane.address.url)),
    }
  }

  private async startAll(): Promise<void> {
    const { snapshot, signal } = this.options
    if (snapshot !== undefined) await this.store.startFrom(snapshot)
    await this.startComponents()
    await writeFile(this.kubeconfigPath, this.kubeconfig, { mode: 0o600 })
    signal?.throwIfAborted()
  }

  private async startComponents(): Promise<void> {
    await this.controlPlane.start()
    this.options.signal?.throwIfAborted()
    if (this.options.metrics) await this.registerMetrics()
    await eachOf(this.nodes, nodesAtOnce, (node) => node.start())
    this.admin ??= this.client()
    await untilDefaultAccount(this.admin, this.options.signal)
  }

  private async registerMetrics(): Promise<void> {
    this.admin ??= this.client()
    await registerMetricsServer(this.admin)
  }

  private async close(): Promise<void> {
    this.options.signal?.removeEventListener('abort', this.onAbort)
    this.clients.close()
    this.traffic.stop()
    await Promise.all(this.nodes.map((node) => node.stop()))
    await this.controlPlane.close()
    await rm(this.directory, { recursive: true, force: true })
  }

  /** One change after the other. */
  private change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.lastChange.then(() => {
      this.checkRunning()
      return work()
    })
    this.lastChange = done.catch(() => {})
    return done
  }

  /** Of several servers, those that have the release already go on undisturbed. */
  private async changeServer({ apiserver, apiservers }: ClusterReleases): Promise<void> {
    const several = this.options.apiservers !== undefined
    const changes = this.controlPlane.servers.flatMap((server) => {
      const release = apiservers?.[server.name] ?? apiserver
      const stays = several && server.release === release && server.counts
      return release === undefined || stays ? [] : [[server, { release }] as const]
    })
    if (changes.length > 0) await this.controlPlane.change(new Map(changes))
  }

  private async changeNodes(to: ClusterReleases): Promise<void> {
    for (const node of this.nodes) {
      const kubelet = to.nodes?.[node.name] ?? to.kubelet
      if (kubelet !== undefined) await node.restartKubelet({ release: kubelet })
      if (to.kubeProxy !== undefined) await node.restartKubeProxy({ release: to.kubeProxy })
    }
  }

  private checkRunning(): void {
    if (this.stopped !== undefined) throw new ClusterUsageError('the cluster has been stopped')
  }

  private log(component: string, line: string, node?: string): void {
    this.lines.append(component, line, node)
    this.options.log?.(component, line, node)
  }
}

/**
 * Starts a cluster in this process; it resolves when the server serves, all nodes have reported and pods may be created. Any number of clusters of
 * different releases run side by side, each on a port of its own.
 *
 * @throws ClusterUsageError, UnknownReleaseError before anything starts; ComponentFailedError when a component does not start,
 *   with what it printed; the signal's reason. Nothing is left running then.
 */
export function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  return forCaller(callSite(startCluster), () => Cluster.start(options))
}

pointAtCallers(Cluster.prototype, [
  ...(['upgrade', 'downgrade', 'setGates', 'restart', 'addNode', 'stopServer', 'startServer'] as const),
  ...([
    'addUser',
    'snapshot',
    'restore',
    'metrics',
    'send',
    'resolve',
    'stopKubeProxy',
    'serveEtcd',
  ] as const),
])
