import { readFile } from 'node:fs/promises'
import { EtcdError } from '../etcdctl/api/etcd-api.ts'
import { EmbeddedEtcd } from '../etcdctl/embedded/embedded-etcd.ts'
import type { ServedEtcd } from '../etcdctl/grpc/serve-etcd.ts'
import type { Storage } from '../server/storage/interface.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type { ClusterOptions, FeatureGates } from './cluster-options.ts'
import type { ClusterSnapshot } from './cluster-snapshot.ts'
import type { ClusterStore } from './cluster-store.ts'
import type { RunningComponent, RunningServer } from './component-start.ts'
import type { Components } from './components.ts'
import { gateFlags, unwrap } from './start-component.ts'

const notRunning = (): ClusterUsageError => new ClusterUsageError('the kube-apiserver does not run')

interface Parts {
  components: Components
  store: ClusterStore
  release: string
  options: Pick<ClusterOptions, 'apiserverFlags' | 'featureGates' | 'http' | 'port'>
  log(component: string, line: string): void
}

/** The kube-apiserver and the controllers of a cluster. */
export class ControlPlane {
  release: string
  featureGates: FeatureGates
  private readonly parts: Parts
  private port: number
  private running: RunningServer | undefined
  private controllers: RunningComponent | undefined
  private readonly etcd: ServedEtcd[] = []

  constructor(parts: Parts) {
    this.parts = parts
    this.release = parts.release
    this.featureGates = parts.options.featureGates ?? {}
    this.port = parts.options.port ?? 0
  }

  /** Throws where none runs: after a start that failed. */
  get server(): RunningServer {
    if (this.running === undefined) throw notRunning()
    return this.running
  }

  /** Throws ComponentFailedError; it is down then, and its record as before. */
  async restart(change: Partial<{ release: string; featureGates: FeatureGates }> = {}): Promise<void> {
    await this.stop()
    const { release, featureGates } = { release: this.release, featureGates: this.featureGates, ...change }
    const { components, log } = this.parts
    const server = unwrap(
      'kube-apiserver',
      await components.startApiserver(this.startOf(release, featureGates)),
    )
    this.running = server
    this.release = release
    this.featureGates = featureGates
    // A restarted server keeps its address, so that clients find it again.
    this.port = Number(new URL(server.url).port)
    const name = 'kube-controller-manager'
    const started = await components.startControllers({
      apiserver: server,
      release,
      args: [...gateFlags(featureGates), ...versionFlags(this.parts.options.apiserverFlags)],
      log: (line) => log(name, line),
    })
    this.controllers = unwrap(name, started)
  }

  /** Serves what the server that runs keeps its objects in, also when another one follows it. */
  async serveEtcd(path: string): Promise<string> {
    const { serveEtcd } = await import('../etcdctl/grpc/serve-etcd.ts')
    const release = (): string => this.server.gates!.release.facts
    const api = new EmbeddedEtcd({ storage: () => this.storage, release })
    this.etcd.push(await serveEtcd(api, path))
    return this.etcd.at(-1)!.endpoint
  }

  /** As {@link stop}, for good. */
  async close(): Promise<void> {
    for (const served of this.etcd.splice(0)) served.close()
    await this.stop()
  }

  private get storage(): Storage {
    const storage = this.running?.storage
    if (storage === undefined) throw new EtcdError('etcdserver: server stopped')
    return storage
  }

  /** Throws as {@link server}: a store that no server has open cannot be read. */
  async snapshot(): Promise<ClusterSnapshot> {
    if (this.running === undefined) throw notRunning()
    return this.parts.store.snapshot()
  }

  async stop(): Promise<void> {
    await this.controllers?.stop()
    await this.running?.stop()
    this.controllers = undefined
    this.running = undefined
  }

  private startOf(release: string, featureGates: FeatureGates) {
    const { options, store, log } = this.parts
    return {
      release,
      args: [
        '--authorization-mode=RBAC',
        ...(options.http === true ? ['--http'] : []),
        ...gateFlags(featureGates),
        ...(options.apiserverFlags ?? []),
      ],
      readFile: (path: string) => readFile(path, 'utf8'),
      openStorage: store.open.bind(store),
      port: this.port,
      trusting: options.http === true,
      log: (line: string) => log('kube-apiserver', line),
    }
  }
}

/** A control plane emulates a version as a whole. */
const versionFlags = (flags: readonly string[] = []): string[] =>
  flags.filter((flag) => /^--(emulated|min-compatibility)-version=/.test(flag))
