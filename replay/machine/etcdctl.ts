// etcdctl and etcdutl on the machine: what its etcd holds is the store of its kube-apiserver, with the bytes that a real one would have stored.
import type { ResolvedCommandContext } from 'just-bash'
import { type EtcdApi, EtcdError } from '../../etcdctl/api/etcd-api.ts'
import { EmbeddedEtcd } from '../../etcdctl/embedded/embedded-etcd.ts'
import { restoredState } from '../../etcdctl/embedded/restored-state.ts'
import { runEtcdctl, runEtcdutl } from '../../etcdctl/etcdctl.ts'
import { ExitError } from '../../etcdctl/exit-error.ts'
import type { Endpoint, EtcdctlHost } from '../../etcdctl/host.ts'
import { bytesSource } from '../../server/storage/bbolt/byte-source.ts'
import type { Storage } from '../../server/storage/interface.ts'
import type { EtcdSnapshot } from '../../server/storage/mvcc/snapshot-file.ts'
import type { Limit } from '../reason.ts'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import type { Machine, MachineCommand } from './machine.ts'

/** Milliseconds without an event after which a watch ends, as one of kubectl does. */
const watchQuietMs = 700
const clientPort = '2379'

/** The command of the machine. */
export const etcdctlOnMachine =
  (program: 'etcdctl' | 'etcdutl'): MachineCommand['run'] =>
  async (machine, args, ctx, host) => {
    const out: Buffer[] = []
    let stderr = ''
    let limit: Limit | undefined
    const meetsLimit = (): void => {
      limit = 'not simulated'
    }
    const output = {
      stdout: (bytes: Buffer) => void out.push(bytes),
      stderr: (text: string) => {
        stderr += text
      },
    }
    const own = new MachineHost(machine, ctx, host, output)
    const run = program === 'etcdctl' ? runEtcdctl : runEtcdutl
    try {
      const exitCode = await run(args, own, meetsLimit)
      const stdout = Buffer.concat(out).toString('latin1')
      const result: CommandResult = { stdout, stdoutKind: 'bytes', stderr, exitCode }
      return limit === undefined ? result : { ...result, limit }
    } finally {
      await own.close()
    }
  }

type Output = Pick<EtcdctlHost, 'stdout' | 'stderr'>

/** A computer of the machine, as etcdctl sees it. */
class MachineHost implements EtcdctlHost {
  readonly env: ReadonlyMap<string, string>
  readonly stdout: Output['stdout']
  readonly stderr: Output['stderr']
  readonly watchQuietMs = watchQuietMs
  private readonly machine: Machine
  private readonly ctx: ResolvedCommandContext
  private readonly host: Host
  private readonly opened: Storage[] = []

  constructor(machine: Machine, ctx: ResolvedCommandContext, host: Host, output: Output) {
    this.machine = machine
    this.ctx = ctx
    this.host = host
    this.env = new Map([...ctx.env, ...Object.entries(ctx.exportedEnv ?? {})])
    this.stdout = output.stdout
    this.stderr = output.stderr
  }

  async stdin(): Promise<Buffer> {
    return Buffer.from(String(this.ctx.stdin), 'latin1')
  }

  async connect(endpoint: Endpoint): Promise<EtcdApi> {
    for (const path of [endpoint.cert, endpoint.key, endpoint.cacert]) await this.checkFile(path)
    const storage = this.answers(endpoint) ? await this.storage() : undefined
    // As etcd's client tells it, whatever stands in its way.
    if (storage === undefined) throw new EtcdError('context deadline exceeded')
    const { kubeadm } = this.machine
    const [name = 'default'] =
      kubeadm?.plan.nodes.flatMap((node) => (node.role === 'control-plane' ? node.name : [])) ?? []
    const member =
      kubeadm === undefined
        ? {}
        : { name, peerURL: 'https://127.0.0.1:2380', clientURL: 'https://127.0.0.1:2379' }
    return new EmbeddedEtcd({ storage: () => storage, release: () => this.release(), member })
  }

  async openSource(path: string) {
    const bytes = await this.host.disk.readFileBuffer(this.path(path))
    return bytesSource(path, Buffer.from(bytes))
  }

  async saveFile(path: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    const target = this.path(path)
    const folder = target.slice(0, target.lastIndexOf('/')) || '/'
    // A disk in memory makes the folders of a file by itself; a real one does not.
    if (!(await this.host.disk.exists(folder)))
      throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' })
    const all: Buffer[] = []
    for await (const piece of pieces) all.push(piece)
    await this.host.disk.writeFile(target, Buffer.concat(all))
    await this.host.disk.chmod(target, 0o600)
  }

  async isEmpty(directory: string): Promise<boolean> {
    const path = this.path(directory)
    if (!(await this.host.disk.exists(path))) return true
    return (await this.host.disk.stat(path)).isDirectory && (await this.host.disk.readdir(path)).length === 0
  }

  /** The directory holds the file, and an etcd that is started with it the objects. */
  async restore(directory: string, snapshot: EtcdSnapshot, bump: number): Promise<void> {
    const path = this.path(directory)
    const { runtime } = this.machine.options
    if (runtime.restoreStore === undefined) throw new ExitError('error', 'this machine has no stores')
    const restored = restoredState(snapshot, bump, this.release())
    await runtime.restoreStore(await this.machine.stores.keptIn(path), restored)
    await this.host.disk.mkdir(`${path}/member/wal`, { recursive: true })
    await this.host.disk.mkdir(`${path}/member/snap`, { recursive: true })
  }

  now(): number {
    return this.machine.options.clock.now()
  }

  sleep(ms: number): Promise<void> {
    const { clock, waits = clock } = this.machine.options
    return new Promise((resolve) => void waits.setTimeout(resolve, ms))
  }

  async close(): Promise<void> {
    for (const storage of this.opened) await storage.close()
  }

  private path(path: string): string {
    return this.host.absolute(path, this.ctx.cwd)
  }

  private async checkFile(path: string): Promise<void> {
    if (path !== '' && !(await this.host.disk.exists(this.path(path))))
      throw new ExitError('badArgs', `open ${path}: no such file or directory`)
  }

  /** Whether the machine's etcd listens there: kubeadm's one asks for a certificate. */
  private answers({ address, cert, key }: Endpoint): boolean {
    const [, scheme = '', name = '', port = ''] =
      /^(?:(https?):\/\/)?(.*?)(?::(\d+))?$/.exec(address.replace(/\/$/, '')) ?? []
    if (port !== clientPort) return false
    const nodes = [...this.machine.computers.nodes.keys()]
    const own =
      /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\]|10\.\d+\.\d+\.\d+|172\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+)$/.test(
        name,
      )
    if (!own && !nodes.includes(name)) return false
    if (this.machine.kubeadm === undefined) return scheme !== 'https' || cert !== ''
    return scheme !== 'http' && cert !== '' && key !== ''
  }

  /** Of the server that runs, or what the last one left. */
  private async storage(): Promise<Storage | undefined> {
    const { cluster, options, stores } = this.machine
    if (cluster.apiserver !== undefined) return cluster.apiserver.storage
    if (stores.etcdDir === undefined || options.runtime.openStore === undefined) return undefined
    const storage = await options.runtime.openStore(await stores.dataDirOf(stores.etcdDir), this.release())
    this.opened.push(storage)
    return storage
  }

  private release(): string {
    const { cluster, sources } = this.machine
    const running = cluster.apiserver?.gates?.release.facts
    return running ?? sources.fullRelease(sources.checkedOutRelease()).replace(/^(\d+\.\d+).*$/, '$1')
  }
}
