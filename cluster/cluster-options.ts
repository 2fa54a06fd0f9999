import type { Clock } from '../component-base/clock.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'

/** Feature gates that are set; of all others the release's default holds. As `{ SomeGate: true }`. */
export type FeatureGates = Readonly<Record<string, boolean>>

/** A node of a cluster, and the releases of its components. */
export interface NodeOptions {
  /** The name of the Node object: `node-1`. */
  name: string
  /** Default: the cluster's release. */
  kubeletRelease?: string
  /** Default: the cluster's release. */
  kubeProxyRelease?: string
  /** Gates of this node's components; default: the cluster's. */
  featureGates?: FeatureGates
  /** Gates of this node's kube-proxy, where they differ from `featureGates`. */
  kubeProxyFeatureGates?: FeatureGates
  /**
   * More flags of the kubelet, as its command line takes them: `--node-labels=topology.kubernetes.io/zone=a`. Without `--node-ip` the
   * nodes are at 172.18.0.2, 172.18.0.3, …
   */
  kubeletFlags?: readonly string[]
  /** More flags of kube-proxy: `--proxy-mode=nftables`. */
  kubeProxyFlags?: readonly string[]
}

/** The networks of a cluster, by the names and with the defaults that kind has for them. */
export interface NetworkingOptions {
  /** The families of addresses of nodes, pods and Services; default: `ipv4`. */
  ipFamily?: 'ipv4' | 'ipv6' | 'dual'
  /** Node networks are cut from it: `10.244.0.0/16`, of two families with a comma between: `10.244.0.0/16,fd00:10:244::/56`. */
  podSubnet?: string
  /** The networks of cluster IPs: `10.96.0.0/16`, of two families with a comma between; Services that name no family have the first. */
  serviceSubnet?: string
}

/** An etcd that a cluster keeps its objects in. */
export interface EtcdOptions {
  /** Client URLs of etcd (`http://127.0.0.1:2379`), of which the next is tried where one fails. */
  servers: readonly string[]
  /** The prefix of all keys; default: `/registry`. */
  prefix?: string
  /** Paths of PEM files: who signed etcd's certificate, and what the servers show etcd. */
  caFile?: string
  certFile?: string
  keyFile?: string
}

/** The usage of each container, as quantities: `{ cpu: '5m', memory: '16Mi' }`. What is left out is 0. */
export interface GivenUsage {
  cpu?: string
  memory?: string
}

/** The release, nodes and store of a cluster. */
export interface ClusterOptions {
  /** `1.34` or `1.31.0`; default: the last one of the plan, without a plan the newest recorded one. */
  release?: string
  /** Lets releases of the plan be simulated, with what it changes. */
  plan?: ReleasePlan
  /** Gates of every component that has none of its own. */
  featureGates?: FeatureGates
  /** Default: one node of the name `node-1`. A number makes `node-1` … `node-N`. */
  nodes?: number | readonly NodeOptions[]
  /**
   * The networks of pods, Services and nodes, as `networking` of kind's files: kube-controller-manager gives each Node its pod networks
   * then. Default: one of IPv4, of which the Nodes tell nothing.
   */
  networking?: NetworkingOptions
  /** A directory that keeps the store, so that another cluster may start over it later; default: in memory, gone with the cluster. */
  data?: string
  /**
   * Several kube-apiservers behind one address, named `kube-apiserver-1` … `kube-apiserver-N`, which share an etcd: their number, or
   * the release of each. Default: one server, whose store is its own.
   */
  apiservers?: number | readonly string[]
  /** A real etcd that keeps the objects. Default: several servers share one in this process, gone with the cluster. */
  etcd?: EtcdOptions
  /** The contents of the store at the start; `data`, if given, may not hold a store then. */
  snapshot?: ClusterSnapshot
  /** The port on the loopback address of the kube-apiserver, or of the one address of several; default: a free one. */
  port?: number
  /** Plain HTTP in place of HTTPS; everybody may do everything then. */
  http?: boolean
  /** The clock of the components; default: the host's. A FakeClock stands still until it is advanced. */
  clock?: Clock
  /** A whole number that makes uids, allocated addresses and generated names the same on every machine. */
  seed?: number
  /**
   * Where webhooks of Services are answered: `{ 'default/hooks': 'https://127.0.0.1:9443' }`, with `:PORT` behind the name where it is
   * for one port alone. Other webhooks are asked at loopback addresses, and at endpoints of their Services on this machine. `false`:
   * none is asked, and requests fail as their failure policies say.
   */
  webhooks?: Readonly<Record<string, string>> | false
  /**
   * metrics-server's API, for `kubectl top` and autoscalers: usage is what annotations of pods and nodes say
   * (`kepsim.dev/cpu-usage: 250m`), and what is given here of containers that none speaks of. Default: there is none.
   */
  metrics?: boolean | GivenUsage
  /** More flags of kube-apiserver, as its command line takes them. */
  apiserverFlags?: readonly string[]
  /** Receives log lines of the components, with their line ends, as the real programs write them to stderr. */
  log?: (component: string, line: string, node?: string) => void
  /** Receives the texts of Warning headers that clients of the cluster are sent. */
  warn?: (text: string) => void
  /** Stops the cluster, also while it starts: the start rejects with the signal's reason then. */
  signal?: AbortSignal
}

/** Releases to change to, as `1.34` or `1.31.0`; what is left out stays as it is. */
export interface ClusterReleases {
  /** The release of all servers. */
  apiserver?: string
  /** The releases of single servers, by name (`kube-apiserver-2`); they go before `apiserver`. */
  apiservers?: Readonly<Record<string, string>>
  /** The release of all kubelets. */
  kubelet?: string
  /** The release of all kube-proxies. */
  kubeProxy?: string
  /** The releases of single kubelets, by the node's name; they go before `kubelet`. */
  nodes?: Readonly<Record<string, string>>
}

/** A component whose release and gates can change. */
export type ClusterComponent = 'apiserver' | 'kubelet' | 'kube-proxy'

/** The programs whose logs a cluster keeps. */
export type LoggingComponent = 'kube-apiserver' | 'kube-controller-manager' | 'kubelet' | 'kube-proxy'

/** A component of a cluster, with the release and gates that it runs with. */
export interface ComponentState {
  /** `kube-apiserver` (`kube-apiserver-1` where there are several), `kubelet/node-1`, `kube-proxy/node-1`. */
  name: string
  /** The release as it was given: `1.34` or `1.31.0`. */
  release: string
  /** The gates that were set; all others have the release's default. */
  featureGates: Readonly<Record<string, boolean>>
  /** It does not run, as one that refused to start: a restart brings it back as it is here. Left out of all that run. */
  down?: true
}

/** Which components of a cluster have gates set; by default all. See `Cluster.setGates`. */
export interface GatesTarget {
  component?: ClusterComponent
  node?: string
  server?: string
}
