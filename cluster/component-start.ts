// How components are started, and what is there of one that runs: for clusters of the library and for the replay's machine.
import type { RequestListener } from 'node:http'
import type { Clock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import type { Random } from '../component-base/random.ts'
import type { Release } from '../component-base/release.ts'
import type { StartReason } from '../component-base/start-refusal.ts'
import type { ContainerNetwork } from '../containers/container-network.ts'
import type { NodeContainers } from '../containers/node-containers.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { Programmed } from '../kube-proxy-sim/rules/programmed-rules.ts'
import type { ProxyRules } from '../kube-proxy-sim/rules/render-rules.ts'
import type { ServiceHealthAnswer } from '../kube-proxy-sim/serve/service-health.ts'
import type { ConnectEtcd } from '../server/apiserver-parts/start-options.ts'
import type { PeerAddress } from '../server/controlplane/peer-endpoint-leases.ts'
import type { Turns } from '../server/http-listeners.ts'
import type { Storage } from '../server/storage/interface.ts'

/** A component that runs, or its exit code and what it wrote to stderr. */
export type Started<T> = { ok: true; component: T } | StartFailure

/** A component that did not start: its exit code and all that it wrote to stderr. */
export interface StartFailure {
  ok: false
  exitCode: number
  stderr: string
  /** Why, where that is known. */
  reason?: StartReason | undefined
  /** The part of stderr that a user can act on. Default: all of it. */
  says?: string
}

/** A component that runs in this process. */
export interface RunningComponent {
  /** Stops the component, and resolves when it has stopped. */
  stop(): Promise<void>
  /** Ends what outlives the component on its machine: the containers of a kubelet. Undefined: nothing does */
  powerOff?(): void
  /** The component's gates now; undefined: it does not tell. */
  gates?: ComponentGates | undefined
}

/** The feature gates of a component that runs. */
export interface ComponentGates {
  /** The gates that the component's flags and its configuration file set by name. */
  readonly set: Readonly<Record<string, boolean>>
  readonly effective: FeatureGateReader
  /** The release that the gates are those of. */
  readonly release: Release
}

/** A kube-apiserver that runs in this process. */
export interface RunningServer extends RunningComponent {
  /** `https://127.0.0.1:PORT`. */
  url: string
  /** A kubeconfig (YAML, credentials embedded) with a client certificate of `user`; `admin` is in system:masters. @param url default: by which clients know it */
  kubeconfig(user: string, url?: string): string
  activity(): ServerActivity
  /** The store of the server. Undefined: it cannot be looked into. */
  storage?: Storage
  /** Calls with the key of each object that is written from now on (`/registry/pods/default/p`), until the answer is called. Undefined: it cannot be followed. */
  onWrite?(told: (key: string) => void): () => void
}

/** Whether a server has something to do: it rests while nothing of this changes. */
export interface ServerActivity {
  /** The newest revision of the server's store. */
  revision: number
  /** Requests that are being answered, watches apart. */
  inFlight: number
}

/** A kube-proxy that runs in this process. */
export interface RunningProxy extends RunningComponent {
  /** The rules of the last sync, as the node's tools print them; undefined before the first. */
  rules(): ProxyRules | undefined
  /** The rules by which packets are sent; undefined: packets are not sent by its rules. */
  traffic?: ProxyTraffic
}

/** The parts of a kube-proxy that its node's network uses. */
export interface ProxyTraffic {
  /** The objects and settings of the last sync: another object after each sync, undefined before the first. */
  programmed(): Programmed | undefined
  /** Calls back at each sync. @returns a function that removes the listener */
  onSync(listener: () => void): () => void
  /** The answer at a healthCheckNodePort; undefined where no Service has the port. */
  serviceHealth(port: number): ServiceHealthAnswer | undefined
  /** The listener at the port of the kube-proxy's own health; undefined at other ports. */
  healthAt(port: number): RequestListener | undefined
}

/** A kubelet that runs in this process. */
export interface RunningKubelet extends RunningComponent {
  /** The containers of the node; undefined: its pods have no programs. */
  containers: NodeContainers | undefined
  /** The network of the node's pods, where the Node object names none. */
  podCIDR: string
}

/** Reads a file of the computer that a component runs on; rejects where there is none. */
export type ReadFile = (path: string) => Promise<string>

/** The release and command line of a component to start, and its access to files. */
export interface ComponentStart {
  /** `1.34` or `1.31.0`. */
  release: string
  /** Reported in place of the release's own version, for builds without a stamp (`v0.0.0-master+$Format:%H$`). */
  version?: string | undefined
  /** The command line after the program, as the real component takes it. */
  args: readonly string[]
  readFile: ReadFile
  /** Writes a file in which a kubelet keeps its state. Default: it keeps none. */
  writeFile?: ((path: string, content: string) => Promise<void>) | undefined
  /** Receives the component's log lines, in place of the log of all components. */
  log?: (line: string) => void
}

/** The address and the port of a server in the endpoints of the Service `kubernetes`. */
export interface Advertised {
  address: string
  port: number
}

/** The store, port and surroundings that a kube-apiserver is started with. */
export interface ApiserverStart extends ComponentStart {
  /** A directory of the host that keeps the store: the same one brings the same data. Undefined: in memory, gone with the server. */
  dataDir?: string | undefined
  /** Opens a store that outlives the server, in place of `dataDir`; the server closes it. @param writtenBy as `StoredRecord` has it */
  openStorage?: (writtenBy: string, logger: Logger) => Promise<Storage>
  /** Connects to an etcd that outlives the server, in place of `dataDir`. */
  connectEtcd?: ConnectEtcd
  /** The port to listen on; undefined or 0: a free port. */
  port?: number | undefined
  /** The address that the server advertises. Default: that of all */
  advertise?: Advertised | undefined
  /** Which server it is, where a control plane has several: its log is kept for that name, and others know it by it. */
  name?: string | undefined
  /**
   * It asks its peers, which listen where this says of what they tell (undefined: nowhere); its certificates for it are the cluster's.
   * Default: it asks none
   */
  reachPeer?: (told: PeerAddress) => PeerAddress | undefined
  /** Milliseconds that requests may still take when it is stopped. Default: they end with it */
  grace?: number
  /** The URL under which clients know the server. Default: its own */
  knownAs?: string | undefined
  /** Everybody may do everything. */
  trusting?: boolean
  /** Webhooks may be asked, as far as its flags say: they are no document's. Default: no */
  mayReachWebhooks?: boolean
}

/** A server, as the components that are started for it need it. */
export type ServerAccess = Pick<RunningServer, 'kubeconfig'>

/** The server and node that a kubelet or kube-proxy is started with. */
export interface NodeStart extends ComponentStart {
  apiserver: ServerAccess
  hostname?: string
  /** The node that its log is kept for. Default: what its flags or the host name it. */
  node?: string | undefined
  /** The network that the containers of a kubelet reach beyond their pods. Undefined: nothing */
  network?: ContainerNetwork | undefined
}

/** The start of kube-controller-manager and kube-scheduler. `args`: of kube-controller-manager. */
export interface ControllersStart extends Partial<ComponentStart> {
  apiserver: ServerAccess
  /** The server that they stand beside, where a control plane has several: their pages are kept for that name. */
  name?: string | undefined
  /**
   * Both take part in an election by leases, and work while they lead: kube-controller-manager under this name
   * (`<hostname>_<uuid>`), kube-scheduler under one that differs in its last digit. Default: they work at once, as they may where
   * nobody else does.
   */
  leaderElection?: { identity: string }
}

/** The clock, random source, plan and network that a set of components shares. */
export interface ComponentsOptions {
  clock?: Clock
  random?: Random
  /** The folder of the CA and certificates; undefined: in memory. */
  certDir?: string
  /** The address that servers advertise. Default: the host's first address, and the port that they listen on. */
  advertise?: Advertised
  /** The plan of the releases that components are started as. */
  plan?: ReleasePlan
  /** Receives the components' log lines. */
  log?: (component: string, line: string) => void
  /** Components reach the servers that this starts and no others, by connections within the process. */
  ownServersOnly?: boolean
  /** Requests to servers that this starts are calls, and need no connection. Default: they are without `ownServersOnly`. */
  calls?: boolean
  /** Gives requests their turns; with `ownServersOnly`. */
  turns?: Turns
  /** The clock that measures how long a start waits. Default: `clock` */
  startClock?: Clock
}
