import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, realClock } from '../component-base/clock.ts'
import { eachOf } from '../component-base/each-of.ts'
import { growByHalf } from '../server/endpoints/spare-memory.ts'
import { ClusterChanges } from './cluster-changes.ts'
import type { ClusterClient } from './cluster-client.ts'
import { ClusterClients } from './cluster-clients.ts'
import { ClusterNode } from './cluster-node.ts'
import type { ClusterOptions, NodeOptions } from './cluster-options.ts'
import { ClusterRandom } from './cluster-random.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ClusterStore } from './cluster-store.ts'
import { ClusterTraffic } from './cluster-traffic.ts'
import { Components } from './components.ts'
import { ControlPlane } from './control-plane.ts'
import { untilDefaultAccount } from './default-account.ts'
import { registerMetricsServer } from './metrics-server-objects.ts'
import { NamedComponents } from './named-components.ts'
import type { NetworkParts } from './network/cluster-network.ts'
import { connected } from './network/connected.ts'
import { networkFlags } from './network/network-flags.ts'
import { networkOfContainers } from './network/network-of-containers.ts'
import { newStore } from './new-store.ts'
import { removePrivateDirectory } from './private-directory.ts'
import { apiserverReleases, nodeRelease } from './several-servers.ts'

/**
 * Nodes that are on their way to their first report: thousands neither flood the server nor tick in step. Half as many keep the
 * processor busy; more would not be ready sooner, and hold for longer what they need only on their way.
 */
const nodesAtOnce = 16
/**
 * From so many nodes on, what they throw away is kept small at the price of more collections. With 1,000 these cost a fifteenth of the
 * processor's time and save a fiftieth of the memory.
 */
const manyNodes = 2000

type Log = (component: string, line: string, node?: string) => void

/** The parts of a cluster of the library, and its start and end. Whoever changes it does so one change at a time. */
export class ClusterParts {
  readonly controlPlane: ControlPlane
  readonly nodes: ClusterNode[]
  readonly named: NamedComponents
  readonly changes: ClusterChanges
  readonly clients: ClusterClients
  readonly traffic = new ClusterTraffic(() => this.networkParts())
  /** Private files, gone with the cluster. */
  readonly directory: string
  /** A kubeconfig of an administrator in the directory. */
  readonly kubeconfigPath: string
  private readonly options: ClusterOptions
  private readonly clock: Clock
  private readonly random: ClusterRandom
  private readonly store: ClusterStore
  private readonly nodeOf: (node: NodeOptions, at: number) => ClusterNode
  private ownClient: ClusterClient | undefined

  constructor(options: ClusterOptions, nodes: readonly NodeOptions[], directory: string, log: Log) {
    this.options = options
    this.directory = directory
    this.kubeconfigPath = join(directory, 'kubeconfig')
    const clock = options.clock ?? realClock
    const random = new ClusterRandom(options.seed, options.snapshot?.revision ?? 0)
    const store = newStore(options, clock)
    const several = options.apiservers !== undefined
    const components = new Components({
      clock,
      random,
      // By connections within the process: of half a hundred handshakes a start would take twice as long.
      ownServersOnly: true,
      // A front decides which of several servers answers whom.
      calls: !several,
      ...(options.plan === undefined ? {} : { plan: options.plan }),
    })
    // It shall not hang on the host's network which of several servers answers whom.
    const connect = several ? components.connect(false) : undefined
    this.clock = clock
    this.random = random
    this.store = store
    this.clients = new ClusterClients({ components, options, clock, directory, connect })
    const releases = apiserverReleases(options)
    this.controlPlane = new ControlPlane({ components, store, releases, options, log, random })
    const environment = {
      components,
      apiserver: () => this.controlPlane.address,
      featureGates: () => this.changes.gates,
      log,
      network: networkOfContainers(() => this.traffic.made()),
    }
    const network = networkFlags(options.networking)
    this.nodeOf = (node, at) => {
      const flags = { kubelet: network.kubelet(at), kubeProxy: network.kubeProxy }
      return new ClusterNode(node, nodeRelease(options), flags, environment)
    }
    this.nodes = nodes.map(this.nodeOf)
    this.named = new NamedComponents(this.controlPlane, this.nodes, options)
    this.changes = new ClusterChanges(this.controlPlane, this.nodes, this.named, options)
  }

  /** A client of an administrator, made when it is first asked for. */
  get admin(): ClusterClient {
    this.ownClient ??= this.clients.client(this.controlPlane.address.kubeconfig('admin'), 'kepsim')
    return this.ownClient
  }

  /** Resolves when the server serves, all nodes have reported, pods may be created and the controllers have made what they make of a new cluster. */
  async start(): Promise<void> {
    const { snapshot, signal } = this.options
    if (snapshot !== undefined) await this.store.startFrom(snapshot)
    await this.startComponents()
    await writeFile(this.kubeconfigPath, this.controlPlane.address.kubeconfig('admin'), { mode: 0o600 })
    signal?.throwIfAborted()
  }

  /** Starts a node and keeps it; where it does not start, the cluster is as it was. */
  async addNode(node: NodeOptions): Promise<void> {
    const added = this.nodeOf(node, this.nodes.length)
    try {
      await added.start()
    } catch (error) {
      await added.stop()
      throw error
    }
    this.nodes.push(added)
  }

  /** Stops every component, exchanges what the store holds, and starts all again. */
  async restore(snapshot: ClusterSnapshot): Promise<void> {
    await this.stopNodes()
    await this.controlPlane.stop()
    await this.store.restore(snapshot)
    this.random.beginAt(snapshot.revision)
    await this.startComponents()
  }

  /** Ends everything, and removes the directory. */
  async close(): Promise<void> {
    this.clients.close()
    this.traffic.stop()
    await this.stopNodes()
    await this.controlPlane.close()
    await removePrivateDirectory(this.directory)
  }

  private async startComponents(): Promise<void> {
    const { metrics, signal } = this.options
    await this.controlPlane.start()
    signal?.throwIfAborted()
    if (metrics) await registerMetricsServer(this.admin)
    if (this.nodes.length >= manyNodes) growByHalf()
    await eachOf(this.nodes, nodesAtOnce, (node) => node.start())
    await untilDefaultAccount(this.admin, signal)
    await this.controlPlane.untilAtRest()
  }

  private async stopNodes(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()))
  }

  private networkParts(): NetworkParts {
    return {
      client: this.admin,
      server: () => this.controlPlane.onlyServer,
      clock: this.clock,
      random: this.random,
      node: (name) => this.nodes.find((one) => one.name === name),
      dialServer: () => connected(new URL(this.controlPlane.address.url)),
    }
  }
}
