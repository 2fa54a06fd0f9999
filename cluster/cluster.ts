// A whole cluster in this process: one kube-apiserver, the controllers, and kubelets, each of a release of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { realRandom, seededRandom } from '../component-base/random.ts'
import { recordedReleases } from '../component-base/release-facts.ts'
import {
  type ClusterOptions,
  ComponentFailedError,
  type ComponentState,
  type NodeOptions,
} from './cluster-options.ts'
import {
  Components,
  type RunningComponent,
  type RunningProxy,
  type RunningServer,
  type Started,
} from './components.ts'

type Gates = Readonly<Record<string, boolean>>

interface RunningNode {
  name: string
  kubeletRelease: string
  featureGates: Gates | undefined
  kubelet: RunningComponent | undefined
  kubeProxyRelease: string
  kubeProxyGates: Gates | undefined
  kubeProxy: RunningProxy | undefined
}

/** Releases to change to; `nodes` are kubelets by the node's name, before `kubelet` for all of them. */
interface Releases {
  apiserver?: string
  kubelet?: string
  kubeProxy?: string
  nodes?: Readonly<Record<string, string>>
}

const noFiles = (path: string): Promise<string> => Promise.reject(new Error(`no file ${path}`))
const gateFlags = (gates: Gates): string[] => {
  const text = Object.entries(gates)
    .map(([name, on]) => `${name}=${on}`)
    .join(',')
  return text === '' ? [] : [`--feature-gates=${text}`]
}

function nodeList(nodes: ClusterOptions['nodes']): readonly NodeOptions[] {
  if (typeof nodes === 'object') return nodes
  return Array.from({ length: nodes ?? 1 }, (_, i) => ({ name: `node-${i + 1}` }))
}

/** A running cluster. Its store stays when the release of a component changes. */
export class Cluster {
  private readonly components: Components
  private readonly options: ClusterOptions
  private readonly nodes: RunningNode[] = []
  private readonly clients: RestClient[] = []
  private readonly ownData: string | undefined
  private readonly data: string
  private gates: Gates
  private server: RunningServer | undefined
  private controllers: RunningComponent | undefined
  private port: number
  /** The release of kube-apiserver. */
  release: string

  private constructor(options: ClusterOptions, data: string, ownData: string | undefined) {
    this.options = options
    this.data = data
    this.ownData = ownData
    this.release = options.release ?? recordedReleases().at(-1)!
    this.gates = options.featureGates ?? {}
    this.port = options.port ?? 0
    this.components = new Components({
      random: options.seed === undefined ? realRandom : seededRandom(options.seed),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.plan === undefined ? {} : { plan: options.plan }),
      ...(options.log === undefined ? {} : { log: options.log }),
    })
    for (const node of nodeList(options.nodes)) {
      this.nodes.push({
        name: node.name,
        kubeletRelease: node.kubeletRelease ?? this.release,
        featureGates: node.featureGates,
        kubelet: undefined,
        kubeProxyRelease: node.kubeProxyRelease ?? this.release,
        kubeProxyGates: node.kubeProxyFeatureGates ?? node.featureGates,
        kubeProxy: undefined,
      })
    }
  }

  /** Starts everything; resolves when all nodes have reported. Throws ComponentFailedError. */
  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    const own = options.data === undefined ? await mkdtemp(join(tmpdir(), 'kepsim-cluster-')) : undefined
    const cluster = new Cluster(options, options.data ?? own!, own)
    try {
      await cluster.startServer()
      await Promise.all(cluster.nodes.map((node) => cluster.startNode(node)))
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  get url(): string {
    return this.running().url
  }

  /** A kubeconfig (YAML) of an administrator. */
  get kubeconfig(): string {
    return this.running().kubeconfig('admin')
  }

  /** A client of an administrator; closed with the cluster. */
  client(userAgent = 'kepsim'): RestClient {
    const client = new RestClient(parseKubeconfig(this.kubeconfig), userAgent, this.options.warn)
    this.clients.push(client)
    return client
  }

  /** Changes releases, the server first; nodes by name, or `kubelet` for all of them. The data stays. */
  async upgrade(to: Releases): Promise<void> {
    if (to.apiserver !== undefined) await this.restartServer(to.apiserver)
    await this.changeNodes(to)
  }

  /** As {@link upgrade}, the server last. */
  async downgrade(to: Releases): Promise<void> {
    await this.changeNodes(to)
    if (to.apiserver !== undefined) await this.restartServer(to.apiserver)
  }

  /** Restarts all components with these gates in place of the old ones. */
  async setGates(gates: Gates): Promise<void> {
    this.gates = gates
    await this.restartServer(this.release)
    await this.restart('kubelet')
    await this.restart('kube-proxy')
  }

  async restart(component: 'apiserver' | 'kubelet' | 'kube-proxy', nodeName?: string): Promise<void> {
    if (component === 'apiserver') return this.restartServer(this.release)
    for (const node of this.nodes.filter((n) => nodeName === undefined || n.name === nodeName)) {
      await (component === 'kubelet' ? node.kubelet : node.kubeProxy)?.stop()
      await (component === 'kubelet' ? this.startKubelet(node) : this.startKubeProxy(node))
    }
  }

  /** What runs, the server first. */
  states(): ComponentState[] {
    return [
      { name: 'kube-apiserver', release: this.release, featureGates: this.gates },
      ...this.nodes.flatMap((node) => [
        {
          name: `kubelet/${node.name}`,
          release: node.kubeletRelease,
          featureGates: node.featureGates ?? this.gates,
        },
        {
          name: `kube-proxy/${node.name}`,
          release: node.kubeProxyRelease,
          featureGates: node.kubeProxyGates ?? this.gates,
        },
      ]),
    ]
  }

  /** What the node's tools (`iptables-save`, `nft list ruleset`, …) show of its kube-proxy's last sync. */
  rules(nodeName: string): ReturnType<RunningProxy['rules']> {
    return this.nodes.find((n) => n.name === nodeName)?.kubeProxy?.rules()
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close()
    await Promise.all(this.nodes.flatMap((node) => [node.kubelet?.stop(), node.kubeProxy?.stop()]))
    await this.stopServer()
    if (this.ownData !== undefined) await rm(this.ownData, { recursive: true, force: true })
  }

  private running(): RunningServer {
    if (this.server === undefined) throw new Error('the cluster does not run')
    return this.server
  }

  private async changeNodes(to: Releases): Promise<void> {
    for (const node of this.nodes) {
      const kubelet = to.nodes?.[node.name] ?? to.kubelet
      if (kubelet !== undefined) {
        node.kubeletRelease = kubelet
        await this.restart('kubelet', node.name)
      }
      if (to.kubeProxy !== undefined) {
        node.kubeProxyRelease = to.kubeProxy
        await this.restart('kube-proxy', node.name)
      }
    }
  }

  private async restartServer(release: string): Promise<void> {
    await this.stopServer()
    this.release = release
    await this.startServer()
  }

  private async stopServer(): Promise<void> {
    await this.controllers?.stop()
    await this.server?.stop()
    this.controllers = undefined
    this.server = undefined
  }

  private async startServer(): Promise<void> {
    const args = [
      '--authorization-mode=RBAC',
      ...(this.options.http === true ? ['--http'] : []),
      ...gateFlags(this.gates),
      ...(this.options.apiserverFlags ?? []),
    ]
    const server = unwrap(
      'kube-apiserver',
      await this.components.startApiserver({
        release: this.release,
        args,
        readFile: noFiles,
        dataDir: this.data,
        port: this.port,
        trusting: this.options.http === true,
      }),
    )
    this.server = server
    // A restarted server keeps its address, so that clients find it again.
    this.port = Number(new URL(server.url).port)
    this.controllers = unwrap(
      'kube-controller-manager',
      await this.components.startControllers({ apiserver: server }),
    )
  }

  private async startNode(node: RunningNode): Promise<void> {
    // A kube-proxy that does not find its node waits for it, and longer each time.
    await this.startKubelet(node)
    await this.startKubeProxy(node)
  }

  private async startKubeProxy(node: RunningNode): Promise<void> {
    const args = [`--hostname-override=${node.name}`, ...gateFlags(node.kubeProxyGates ?? this.gates)]
    const { kubeProxyRelease: release } = node
    const apiserver = this.running()
    const started = await this.components.startKubeProxy({ release, args, readFile: noFiles, apiserver })
    node.kubeProxy = unwrap('kube-proxy', started)
  }

  private async startKubelet(node: RunningNode): Promise<void> {
    const args = [`--hostname-override=${node.name}`, ...gateFlags(node.featureGates ?? this.gates)]
    node.kubelet = unwrap(
      'kubelet',
      await this.components.startKubelet({
        release: node.kubeletRelease,
        args,
        readFile: noFiles,
        apiserver: this.running(),
      }),
    )
  }
}

function unwrap<T>(component: string, started: Started<T>): T {
  if (started.ok) return started.component
  throw new ComponentFailedError(component, started.exitCode, started.stderr)
}

/** Starts a cluster; see {@link Cluster}. */
export const startCluster = (options: ClusterOptions = {}): Promise<Cluster> => Cluster.start(options)
