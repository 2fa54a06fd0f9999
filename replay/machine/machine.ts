// The simulated machine: its computers (the author's own, and the nodes that kind runs), a kubernetes checkout and the
// components that run on them.
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolvedCommandContext } from 'just-bash'
import type { NodeStart, ReadFile, RunningComponent, Started } from '../../cluster/component-start.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import type { StartReason } from '../../component-base/start-refusal.ts'
import { Connections } from '../../kubectl/connections.ts'
import { ServerDocuments } from '../../kubectl/resources/server-documents.ts'
import { checkedOut } from '../programs/programs.ts'
import type { ComponentRuntime } from '../runtime.ts'
import type { AssumedObjects } from './assumed-objects.ts'
import { MachineCluster } from './cluster.ts'
import type { CommandResult } from './command-result.ts'
import { writeLogs } from './component-logs.ts'
import type { Edit } from './edits.ts'
import { type Checkout, releaseOf } from './git.ts'
import { Host, type HostOptions } from './host.ts'
import type { KubeadmCluster } from './kubeadm-plan.ts'
import type { Transaction } from './package-history.ts'
import { substituteProcesses } from './process-substitution.ts'
import { shim } from './shim.ts'

/** A component that refused to start. */
export interface ComponentFailure {
  component: string
  release: string
  stderr: string
  reason?: StartReason | undefined
  /** What can be acted on, of what it printed. */
  says?: string | undefined
}

/** `kubectl`: a real one, or the built-in. */
export type KubectlRunner = (
  machine: Machine,
  args: string[],
  context: KubectlContext,
) => Promise<CommandResult>
export interface KubectlContext {
  /** Where it runs: whose disk its files are on. */
  host: Host
  cwd: string
  env: ReadonlyMap<string, string>
  stdin: string
}

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
  /** What the machine adds to its shell. */
  commands: readonly MachineCommand[]
  /** Makes ready what a command names, and says how the machine is to read it. */
  prepare(machine: Machine, command: string): Promise<string>
}

const home = '/home/user'
const repository = `${home}/go/src/k8s.io/kubernetes`

/** One machine. `close()` ends its components and removes its private directory. */
export class Machine {
  readonly home = home
  readonly cluster: MachineCluster
  readonly checkout: Checkout
  readonly options: MachineOptions
  /** The author's own computer. */
  readonly workstation: Host
  /** Computers that run in containers, by name. */
  readonly nodeHosts = new Map<string, Host>()
  /** Interactive shells on other computers (`docker exec -it NODE bash`), the innermost last. */
  private readonly sessions: Host[] = []
  /** Components that refused to start, and commands that the machine does not have, since {@link takeFailures}. */
  private failures: ComponentFailure[] = []
  /** Of programs that were to change something and did not, though their lines ended well. */
  private readonly doubts: string[] = []
  private hostDir: string | undefined
  /** A cluster in kubeadm's layout, as kind makes it. */
  kubeadm: KubeadmCluster | undefined
  /** Images of nodes that were built here. */
  readonly nodeImages = new Map<string, NodeImage>()
  /** Packages of the author's own computer: name → release, and name → the version that was asked for. */
  readonly installed = new Map<string, string>()
  readonly installedTags = new Map<string, string>()
  readonly packageHistory: Transaction[] = []
  /** What the document says is edited by the command that runs now, if that opens an editor. */
  edits: readonly Edit[] = []
  /** What the built-in kubectl keeps of the servers from one command to the next. */
  readonly serverDocuments = new ServerDocuments()
  readonly connections: Connections
  /** What every new cluster is given before the document's first command on it. */
  assumed: AssumedObjects | undefined
  /** Where hack/local-up-cluster.sh keeps what its components log. */
  logDir: string | undefined
  /** Where `kubectl proxy` listens. */
  proxyPort: number | undefined
  /** The directory that the last cluster start wrote its configuration to. */
  tempDir: string | undefined

  constructor(options: MachineOptions) {
    this.options = options
    this.checkout = options.checkout
    this.cluster = new MachineCluster(options.runtime)
    this.connections = new Connections(options.runtime.connect)
    this.workstation = this.newHost({
      name: 'workstation',
      home,
      cwd: repository,
      env: { USER: 'user', GOPATH: `${home}/go`, KUBECONFIG: `${home}/.kube/config`, EDITOR: 'vi' },
      programs: Object.fromEntries(
        checkedOut().map(([path, program]) => [`${repository}/${path}`, shim(program)]),
      ),
    })
  }

  private newHost(own: Pick<HostOptions, 'name' | 'home' | 'cwd' | 'env' | 'programs'>): Host {
    const { clock, commands, waits = clock } = this.options
    const host: Host = new Host({
      ...own,
      commands: commands.map(({ name, run }) => ({ name, run: (args, ctx) => run(this, args, ctx, host) })),
      clock,
      doubt: (doubt) => void this.doubts.push(doubt),
      // Where time passes only while a command waits, a long wait costs nothing.
      sleep: (ms) =>
        new Promise((resolve) => void waits.setTimeout(resolve, waits === clock ? Math.min(ms, 3000) : ms)),
    })
    return host
  }

  /** A computer of its own, with an empty disk. */
  addNodeHost(name: string): Host {
    const env = { USER: 'root', HOSTNAME: name, KUBECONFIG: '/etc/kubernetes/admin.conf' }
    const host = this.newHost({ name, home: '/root', cwd: '/', env, programs: {} })
    this.nodeHosts.set(name, host)
    return host
  }

  removeNodeHosts(): void {
    this.nodeHosts.clear()
    this.sessions.length = 0
  }

  /** What is typed from now on is typed on that computer, until {@link leaveHosts}. */
  enterHost(host: Host): void {
    this.sessions.push(host)
  }

  /** Where is typed now. */
  get current(): Host {
    return this.sessions.at(-1) ?? this.workstation
  }

  leaveHosts(): void {
    this.sessions.length = 0
  }

  /**
   * Runs a command of the document, where the author would have typed it.
   * @param on the computer that the author's prompt names
   */
  async run(command: string, on?: string): Promise<CommandResult> {
    const host = this.hostNamed(on) ?? this.current
    if (host !== this.workstation && /^\s*(?:exit|logout)\s*$/.test(command)) {
      this.sessions.pop()
      return { stdout: '', stderr: '', exitCode: 0 }
    }
    await this.giveAssumed()
    if (this.logDir !== undefined) await writeLogs(this.cluster, this.workstation, this.logDir)
    const own = host === this.workstation ? await this.options.prepare(this, command) : command
    const { command: text, before } = substituteProcesses(own, () => this.newTempDir('fd'))
    for (const filling of before) await host.run(filling)
    const result = await host.run(text)
    const failed = await this.kubeadm?.sync()
    return failed === undefined ? result : { ...failed, stderr: result.stderr + failed.stderr }
  }

  private async giveAssumed(): Promise<void> {
    const { apiserver, runtime } = this.cluster
    if (this.assumed === undefined || apiserver === undefined || this.etcdDir === undefined) return
    await this.assumed.give(apiserver, await this.dataDirOf(this.etcdDir), runtime.connect)
  }

  private hostNamed(name: string | undefined): Host | undefined {
    return name === undefined ? undefined : this.nodeHosts.get(name)
  }

  readonly readFile: ReadFile = (path) => this.workstation.readFile(path)

  /** @param path on the author's own computer; `~/` is their home */
  writeFile(path: string, content: string, mode?: number): Promise<void> {
    return this.workstation.writeFile(path.replace(/^~(?=\/)/, home), content, mode)
  }

  get disk(): Host['disk'] {
    return this.workstation.disk
  }

  get workingDirectory(): string {
    return this.workstation.workingDirectory
  }

  absolute(path: string, cwd?: string): string {
    return this.workstation.absolute(path, cwd)
  }

  /** A fresh name under /tmp, as mktemp makes it. */
  newTempDir(prefix: string): string {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
    let suffix = ''
    for (let i = 0; i < 6; i++) suffix += letters[this.options.random.int(letters.length)]
    const dir = `/tmp/${prefix}.${suffix}`
    if (prefix === 'local-up-cluster.sh') this.tempDir = dir
    return dir
  }

  /** The private directory on the host (mode 0700) for stores and for what a real kubectl reads; made on first use. */
  async privateDir(): Promise<string> {
    if (this.hostDir === undefined) {
      this.hostDir = await mkdtemp(join(tmpdir(), 'kepsim-machine-'))
      process.once('exit', this.forget)
    }
    return this.hostDir
  }

  /** Where the host keeps the store of the etcd that has its data in `path` on the machine. */
  private readonly stores = new Map<string, string>()
  private storesMade = 0
  async dataDirOf(path: string): Promise<string> {
    this.etcdDir = path
    const known = this.stores.get(path)
    if (known !== undefined) return known
    const dir = join(await this.privateDir(), `store-${this.storesMade++}`)
    this.stores.set(path, dir)
    return dir
  }

  /** What an etcd kept in `path` is gone. */
  forgetData(path: string): void {
    this.stores.delete(path)
  }

  /** The data directory of the etcd that runs: kube-apiserver may restart without losing anything. */
  etcdDir: string | undefined

  /** Whether the document (or who replays it) says which release runs, rather than taking the newest. */
  get releaseGiven(): boolean {
    if (this.kubeadm !== undefined) return this.kubeadm.plan.releaseGiven
    const { branch, named } = this.checkout
    return named.has(branch) || /^(?:release-|v)\d/.test(branch)
  }

  /** The release of the checked out branch. */
  checkedOutRelease(): string {
    const resolved = releaseOf(this.checkout, this.checkout.branch)
    return resolved.ok ? resolved.release : this.checkout.newest
  }

  /**
   * The release that a tag of images stands for; undefined where it cannot be simulated, which is noted as a failure.
   * @param tag as `1.30.0`
   */
  releaseOfTag(tag: string): string | undefined {
    const resolved = releaseOf(this.checkout, `v${tag}`)
    if (resolved.ok) return this.fullRelease(resolved.release)
    const stderr = `there is no release ${tag} to simulate (--branch v${tag}=RELEASE lets another one stand for it)`
    this.noteFailure({ component: 'kind', release: tag, stderr })
    return undefined
  }

  /**
   * The document's release, where another one stands in for it.
   * @param tag as `1.29.0`; default: what is checked out
   */
  meantBy(tag?: string): string | undefined {
    const { branch, named, meant } = this.checkout
    const ref = tag === undefined ? branch : `v${tag}`
    if (tag === undefined && /^(?:master|main)$/.test(ref) && !named.has(ref)) return meant
    const [, own] = /^(?:release-|v)(\d+\.\d+(?:\.\d+)?)$/.exec(ref) ?? []
    const other = named.get(ref)
    if (own === undefined || other === undefined) return undefined
    const minor = (release: string): string => release.split('.').slice(0, 2).join('.')
    return minor(own) === minor(other) ? undefined : own
  }

  /** A build from a checkout without a tag has no version stamp. */
  buildVersion(): string | undefined {
    const { branch, tagged } = this.checkout
    if (tagged === true && /^(?:master|main)$/.test(branch)) return undefined
    return /^v\d/.test(this.checkout.branch) ? undefined : 'v0.0.0-master+$Format:%H$'
  }

  /** `1.34` with the patch number that it stands for. */
  fullRelease(release: string): string {
    return this.checkout.full(release)
  }

  noteFailure(failure: ComponentFailure): void {
    this.failures.push(failure)
  }

  takeDoubts(): string[] {
    return this.doubts.splice(0)
  }

  takeFailures(): ComponentFailure[] {
    return this.failures.splice(0)
  }

  /** Starts a kubelet in place of the node's last one, with its configuration file as it is on the disk now. */
  async startKubelet(start: NodeProgram): Promise<Started<RunningComponent>> {
    return this.cluster.startKubelet(start.node, this.nodeStart(start))
  }

  async startKubeProxy(start: NodeProgram): Promise<Started<RunningComponent>> {
    return this.cluster.startKubeProxy(start.node, this.nodeStart(start))
  }

  private nodeStart(start: NodeProgram): NodeStart {
    const apiserver = this.cluster.apiserver
    if (apiserver === undefined) throw new Error('no kube-apiserver runs on the machine')
    const host = this.nodeHosts.get(start.node) ?? this.workstation
    return {
      release: start.release,
      version: start.version ?? this.buildVersion(),
      args: start.args,
      readFile: start.readFile ?? host.readFile,
      writeFile: (path, content) => host.writeFile(path, content, 0o600),
      apiserver,
      node: start.node,
    }
  }

  /** For a process that ends before `close()`. */
  private readonly forget = (): void => {
    if (this.hostDir !== undefined) rmSync(this.hostDir, { recursive: true, force: true })
  }

  async close(): Promise<void> {
    this.connections.close()
    await this.kubeadm?.stop()
    await this.cluster.stop()
    process.off('exit', this.forget)
    if (this.hostDir !== undefined) await rm(this.hostDir, { recursive: true, force: true })
    this.hostDir = undefined
  }
}

/** What an image of a node holds. */
export interface NodeImage {
  /** '' for a release that cannot be simulated. */
  release: string
  /** Whether the release was named. */
  given: boolean
  /** The document's own, where `release` stands in for it. */
  meant?: string | undefined
}

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

/** kubelet or kube-proxy of a node; its files are those of the node's own disk where it has one. */
export interface NodeProgram {
  node: string
  release: string
  args: string[]
  version?: string | undefined
  readFile?: ReadFile
}
