// What a cluster in kubeadm's layout is to be, and what the rest of the machine asks of one that runs.
import type { ChangeFailure, ClusterChange } from './cluster-change.ts'
import type { CommandResult } from './command-result.ts'

/** A node of a planned cluster. */
export interface NodePlan {
  name: string
  role: 'control-plane' | 'worker'
  /** `1.30.0` */
  release: string
  /** The document's own, where `release` stands in for it. */
  meant?: string | undefined
  /** Flags of its kubelet: name → value. */
  kubeletArgs: Record<string, string>
}

/** The addresses that its kubelet is told, the primary first; empty: it finds its own. */
export const addressesOfPlan = ({ kubeletArgs }: NodePlan): string[] =>
  kubeletArgs['node-ip']?.split(',') ?? []

/** The nodes, gates and flags of a cluster that kubeadm or kind is to make. */
export interface ClusterPlan {
  name: string
  /** The kubeconfig's context, cluster and user. */
  context: string
  /** Its only node is the author's own computer. */
  local: boolean
  /** It keeps its taint although it is alone, as the document takes that away. */
  tainted?: boolean
  /** The control plane first. */
  nodes: NodePlan[]
  gates: Record<string, boolean>
  /** Flags of the control plane beside kubeadm's own: name → value. */
  extraArgs: Record<StaticPodName, Record<string, string>>
  /** Fields laid over the kubelets' configuration. */
  kubeletConfig: object
  /** Fields laid over kube-proxy's configuration. */
  proxyConfig: object
  podSubnet: string
  serviceSubnet: string
  /** Whether the release was asked for, rather than taken as the newest. */
  releaseGiven: boolean
}

/** The components that kubeadm runs as static pods, in the order of its manifests. */
export const staticPodNames = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'] as const
/** A component that kubeadm runs as a static pod. */
export type StaticPodName = (typeof staticPodNames)[number]

/** Results are undefined where nothing failed. */
export interface KubeadmCluster {
  readonly plan: ClusterPlan
  /** After every command: what changed on the nodes' disks takes effect. */
  sync(): Promise<CommandResult | undefined>
  change(change: ClusterChange): Promise<ChangeFailure | undefined>
  /** Notes in kubeadm-config which version the control plane has. */
  noteVersion(release: string): Promise<void>
  startKubelet(node: string): Promise<CommandResult | undefined>
  startNode(node: string): Promise<CommandResult | undefined>
  stopNode(node: string): Promise<void>
  stop(): Promise<void>
}
