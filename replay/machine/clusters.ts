import type { NodeStart, ReadFile, RunningComponent, Started } from '../../cluster/component-start.ts'
import type { ContainerNetwork } from '../../containers/container-network.ts'
import type { ComponentRuntime } from '../runtime.ts'
import type { AssumedObjects } from './assumed-objects.ts'
import { MachineCluster } from './cluster.ts'
import type { Computers } from './computers.ts'
import type { KubeadmCluster } from './kubeadm-plan.ts'
import type { Sources } from './sources.ts'
import type { Stores } from './stores.ts'

/** What an image of a node holds. */
export interface NodeImage {
  /** '' for a release that cannot be simulated. */
  release: string
  /** Whether the release was named. */
  given: boolean
  /** The document's own, where `release` stands in for it. */
  meant?: string | undefined
}

/** kubelet or kube-proxy of a node; its files are those of the node's own disk where it has one. */
export interface NodeProgram {
  node: string
  release: string
  args: string[]
  version?: string | undefined
  readFile?: ReadFile
}

interface Around {
  computers: Computers
  sources: Sources
  stores: Stores
  /** What every new cluster is given before the document's first command on it. */
  assumed: AssumedObjects | undefined
  /** What containers reach. */
  network: ContainerNetwork
}

/** The clusters of the machine: the components that run, the layout that kubeadm gave them, and images to make more. */
export class Clusters {
  readonly components: MachineCluster
  /** The document takes the taint of a control plane away by hand: without that it stands for one with workers. */
  untaintsByHand = false
  /** Controllers and scheduler take part in elections, as kubeadm has it: the document looks at the leases. Default: they work at once */
  electsLeaders = false
  private readonly around: Around
  private layout: KubeadmCluster | undefined
  private readonly built = new Map<string, NodeImage>()

  constructor(runtime: ComponentRuntime, around: Around) {
    this.components = new MachineCluster(runtime)
    this.around = around
  }

  /** A cluster in kubeadm's layout, as kind makes it. */
  get kubeadm(): KubeadmCluster | undefined {
    return this.layout
  }

  hasLayout(layout: KubeadmCluster): void {
    this.layout = layout
  }

  /** The cluster is deleted. */
  forgetLayout(): void {
    this.layout = undefined
  }

  /** Images of nodes that were built here. */
  get nodeImages(): ReadonlyMap<string, NodeImage> {
    return this.built
  }

  buildNodeImage(name: string, image: NodeImage): void {
    this.built.set(name, image)
  }

  async giveAssumed(): Promise<void> {
    const { assumed, stores } = this.around
    const { apiserver, runtime } = this.components
    if (assumed === undefined || apiserver === undefined || stores.etcdDir === undefined) return
    await assumed.give(apiserver, await stores.dataDirOf(stores.etcdDir), runtime.connect)
  }

  /** Starts a kubelet in place of the node's last one, with its configuration file as it is on the disk now. */
  startKubelet(start: NodeProgram): Promise<Started<RunningComponent>> {
    return this.components.startKubelet(start.node, this.nodeStart(start))
  }

  startKubeProxy(start: NodeProgram): Promise<Started<RunningComponent>> {
    return this.components.startKubeProxy(start.node, this.nodeStart(start))
  }

  private nodeStart(start: NodeProgram): NodeStart {
    const { computers, sources } = this.around
    const { apiserver } = this.components
    if (apiserver === undefined) throw new Error('no kube-apiserver runs on the machine')
    const host = computers.nodes.get(start.node) ?? computers.workstation
    return {
      release: start.release,
      version: start.version ?? sources.buildVersion(),
      args: start.args,
      readFile: start.readFile ?? host.readFile,
      writeFile: (path, content) => host.writeFile(path, content, 0o600),
      apiserver,
      node: start.node,
      network: this.around.network,
    }
  }

  async stop(): Promise<void> {
    await this.layout?.stop()
    await this.components.stop()
  }
}
