import { loadRelease } from '../component-base/release.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type { ClusterNode } from './cluster-node.ts'
import type {
  ClusterComponent,
  ClusterOptions,
  ClusterReleases,
  LoggingComponent,
} from './cluster-options.ts'
import type { ControlPlane } from './control-plane.ts'
import type { ControlPlaneServer } from './control-plane-server.ts'

const changeable = ['apiserver', 'apiservers', 'kubelet', 'kubeProxy', 'nodes']
const components: readonly string[] = ['apiserver', 'kubelet', 'kube-proxy'] satisfies ClusterComponent[]
/** The components whose log lines a cluster keeps. */
export const loggingComponents: readonly LoggingComponent[] = [
  'kube-apiserver',
  'kube-controller-manager',
  'kubelet',
  'kube-proxy',
]

/** Plain JavaScript and strings from files are not checked by a compiler. */
function checkName(what: string, name: string, names: readonly string[]): void {
  if (!names.includes(name))
    throw new ClusterUsageError(`there is no ${what} "${name}", but ${names.join(', ') || 'none'}`)
}

/** The components of a cluster by the names that its user gives. Throws ClusterUsageErrors. */
export class NamedComponents {
  private readonly controlPlane: ControlPlane
  private readonly all: readonly ClusterNode[]
  private readonly options: Pick<ClusterOptions, 'apiservers' | 'plan'>

  constructor(
    controlPlane: ControlPlane,
    nodes: readonly ClusterNode[],
    options: Pick<ClusterOptions, 'apiservers' | 'plan'>,
  ) {
    this.controlPlane = controlPlane
    this.all = nodes
    this.options = options
  }

  node(name: string): ClusterNode {
    const names = this.all.map((node) => node.name)
    checkName('node', name, names)
    return this.all[names.indexOf(name)]!
  }

  /** The nodes that a change of this component is about. */
  nodes(component: ClusterComponent | undefined, node: string | undefined): readonly ClusterNode[] {
    if (component !== undefined) checkName('component', component, components)
    if (component !== 'apiserver') return node === undefined ? this.all : [this.node(node)]
    if (node !== undefined) throw new ClusterUsageError('the apiserver runs on no node')
    return []
  }

  /** The servers that a change is about. @param name of one of several; undefined: all */
  servers(name: string | undefined): readonly ControlPlaneServer[] {
    if (name !== undefined && this.options.apiservers === undefined)
      throw new ClusterUsageError(
        `the apiserver runs on no node: there is one, and none of the name "${name}"`,
      )
    return name === undefined ? this.controlPlane.servers : [this.controlPlane.server(name)]
  }

  /** @throws UnknownReleaseError */
  check(to: ClusterReleases): void {
    for (const name of Object.keys(to)) checkName('component', name, changeable)
    const { apiserver, apiservers = {}, kubelet, kubeProxy, nodes = {} } = to
    for (const name of Object.keys(apiservers)) this.servers(name)
    for (const name of Object.keys(nodes)) this.node(name)
    const ofOne = [...Object.values(apiservers), ...Object.values(nodes)]
    for (const release of [apiserver, kubelet, kubeProxy, ...ofOne])
      if (release !== undefined) loadRelease(release, this.options.plan)
  }

  /** @param name of a node, or of a server: also of the controllers beside it */
  checkLog(component: LoggingComponent, name: string | undefined): void {
    checkName('component', component, loggingComponents)
    if (name === undefined) return
    const several = this.options.apiservers !== undefined
    if (component === 'kube-apiserver' || (several && component === 'kube-controller-manager'))
      this.controlPlane.server(name)
    else this.node(name)
  }
}
