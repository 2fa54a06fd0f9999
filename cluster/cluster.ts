// A whole cluster in this process: one kube-apiserver or several, the controllers, and nodes, each of a release of its own.
import { join } from 'node:path'
import type { ProxyRules } from '../kube-proxy-sim/rules/render-rules.ts'
import type { AuthenticatedUser } from './authenticated-user.ts'
import { callSite, forCaller, pointAtCallers } from './call-site.ts'
import { checkNode, checkOptions } from './check-options.ts'
import type { ClusterClient } from './cluster-client.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type {
  ClusterComponent,
  ClusterOptions,
  ClusterReleases,
  ComponentState,
  FeatureGates,
  GatesTarget,
  LoggingComponent,
  NodeOptions,
} from './cluster-options.ts'
import { ClusterParts } from './cluster-parts.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import { ComponentLogs } from './component-logs.ts'
import type { DnsAnswer, DnsType } from './network/dns.ts'
import type { SendRequest, SendResult } from './network/send.ts'
import type { Sender } from './network/sender.ts'
import { privateDirectory } from './private-directory.ts'

/**
 * A running cluster, from {@link startCluster}. Its store stays when the release or the gates of a component change. Changes
 * are made one at a time, in the order of the calls. When a component does not start (ComponentFailedError), it is down and all
 * else runs on: another change, or `restart` with what it had before, brings it back.
 *
 * After `stop` it can be asked for `logs`, `states` and `release`; everything else throws ClusterUsageError.
 */
export class Cluster {
  private readonly options: ClusterOptions
  private readonly parts: ClusterParts
  private readonly lines = new ComponentLogs()
  private readonly onAbort = (): void => void this.stop()
  private lastChange: Promise<unknown> = Promise.resolve()
  private stopped: Promise<void> | undefined

  private constructor(options: ClusterOptions, nodes: readonly NodeOptions[], directory: string) {
    this.options = options
    this.parts = new ClusterParts(options, nodes, directory, this.log.bind(this))
  }

  /** See {@link startCluster}. */
  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    const nodes = checkOptions(options)
    const { signal } = options
    signal?.throwIfAborted()
    const cluster = new Cluster(options, nodes, await privateDirectory())
    signal?.addEventListener('abort', cluster.onAbort)
    try {
      await cluster.change(() => cluster.parts.start())
      return cluster
    } catch (error) {
      await cluster.stop()
      signal?.throwIfAborted()
      throw error
    }
  }

  /** The release of kube-apiserver, as given: `1.34`; of several, that of the oldest. */
  get release(): string {
    return this.parts.controlPlane.release
  }

  /** `https://127.0.0.1:40123`; the same for the cluster's whole life. */
  get url(): string {
    this.checkRunning()
    return this.parts.controlPlane.address.url
  }

  /** A kubeconfig (YAML) of an administrator, with certificate and key in it. */
  get kubeconfig(): string {
    this.checkRunning()
    return this.parts.controlPlane.address.kubeconfig('admin')
  }

  /** A file with {@link kubeconfig}, mode 0600, that goes away with the cluster: `KUBECONFIG` of other programs. */
  get kubeconfigPath(): string {
    this.checkRunning()
    return this.parts.kubeconfigPath
  }

  /**
   * A client of an administrator; closed with the cluster. Of several servers it keeps to one while that runs, each client to the
   * next one in turn.
   *
   * @param server the only one that it asks, by name: `kube-apiserver-2`
   */
  client(userAgent = 'kepsim', { server }: { server?: string } = {}): ClusterClient {
    const url = server === undefined ? undefined : this.parts.controlPlane.urlOf(server)
    return this.parts.clients.client(this.kubeconfig, userAgent, url)
  }

  /**
   * A user with a client certificate, who may do what RBAC lets the name and the groups do; `system:authenticated` is added by
   * the server. The certificate is good for every release that the cluster changes to, and in no other cluster.
   *
   * @throws ClusterUsageError without a name, or over plain HTTP, where nobody can show a certificate
   */
  async addUser(name: string, options: { groups?: readonly string[] } = {}): Promise<AuthenticatedUser> {
    this.parts.clients.checkUser(name)
    const check = (): void => this.checkRunning()
    return this.change(() => this.parts.clients.addUser(name, options.groups ?? [], this.url, check))
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
    this.parts.named.check(to)
    await this.change(() => this.parts.changes.upgrade(to, this.states()))
  }

  /** As {@link upgrade}, in the order of a downgrade: the server last. */
  async downgrade(to: ClusterReleases): Promise<void> {
    this.checkRunning()
    this.parts.named.check(to)
    await this.change(() => this.parts.changes.downgrade(to, this.states()))
  }

  /**
   * Restarts components with these gates in place of the ones before. Without `on` all of them; nodes that were given gates of
   * their own keep those.
   *
   * @param on only one component, of one node or of all, or one server of several; the gates are its own then
   * @throws ComponentFailedError where a component does not know a gate, or has it locked
   */
  async setGates(gates: FeatureGates, on: GatesTarget = {}): Promise<void> {
    this.checkRunning()
    const make = this.parts.changes.gatesChange(gates, on)
    await this.change(make)
  }

  /**
   * Restarts a component with the release and gates that it has.
   *
   * @param name of a node, or of one server of several; default: every one, one after the other
   */
  async restart(component: ClusterComponent, name?: string): Promise<void> {
    this.checkRunning()
    const make = this.parts.changes.restart(component, name)
    await this.change(make)
  }

  /**
   * Another node, as those of `nodes` at the start. Resolves when it has reported.
   *
   * @throws ClusterUsageError, UnknownReleaseError before anything changes; ComponentFailedError: the cluster is as it was then
   */
  async addNode(node: NodeOptions): Promise<void> {
    this.checkRunning()
    await this.change(async () => {
      const others = this.parts.nodes.map(({ name }) => name)
      checkNode(node, 'node', others, this.options.plan)
      await this.parts.addNode(node)
    })
  }

  /**
   * Ends one server of several, while the others go on: its clients find another one.
   *
   * @param kill as when its machine dies: the endpoints of the Service `kubernetes` name it until its lease is over
   */
  async stopServer(name: string, { kill = false }: { kill?: boolean } = {}): Promise<void> {
    this.checkRunning()
    const [server] = this.parts.named.servers(name)
    await this.change(() => this.parts.controlPlane.takeDown(server!, kill))
  }

  /** Starts a server that has been stopped or did not start, as it was. */
  async startServer(name: string): Promise<void> {
    await this.restart('apiserver', name)
  }

  /** The contents of the store now. Ask once what is to be in it is there: controllers may still be at work. */
  async snapshot(): Promise<ClusterSnapshot> {
    return this.change(() => this.parts.controlPlane.snapshot())
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
    await this.change(() => this.parts.restore(snapshot))
  }

  /** The components that run, the servers first; after the cluster has stopped, as they were. */
  states(): ComponentState[] {
    // Of a cluster that was stopped they are as they were.
    const downOr = (running: unknown): { down?: true } =>
      running === undefined && this.stopped === undefined ? { down: true } : {}
    return [
      ...this.parts.controlPlane.servers
        .filter(({ counts }) => counts)
        .map(({ name, release, featureGates, running }) => ({
          name,
          release,
          featureGates,
          ...downOr(running),
        })),
      ...this.parts.nodes.flatMap((node) => [
        { name: `kubelet/${node.name}`, ...node.kubeletState, ...downOr(node.runningKubelet) },
        { name: `kube-proxy/${node.name}`, ...node.kubeProxyState, ...downOr(node.runningProxy) },
      ]),
    ]
  }

  /**
   * What a component has logged (the newest lines, at least 50,000 of all components together), also after `stop`.
   *
   * @param name of a node, or of one server of several; default: every one
   */
  logs(component: LoggingComponent, name?: string): string {
    this.parts.named.checkLog(component, name)
    return this.lines.text(component, name)
  }

  /** The metrics of kube-apiserver in the Prometheus text format. @param server of several; default: the first that runs */
  async metrics(server?: string): Promise<string> {
    if (server !== undefined) return this.client('kepsim', { server }).text('/metrics')
    return this.parts.admin.text('/metrics')
  }

  /**
   * Ends a node's kube-proxy: the node keeps the rules that it has, until `restart('kube-proxy', node)` and the first sync after it.
   */
  async stopKubeProxy(node: string): Promise<void> {
    this.checkRunning()
    const one = this.parts.named.node(node)
    await this.change(() => one.stopKubeProxy())
  }

  /**
   * Sends a packet, or a request over HTTP, through the nodes, by the rules that each one's kube-proxy programmed last.
   *
   * @throws ClusterUsageError for a sender, a place or a name that is not there
   */
  async send(request: SendRequest): Promise<SendResult> {
    this.checkRunning()
    return this.parts.traffic.send(request)
  }

  /** The records of a name in DNS, as a pod or node looks it up, with its search domains. @param type default: A */
  async resolve(name: string, { from, type = 'A' }: { from: Sender; type?: DnsType }): Promise<DnsAnswer> {
    this.checkRunning()
    return this.parts.traffic.resolve(name, type, from)
  }

  /** The rules of kube-proxy's last sync, as a node's tools (`iptables-save`, `nft list ruleset`, …) print them; undefined before it. */
  rules(node: string): ProxyRules | undefined {
    this.checkRunning()
    return this.parts.named.node(node).rules()
  }

  /**
   * Serves the store over gRPC as an etcd does, with the bytes that a real server would have stored: only this user's programs
   * may open the socket, which is gone with the cluster. @returns an endpoint of etcdctl: `unix:///tmp/…/etcd.sock`
   */
  async serveEtcd(path = join(this.parts.directory, 'etcd.sock')): Promise<string> {
    this.checkRunning()
    return this.parts.controlPlane.serveEtcd(path)
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

  private async close(): Promise<void> {
    this.options.signal?.removeEventListener('abort', this.onAbort)
    await this.parts.close()
  }

  /** Makes a change after the change before has ended. Rejects where the cluster has been stopped. */
  private change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.lastChange.then(() => {
      this.checkRunning()
      return work()
    })
    this.lastChange = done.catch(() => {})
    return done
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
