// The simulated machine: a virtual disk, a shell, a kubernetes checkout and the components that run on it.
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bash, defineCommand, type ResolvedCommandContext } from 'just-bash'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import type { ComponentRuntime, NodeComponentStart, ReadFile, RunningComponent, Started } from '../runtime.ts'
import { MachineCluster } from './cluster.ts'
import type { CommandResult } from './command-result.ts'
import { gatesOfArgs, gatesOfConfig } from './feature-gates.ts'
import { type Checkout, releaseOf } from './git.ts'
import type { KubeadmCluster } from './kubeadm-cluster.ts'
import { shim } from './shim.ts'

/** A component that refused to start. */
export interface ComponentFailure {
  component: string
  release: string
  stderr: string
}

/** `kubectl`: a real one, or the built-in. */
export type KubectlRunner = (
  machine: Machine,
  args: string[],
  context: KubectlContext,
) => Promise<CommandResult>
export interface KubectlContext {
  cwd: string
  env: ReadonlyMap<string, string>
  stdin: string
}

export interface MachineOptions {
  runtime: ComponentRuntime
  kubectl: KubectlRunner
  clock: Clock
  random: Random
  checkout: Checkout
  /** What the machine adds to its shell. */
  commands: readonly MachineCommand[]
  /** Makes ready what a command names, and says how the machine is to read it. */
  prepare(machine: Machine, command: string): Promise<string>
}

const home = '/home/user'
const repository = `${home}/go/src/k8s.io/kubernetes`
const scripts: readonly [string, string][] = [
  ['hack/local-up-cluster.sh', 'local-up-cluster.sh'],
  ['cluster/kubectl.sh', 'kubectl'],
  ...['kubelet', 'kube-apiserver', 'kube-proxy', 'kubectl'].map((b): [string, string] => [
    `_output/bin/${b}`,
    b,
  ]),
]

/** One machine. `close()` ends its components and removes its private directory. */
export class Machine {
  readonly home = home
  readonly cluster: MachineCluster
  readonly checkout: Checkout
  readonly options: MachineOptions
  /** Components that refused to start, and commands that the machine does not have, since {@link takeFailures}. */
  private failures: ComponentFailure[] = []
  private bash: Bash
  private cwd = repository
  private env: Record<string, string>
  private hostDir: string | undefined
  private pids = 0
  /** A cluster in kubeadm's layout (kind), and the manifest that its server was started from. */
  kubeadm: { cluster: KubeadmCluster; manifest: string } | undefined
  /** The directory that the last cluster start wrote its configuration to. */
  tempDir: string | undefined

  constructor(options: MachineOptions) {
    this.options = options
    this.checkout = options.checkout
    this.cluster = new MachineCluster(options.runtime)
    this.env = {
      HOME: home,
      USER: 'user',
      PATH: '/usr/local/bin:/usr/bin:/bin',
      GOPATH: `${home}/go`,
      KUBECONFIG: `${home}/.kube/config`,
      EDITOR: 'vi',
    }
    const files = Object.fromEntries(
      scripts.map(([path, program]) => [`${repository}/${path}`, { content: shim(program), mode: 0o755 }]),
    )
    this.bash = new Bash({
      files,
      cwd: repository,
      env: this.env,
      defenseInDepth: false,
      executionLimits: { maxExecutionTimeMs: 600_000 },
      customCommands: options.commands.map(({ name, run }) =>
        defineCommand(name, (args, ctx) => run(this, args, ctx)),
      ),
      sleep: (ms) => new Promise((resolve) => void options.clock.setTimeout(resolve, Math.min(ms, 3000))),
    })
  }

  /** Runs a command of the document; environment and working directory stay for the next. */
  async run(command: string): Promise<CommandResult> {
    const own = await this.options.prepare(this, command)
    const result = await this.bash.exec(own, {
      cwd: this.cwd,
      env: this.env,
      replaceEnv: true,
      rawScript: true,
    })
    const { PWD, OLDPWD, '?': _status, ...env } = result.env
    void OLDPWD
    this.cwd = PWD ?? this.cwd
    this.env = env
    return { stdout: result.stdout, stderr: result.stderr, exitCode: result.exitCode }
  }

  readonly readFile: ReadFile = (path) => this.bash.fs.readFile(this.absolute(path))

  async writeFile(path: string, content: string, mode?: number): Promise<void> {
    const target = this.absolute(path)
    await this.bash.fs.mkdir(target.slice(0, target.lastIndexOf('/')) || '/', { recursive: true })
    await this.bash.fs.writeFile(target, content)
    if (mode !== undefined) await this.bash.fs.chmod(target, mode)
  }

  get disk(): Bash['fs'] {
    return this.bash.fs
  }

  get workingDirectory(): string {
    return this.cwd
  }

  absolute(path: string, cwd = this.cwd): string {
    return this.bash.fs.resolvePath(cwd, path)
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

  pid(): number {
    return ++this.pids
  }

  /** The private directory on the host (mode 0700) for stores and for what a real kubectl reads; made on first use. */
  async privateDir(): Promise<string> {
    if (this.hostDir === undefined) {
      this.hostDir = await mkdtemp(join(tmpdir(), 'kepsim-machine-'))
      process.once('exit', this.forget)
    }
    return this.hostDir
  }

  /** Where the host keeps the store that the machine knows as `path`; undefined for one that nobody asks for again. */
  private readonly stores = new Map<string, string>()
  async dataDirOf(path: string, throwaway: boolean): Promise<string | undefined> {
    if (throwaway) return undefined
    const known = this.stores.get(path)
    if (known !== undefined) return known
    const dir = join(await this.privateDir(), `store-${this.stores.size}`)
    this.stores.set(path, dir)
    return dir
  }

  /** The release of the checked out branch. */
  checkedOutRelease(): string {
    const resolved = releaseOf(this.checkout, this.checkout.branch)
    return resolved.ok ? resolved.release : this.checkout.newest
  }

  /** A build from a checkout has no version stamp. */
  buildVersion(): string | undefined {
    return /^v\d/.test(this.checkout.branch) ? undefined : 'v0.0.0-master+$Format:%H$'
  }

  /** `1.34` with the patch number that it stands for. */
  fullRelease(release: string): string {
    return this.checkout.full(release)
  }

  noteFailure(failure: ComponentFailure): void {
    this.failures.push(failure)
  }

  takeFailures(): ComponentFailure[] {
    return this.failures.splice(0)
  }

  /** Starts a kubelet in place of the node's last one, with its configuration file as it is on the disk now. */
  async startKubelet(start: {
    node: string
    release: string
    args: string[]
    version?: string | undefined
  }): Promise<Started<RunningComponent>> {
    return this.cluster.startKubelet(start.node, this.nodeStart(start), await this.gatesOf(start.args))
  }

  async startKubeProxy(start: {
    node: string
    release: string
    args: string[]
    version?: string | undefined
  }): Promise<Started<RunningComponent>> {
    return this.cluster.startKubeProxy(start.node, this.nodeStart(start), await this.gatesOf(start.args))
  }

  private nodeStart(start: {
    release: string
    args: string[]
    version?: string | undefined
  }): NodeComponentStart {
    const apiserver = this.cluster.apiserver
    if (apiserver === undefined) throw new Error('no kube-apiserver runs on the machine')
    return {
      release: start.release,
      version: start.version ?? this.buildVersion(),
      args: start.args,
      readFile: this.readFile,
      apiserver,
    }
  }

  private async gatesOf(args: readonly string[]): Promise<Record<string, boolean>> {
    const config = args.find((a) => a.startsWith('--config='))?.slice(9)
    const file = config === undefined ? '' : await this.readFile(config).catch(() => '')
    return { ...gatesOfConfig(file), ...gatesOfArgs(args) }
  }

  /** For a process that ends before `close()`. */
  private readonly forget = (): void => {
    if (this.hostDir !== undefined) rmSync(this.hostDir, { recursive: true, force: true })
  }

  async close(): Promise<void> {
    await this.cluster.stop()
    process.off('exit', this.forget)
    if (this.hostDir !== undefined) await rm(this.hostDir, { recursive: true, force: true })
    this.hostDir = undefined
  }
}

export type MachineCommand = {
  name: string
  run: (machine: Machine, args: string[], context: ResolvedCommandContext) => Promise<CommandResult>
}
