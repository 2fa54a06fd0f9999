import { readFile } from 'node:fs/promises'
import type { PeerAddress } from '../server/controlplane/peer-endpoint-leases.ts'
import type { EtcdCalls } from '../server/storage/etcd/etcd-calls.ts'
import type { ClusterOptions, FeatureGates } from './cluster-options.ts'
import type { ClusterStore } from './cluster-store.ts'
import type { Advertised, ApiserverStart, RunningServer, Started } from './component-start.ts'
import type { Components } from './components.ts'
import { networkFlags } from './network/network-flags.ts'
import { asksPeers } from './peer-files.ts'
import { gateFlags, unwrap } from './start-component.ts'

/** While others take over, requests that are being answered get their answers; milliseconds. */
const grace = 2000

/** The release and gates that a server is to change to; a member that is left out stays. */
export type ServerChange = Partial<{ release: string; featureGates: FeatureGates }>

/** The parts of a cluster that its servers use. */
export interface ServerEnvironment {
  components: Components
  store: ClusterStore
  options: Pick<
    ClusterOptions,
    'apiserverFlags' | 'featureGates' | 'http' | 'metrics' | 'networking' | 'webhooks'
  >
  log(component: string, line: string, name?: string): void
  /** The URL by which clients know several servers. */
  knownAs(): string | undefined
  /** The place where another server of the cluster listens, by the address that it advertises; undefined where it is none of them. */
  reachPeer(told: PeerAddress): PeerAddress | undefined
}

/** The name of a server among several, and the address that it advertises. */
export interface OneOfSeveral {
  name: string
  advertise: Advertised
}

/** The number of a server's attempts to have its port again, and the milliseconds between them. */
const [attemptsToComeBack, betweenAttempts] = [20, 50]

/** A kube-apiserver of a cluster, which keeps its port when it is started anew. */
export class ControlPlaneServer {
  release: string
  featureGates: FeatureGates
  private readonly environment: ServerEnvironment
  private readonly several: OneOfSeveral | undefined
  private port: number
  private server: RunningServer | undefined
  private etcd: EtcdCalls | undefined
  /** Whether the server was stopped alone, or did not start. */
  private down = false
  /** Whether it has served, from which on its port is its own. */
  private hasServed = false

  /** @param several undefined: it is the only one */
  constructor(environment: ServerEnvironment, release: string, port: number, several?: OneOfSeveral) {
    this.environment = environment
    this.release = release
    this.featureGates = environment.options.featureGates ?? {}
    this.port = port
    this.several = several
  }

  get name(): string {
    return this.several?.name ?? 'kube-apiserver'
  }

  /** Whether it is one of those that run, or did when the cluster was stopped. */
  get counts(): boolean {
    return !this.down
  }

  /** The running server; undefined while it does not run. */
  get running(): RunningServer | undefined {
    return this.server
  }

  /** The place where the server listens, or did last, if it is the one of several that advertises this address. */
  placeOf({ ip }: PeerAddress): PeerAddress | undefined {
    return this.several?.advertise.address === ip ? { ip: '127.0.0.1', port: this.port } : undefined
  }

  /** Throws ComponentFailedError; it is down then, and its record as before. */
  async start(change: ServerChange = {}): Promise<RunningServer> {
    const { release, featureGates } = { release: this.release, featureGates: this.featureGates, ...change }
    this.down = this.several !== undefined
    const started = await this.startedAt(this.startOf(release, featureGates))
    const server = unwrap('kube-apiserver', started, this.several?.name)
    this.server = server
    this.hasServed = true
    this.down = false
    this.release = release
    this.featureGates = featureGates
    // A restarted server keeps its address, so that clients find it again.
    this.port = Number(new URL(server.url).port)
    return server
  }

  /** Who looks for a free port listens on one for a moment, which may be the port of a server that comes back just then. */
  private async startedAt(start: ApiserverStart): Promise<Started<RunningServer>> {
    for (let left = this.hasServed ? attemptsToComeBack : 1; ; left--) {
      const started = await this.environment.components.startApiserver(start)
      if (started.ok || left === 1 || started.reason?.code !== 'address in use') return started
      await new Promise((resolve) => setTimeout(resolve, betweenAttempts))
    }
  }

  async stop(): Promise<void> {
    const { server } = this
    this.server = undefined
    await server?.stop()
  }

  /** Stops it while others go on. @param kill without a word to the store: that it is gone shows when its lease is over */
  async takeDown(kill: boolean): Promise<void> {
    this.down = true
    if (kill) this.etcd?.close()
    await this.stop()
  }

  private startOf(release: string, featureGates: FeatureGates): ApiserverStart {
    const { options, store, log, reachPeer } = this.environment
    const { connectEtcd } = store.access
    return {
      release,
      args: [
        '--authorization-mode=RBAC',
        ...(options.http === true ? ['--http'] : []),
        ...gateFlags(featureGates),
        ...store.flags,
        ...webhookFlags(options.webhooks),
        ...metricsFlags(options.metrics),
        ...networkFlags(options.networking).apiserver(this.several === undefined),
        ...(options.apiserverFlags ?? []),
      ],
      readFile: (path: string) => readFile(path, 'utf8'),
      ...store.access,
      ...(connectEtcd === undefined
        ? {}
        : { connectEtcd: async (keeping) => (this.etcd = await connectEtcd(keeping)) }),
      port: this.port,
      trusting: options.http === true,
      mayReachWebhooks: options.webhooks !== false,
      ...(this.several === undefined ? {} : { ...this.several, grace }),
      ...(this.several !== undefined && options.http !== true && asksPeers(featureGates)
        ? { reachPeer }
        : {}),
      knownAs: this.environment.knownAs(),
      log: (line: string) => log('kube-apiserver', line, this.several?.name),
    }
  }
}

const metricsFlags = (metrics: ClusterOptions['metrics'] = false): string[] => {
  if (metrics === false) return []
  const usage = Object.entries(metrics === true ? {} : metrics).map(([name, amount]) => `${name}=${amount}`)
  return ['--metrics-server', ...(usage.length === 0 ? [] : [`--metrics-usage=${usage.join(',')}`])]
}

const webhookFlags = (webhooks: ClusterOptions['webhooks']): string[] =>
  Object.entries(webhooks || {}).map(([service, url]) => `--webhook=${service}=${url}`)
