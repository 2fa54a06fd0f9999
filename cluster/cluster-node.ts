import { minorOf } from '../component-base/minor.ts'
import type { ContainerNetwork } from '../containers/container-network.ts'
import type { FeatureGates, NodeOptions } from './cluster-options.ts'
import type { RunningKubelet, RunningProxy, ServerAccess } from './component-start.ts'
import type { Components } from './components.ts'
import { clusterDialect } from './dialect.ts'
import { gateFlags, noFiles, unwrap } from './start-component.ts'

/** The parts of a cluster that its nodes use. */
export interface NodeEnvironment {
  components: Components
  apiserver(): ServerAccess
  /** The cluster's gates, for components that have none of their own. */
  featureGates(): FeatureGates
  log(component: string, line: string, node: string): void
  network: ContainerNetwork
}

interface NodeComponent {
  release: string
  /** The gates of the component; undefined: the cluster's. */
  featureGates: FeatureGates | undefined
}

/** The release and gates that a component is to change to; a member that is left out stays. */
export type NodeChange = Partial<{ release: string; featureGates: FeatureGates }>

/** A kubelet and a kube-proxy, each of a release and with gates of its own. */
export class ClusterNode {
  readonly name: string
  private readonly environment: NodeEnvironment
  private readonly flags: Readonly<Record<'kubelet' | 'kube-proxy', readonly string[]>>
  private kubeletIs: NodeComponent
  private kubeProxyIs: NodeComponent
  private kubelet: RunningKubelet | undefined
  /** The kubelet that was started last, whether it runs or not. */
  private machine: RunningKubelet | undefined
  private kubeProxy: RunningProxy | undefined
  /** The kube-proxy whose rules the node has while none runs. */
  private lastRuler: RunningProxy | undefined

  /** @param network the flags of the cluster's networks, before the node's own */
  constructor(
    options: NodeOptions,
    release: string,
    network: Readonly<Record<'kubelet' | 'kubeProxy', readonly string[]>>,
    environment: NodeEnvironment,
  ) {
    this.name = options.name
    this.environment = environment
    this.flags = {
      kubelet: [...network.kubelet, ...(options.kubeletFlags ?? [])],
      'kube-proxy': [...network.kubeProxy, ...(options.kubeProxyFlags ?? [])],
    }
    this.kubeletIs = { release: options.kubeletRelease ?? release, featureGates: options.featureGates }
    this.kubeProxyIs = {
      release: options.kubeProxyRelease ?? release,
      featureGates: options.kubeProxyFeatureGates ?? options.featureGates,
    }
  }

  get kubeletState(): { release: string; featureGates: FeatureGates } {
    return { ...this.kubeletIs, featureGates: this.gatesOf(this.kubeletIs) }
  }

  get kubeProxyState(): { release: string; featureGates: FeatureGates } {
    return { ...this.kubeProxyIs, featureGates: this.gatesOf(this.kubeProxyIs) }
  }

  async start(): Promise<void> {
    // A kube-proxy that does not find its node waits for it, and longer each time.
    await this.restartKubelet()
    await this.restartKubeProxy()
  }

  async stop(): Promise<void> {
    const { kubelet } = this
    this.kubelet = undefined
    await Promise.all([kubelet?.stop(), this.stopKubeProxy()])
    this.machine?.powerOff?.()
  }

  /** Stops kube-proxy; the node keeps its rules. */
  async stopKubeProxy(): Promise<void> {
    const { kubeProxy } = this
    this.lastRuler = this.ruler
    this.kubeProxy = undefined
    await kubeProxy?.stop()
  }

  /** The kubelet; undefined while it is down. */
  get runningKubelet(): RunningKubelet | undefined {
    return this.kubelet
  }

  /** The kube-proxy; undefined while it is down. */
  get runningProxy(): RunningProxy | undefined {
    return this.kubeProxy
  }

  /** The kube-proxy whose rules the node has, whether it runs or not; undefined where none has programmed any. */
  get ruler(): RunningProxy | undefined {
    return this.kubeProxy?.traffic?.programmed() === undefined ? this.lastRuler : this.kubeProxy
  }

  /** Resolves when the node's status has been reported. Throws ComponentFailedError; it is down then, and its record as before. */
  async restartKubelet(change: NodeChange = {}): Promise<void> {
    await this.kubelet?.stop()
    this.kubelet = undefined
    const wanted = { ...this.kubeletIs, ...change }
    this.kubelet = unwrap(
      'kubelet',
      await this.environment.components.startKubelet(this.startOf('kubelet', wanted)),
      this.name,
    )
    this.machine = this.kubelet
    this.kubeletIs = wanted
  }

  /** Resolves when rules have been programmed. Throws as {@link restartKubelet}. */
  async restartKubeProxy(change: NodeChange = {}): Promise<void> {
    await this.stopKubeProxy()
    const wanted = { ...this.kubeProxyIs, ...change }
    this.kubeProxy = unwrap(
      'kube-proxy',
      await this.environment.components.startKubeProxy(this.startOf('kube-proxy', wanted)),
      this.name,
    )
    this.kubeProxyIs = wanted
  }

  rules(): ReturnType<RunningProxy['rules']> {
    return this.ruler?.rules()
  }

  private gatesOf(component: NodeComponent): FeatureGates {
    return component.featureGates ?? this.environment.featureGates()
  }

  private startOf(program: 'kubelet' | 'kube-proxy', wanted: NodeComponent) {
    return {
      release: wanted.release,
      args: [
        `--hostname-override=${this.name}`,
        ...(program === 'kubelet' ? clusterDialect(minorOf(wanted.release)).runtimeFlags : []),
        ...this.flags[program],
        ...gateFlags(this.gatesOf(wanted)),
      ],
      readFile: noFiles,
      apiserver: this.environment.apiserver(),
      log: (line: string) => this.environment.log(program, line, this.name),
      network: this.environment.network,
    }
  }
}
