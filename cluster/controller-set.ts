// kube-controller-manager and kube-scheduler as they stand on each machine of a control plane.
import type { ClusterOptions, FeatureGates } from './cluster-options.ts'
import type { RunningComponent } from './component-start.ts'
import type { Components } from './components.ts'
import type { ControlPlaneServer } from './control-plane-server.ts'
import { networkFlags } from './network/network-flags.ts'
import { gateFlags, unwrap } from './start-component.ts'

const name = 'kube-controller-manager'

interface SetParts {
  components: Components
  options: Pick<ClusterOptions, 'apiserverFlags' | 'featureGates' | 'networking'>
  log(component: string, line: string, name?: string): void
}

/** The controllers beside one server, whose release they have and which they ask. Of several sets the one works that holds the leases. */
export class ControllerSet {
  private readonly parts: SetParts
  private readonly server: ControlPlaneServer
  private readonly identity: string | undefined
  private running: RunningComponent | undefined
  private featureGates: FeatureGates

  /**
   * @param identity in the leases; undefined: it is the only set, and works at once.
   * Deviates: a set that is started anew keeps it, and so its lease, where a real process is another one and waits for its predecessor's end.
   */
  constructor(parts: SetParts, server: ControlPlaneServer, identity: string | undefined) {
    this.parts = parts
    this.server = server
    this.identity = identity
    this.featureGates = parts.options.featureGates ?? {}
  }

  /**
   * Does nothing while the server is down, or where it works already. Throws ComponentFailedError; its gates are as before then.
   * @param featureGates default: those that it had
   */
  async start(featureGates: FeatureGates = this.featureGates): Promise<void> {
    const { components, options, log } = this.parts
    const { running: server, release } = this.server
    if (server === undefined || this.running !== undefined) return
    const own = this.identity === undefined ? undefined : this.server.name
    const started = await components.startControllers({
      apiserver: { kubeconfig: (user) => server.kubeconfig(user, own && server.url) },
      release,
      args: [
        ...gateFlags(featureGates),
        ...versionFlags(options.apiserverFlags),
        ...networkFlags(options.networking).controllerManager,
      ],
      log: (line) => log(name, line, own),
      ...(own === undefined ? {} : { name: own }),
      ...(this.identity === undefined ? {} : { leaderElection: { identity: this.identity } }),
    })
    this.running = unwrap(name, started, own)
    this.featureGates = featureGates
  }

  async stop(): Promise<void> {
    const { running } = this
    this.running = undefined
    await running?.stop()
  }
}

/** A control plane emulates a version as a whole. */
const versionFlags = (flags: readonly string[] = []): string[] =>
  flags.filter((flag) => /^--(emulated|min-compatibility)-version=/.test(flag))
