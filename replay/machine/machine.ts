// The simulated machine, put together of what it owns: computers with disks and shells, the stores behind them, the author's sources and
// packages, the clusters that run.
import type { ResolvedCommandContext } from 'just-bash'
import type { ReadFile } from '../../cluster/component-start.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import type { ContainerNetwork } from '../../containers/container-network.ts'
import type { ComponentRuntime } from '../runtime.ts'
import type { AssumedObjects } from './assumed-objects.ts'
import type { MachineCluster } from './cluster.ts'
import { Clusters } from './clusters.ts'
import type { CommandResult } from './command-result.ts'
import { writeLogs } from './component-logs.ts'
import { Computers, home } from './computers.ts'
import type { ProcessFile } from './disk.ts'
import type { Checkout } from './git.ts'
import type { Host, HostOptions } from './host.ts'
import { Incidents } from './incidents.ts'
import { InstalledPackages } from './installed-packages.ts'
import type { KubeadmCluster } from './kubeadm-plan.ts'
import { Editor, KubectlState, LocalUpFiles } from './kubectl-state.ts'
import { PacketLog } from './packet-log.ts'
import { substituteProcesses } from './process-substitution.ts'
import { Sources } from './sources.ts'
import { Stores } from './stores.ts'

/** `kubectl`: a real one, or the built-in. */
export type KubectlRunner = (
  machine: Machine,
  args: string[],
  context: KubectlContext,
) => Promise<CommandResult>
/** Where and with which environment and input kubectl is run. */
export interface KubectlContext {
  /** Where it runs: whose disk its files are on. */
  host: Host
  cwd: string
  env: ReadonlyMap<string, string>
  stdin: string
}

/** The components, kubectl, clock and checkout that a machine is made of. */
export interface MachineOptions {
  runtime: ComponentRuntime
  kubectl: KubectlRunner
  clock: Clock
  /** What commands wait by. Default: `clock` */
  waits?: Clock
  random: Random
  /** Of the author's own computer; default: the host's. */
  hostname?: string
  checkout: Checkout
  /** What every new cluster is given before the document's first command on it. Default: nothing */
  assumed?: AssumedObjects
  /** What the machine adds to its shell. */
  commands: readonly MachineCommand[]
  /** As {@link ProcessFile}, of a computer. */
  processFile(machine: Machine, host: Host, ...asked: Parameters<ProcessFile>): string | undefined
  /** Makes ready what a command names, and says how the machine is to read it. */
  prepare(machine: Machine, command: string): Promise<string>
  /** What the containers of its cluster reach. */
  network(machine: Machine): ContainerNetwork
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** One machine. `close()` ends its components and removes its private directory. */
export class Machine {
  readonly home = home
  readonly options: MachineOptions
  readonly incidents = new Incidents()
  readonly computers: Computers
  readonly stores = new Stores()
  readonly sources: Sources
  readonly packages = new InstalledPackages()
  readonly clusters: Clusters
  readonly kubectl: KubectlState
  readonly editor = new Editor()
  readonly localUp = new LocalUpFiles()
  readonly packets = new PacketLog()

  constructor(options: MachineOptions) {
    const { assumed, checkout, runtime } = options
    this.options = options
    this.sources = new Sources(checkout, this.incidents)
    this.computers = new Computers((host) => this.partsOf(host))
    this.kubectl = new KubectlState(runtime.connect, runtime.inTurn)
    const network = options.network(this)
    this.clusters = new Clusters(runtime, { ...this.owned(), assumed, network })
  }

  private owned(): Pick<Machine, 'computers' | 'sources' | 'stores'> {
    const { computers, sources, stores } = this
    return { computers, sources, stores }
  }

  /** What all computers have. */
  private partsOf(host: () => Host): Omit<HostOptions, 'name' | 'home' | 'cwd' | 'env' | 'programs'> {
    const { clock, commands, waits = clock } = this.options
    return {
      commands: commands.map(({ name, run }) => ({
        name,
        run: (args, ctx) => run(this, args, ctx, host()),
      })),
      clock,
      doubt: (doubt) => this.incidents.noteDoubt(doubt),
      takePid: () => this.kubectl.forwards.takePid(),
      processFile: (...asked) => this.options.processFile(this, host(), ...asked),
      isRunning: (forward) => this.kubectl.forwards.isRunning(forward),
      // Where time passes only while a command waits, a long wait costs nothing.
      sleep: (ms) =>
        new Promise((resolve) => void waits.setTimeout(resolve, waits === clock ? Math.min(ms, 3000) : ms)),
    }
  }

  /** The components that run. */
  get cluster(): MachineCluster {
    return this.clusters.components
  }

  get kubeadm(): KubeadmCluster | undefined {
    return this.clusters.kubeadm
  }

  get checkout(): Checkout {
    return this.sources.checkout
  }

  /** Whether the document (or who replays it) says which release runs, rather than taking the newest. */
  get releaseGiven(): boolean {
    return this.kubeadm === undefined ? this.sources.releaseGiven : this.kubeadm.plan.releaseGiven
  }

  /**
   * Runs a command of the document, where the author would have typed it.
   * @param on the computer that the author's prompt names
   */
  async run(command: string, on?: string): Promise<CommandResult> {
    const { computers } = this
    const named = on === undefined ? undefined : computers.nodes.get(on)
    const host = named ?? computers.current
    computers.typedOn = named === undefined ? on : undefined
    const own = host === computers.workstation
    if (!own && /^\s*(?:exit|logout)\s*$/.test(command)) {
      computers.leave()
      return { stdout: '', stderr: '', exitCode: 0 }
    }
    await this.clusters.giveAssumed()
    const { logDir } = this.localUp
    if (logDir !== undefined) await writeLogs(this.cluster, computers.workstation, logDir)
    const read = own ? await this.options.prepare(this, command) : command
    const { command: text, before } = substituteProcesses(read, () => this.newTempDir('fd'))
    for (const filling of before) await host.run(filling)
    const result = await host.run(text)
    const failed = await this.kubeadm?.sync()
    return failed === undefined ? result : { ...failed, stderr: result.stderr + failed.stderr }
  }

  readonly readFile: ReadFile = (path) => this.computers.workstation.readFile(path)

  /** @param path on the author's own computer; `~/` is their home */
  writeFile(path: string, content: string, mode?: number): Promise<void> {
    return this.computers.workstation.writeFile(path.replace(/^~(?=\/)/, home), content, mode)
  }

  get disk(): Host['disk'] {
    return this.computers.workstation.disk
  }

  get workingDirectory(): string {
    return this.computers.workstation.workingDirectory
  }

  absolute(path: string, cwd?: string): string {
    return this.computers.workstation.absolute(path, cwd)
  }

  /** A fresh name under /tmp, as mktemp makes it. */
  newTempDir(prefix: string): string {
    let suffix = ''
    for (let i = 0; i < 6; i++) suffix += letters[this.options.random.int(letters.length)]
    return `/tmp/${prefix}.${suffix}`
  }

  async close(): Promise<void> {
    this.kubectl.close()
    await this.clusters.stop()
    await this.stores.close()
  }
}

/** A program that the machine adds to its shell. */
export type MachineCommand = {
  name: string
  /** @param host where it was typed */
  run: (
    machine: Machine,
    args: string[],
    context: ResolvedCommandContext,
    host: Host,
  ) => Promise<CommandResult>
}
