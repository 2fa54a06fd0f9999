import { checkDirection } from './check-direction.ts'
import { checkTarget } from './check-options.ts'
import type { ClusterNode } from './cluster-node.ts'
import type {
  ClusterComponent,
  ClusterOptions,
  ClusterReleases,
  ComponentState,
  FeatureGates,
  GatesTarget,
} from './cluster-options.ts'
import type { ControlPlane } from './control-plane.ts'
import type { NamedComponents } from './named-components.ts'

/** Changes of the releases and gates of a cluster's components, each in the order that a user makes them in. One at a time. */
export class ClusterChanges {
  private readonly controlPlane: ControlPlane
  private readonly nodes: readonly ClusterNode[]
  private readonly named: NamedComponents
  private readonly options: ClusterOptions
  private common: FeatureGates

  constructor(
    controlPlane: ControlPlane,
    nodes: readonly ClusterNode[],
    named: NamedComponents,
    options: ClusterOptions,
  ) {
    this.controlPlane = controlPlane
    this.nodes = nodes
    this.named = named
    this.options = options
    this.common = options.featureGates ?? {}
  }

  /** The gates of all components that were not given gates of their own. */
  get gates(): FeatureGates {
    return this.common
  }

  /** The server, then node by node. @throws ClusterUsageError where a component would go down */
  async upgrade(to: ClusterReleases, states: readonly ComponentState[]): Promise<void> {
    checkDirection('upgrade', to, states, this.options.plan)
    await this.changeServer(to)
    await this.changeNodes(to)
  }

  /** Node by node, then the server. @throws ClusterUsageError where a component would go up */
  async downgrade(to: ClusterReleases, states: readonly ComponentState[]): Promise<void> {
    checkDirection('downgrade', to, states, this.options.plan)
    await this.changeNodes(to)
    await this.changeServer(to)
  }

  /** The change that restarts components with gates. @throws ClusterUsageError at once for a node, server or option that is not there */
  gatesChange(gates: FeatureGates, on: GatesTarget): () => Promise<void> {
    checkTarget(on)
    const { node, server } = on
    const component = server === undefined ? on.component : 'apiserver'
    const nodes = this.named.nodes(component, node)
    const servers = this.named.servers(server)
    const own = component !== undefined || node !== undefined
    return async () => {
      if (node === undefined && (component ?? 'apiserver') === 'apiserver') {
        const changes = servers.map((one) => [one, { featureGates: gates }] as const)
        await this.controlPlane.change(new Map(changes), server === undefined ? gates : undefined)
      }
      if (!own) this.common = gates
      const change = own ? { featureGates: gates } : {}
      for (const one of nodes) if (component !== 'kube-proxy') await one.restartKubelet(change)
      for (const one of nodes) if (component !== 'kubelet') await one.restartKubeProxy(change)
    }
  }

  /** The change that restarts components as they are. @throws ClusterUsageError at once for a name that is not there */
  restart(component: ClusterComponent, name?: string): () => Promise<void> {
    const server = component === 'apiserver' && name !== undefined
    const nodes = this.named.nodes(component, server ? undefined : name)
    const servers = this.named.servers(server ? name : undefined)
    return async () => {
      if (component === 'apiserver') await this.controlPlane.change(new Map(servers.map((one) => [one, {}])))
      for (const one of nodes) await (component === 'kubelet' ? one.restartKubelet() : one.restartKubeProxy())
    }
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
}
