// A kubectl of the host that runs a document's commands: it sees copies of the machine's files and the machine's servers only.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GroupResult, runGroup } from '../../../component-base/child-group.ts'
import { type Connect, connectionRefused } from '../../../component-base/in-process-connection.ts'
import { findCommand } from '../../../kubectl/kubectl.ts'
import { withPreferences } from '../../../kubectl/kuberc.ts'
import { limitOf } from '../beyond-machine.ts'
import { builtinKubectl, kubectlHost } from '../builtin-kubectl.ts'
import type { CommandResult } from '../command-result.ts'
import type { KubectlContext, KubectlRunner, Machine } from '../machine.ts'
import { type Isolation, relayPort } from './cell.ts'
import { Cells } from './cells.ts'
import { hostLine } from './host-line.ts'
import { isBuiltin, type KubectlLine, readLine } from './kubectl-line.ts'
import { noServer, withOwnDefault } from './no-server.ts'
import { OwnServersProxy } from './own-servers-proxy.ts'
import { PrivateCopies } from './private-copies.ts'

/** How long a command may take and how much it may print: milliseconds and bytes. */
const limits = { time: 120_000, output: 16 << 20 }
/** Nothing listens at the discard port: requests that no kubeconfig leads through the proxy end there. */
const nowhere = 'http://127.0.0.1:9'
/** Variables by which kubectl is told to behave otherwise, and which name nothing. */
const switches =
  /^KUBECTL_(?:APPLYSET|COMMAND_HEADERS|EXPLAIN_OPENAPIV3|INTERACTIVE_DELETE|KYAML|PORT_FORWARD_WEBSOCKETS|REMOTE_COMMAND_WEBSOCKETS)$/

interface ListeningProxy {
  proxy: OwnServersProxy
  /** For kubeconfigs. */
  url: string
  /** Its socket in the file system, where there is no network to reach it by. */
  socket: string
}

interface RunOptions {
  cwd: string
  env: Record<string, string>
  socket?: string
  stdin?: string
  quiet?: (printed: boolean) => number
}

/** A kubectl binary of the host, run with copies of files and without the host's network where that is possible. */
export class HostKubectl {
  private readonly binary: string
  /** A directory of this user alone, that goes with the process. */
  private readonly dir: string
  private readonly cells = new Cells()
  private readonly proxies = new Map<Connect | undefined, Promise<ListeningProxy>>()
  /** Of what was run on them the directories have the numbers. */
  private readonly machines = new Map<Machine, number>()
  private minor = 0
  /** What it is kept from; known once it has been probed. */
  isolation: Isolation = 'none'
  /** Why it is not kept from more. */
  problem: string | undefined

  private constructor(binary: string) {
    this.binary = realpathSync(binary)
    this.dir = mkdtempSync(join(tmpdir(), 'kepsim-kubectl-'))
    process.once('exit', () => rmSync(this.dir, { recursive: true, force: true }))
    const bin = join(this.dir, 'bin')
    mkdirSync(bin, { mode: 0o700 })
    symlinkSync('/usr/bin/diff', join(bin, 'diff'))
  }

  /** Finds out what the binary can be kept from, by running it so. Throws an Error for one that does not say its version. */
  static async open(binary: string): Promise<HostKubectl> {
    const own = new HostKubectl(binary)
    const problems: string[] = []
    for (const isolation of ['files and network', 'files', 'none'] as const) {
      own.isolation = isolation
      const tried = await own
        .started(['version', '--client', '--output=json'], { cwd: own.dir, env: own.bare(own.dir) })
        .catch((error: Error) => ({ stdout: '', stderr: error.message }))
      const [, minor] = /"minor":\s*"(\d+)/.exec(tried.stdout) ?? []
      if (minor !== undefined) {
        own.minor = Number(minor)
        own.problem = problems[0]
        return own
      }
      problems.push(tried.stderr.trim().split('\n').at(-1) ?? '')
    }
    rmSync(own.dir, { recursive: true, force: true })
    throw new Error(`${binary}: it does not say its version: ${problems.at(-1)}`)
  }

  readonly run: KubectlRunner = async (machine, typed, context) => {
    let stderr = ''
    try {
      const host = kubectlHost(machine, context)
      host.stderr = (text) => {
        stderr += text
      }
      const args = await withPreferences(
        typed,
        host,
        this.minor,
        (words) => findCommand(words, this.minor).path,
      )
      if (isBuiltin(args)) return await builtinKubectl(machine, typed, context)
      return await this.runLine(readLine(args), machine, context)
    } catch (error) {
      const said = `${stderr}error: ${(error as Error).message}\n`
      return { stdout: '', stderr: said, exitCode: 1, ...limitOf(error) }
    }
  }

  private async runLine(
    line: KubectlLine,
    machine: Machine,
    context: KubectlContext,
  ): Promise<CommandResult> {
    const { proxy, url, socket } = await this.proxyTo(machine.options.runtime.connect)
    const own = this.dirOf(machine)
    const copies = new PrivateCopies(context.host, join(own, context.host.name), context.cwd)
    const kustomized = (dir: string) => kustomizedBy(machine, dir, context)
    const { args, kubeconfig, stdin, writes } = await hostLine({
      line,
      copies,
      context,
      proxy: url,
      kustomized,
    })
    const home = await copies.directory(context.env.get('HOME') ?? '/root')
    const asked = [...context.env].filter(
      ([name, value]) => switches.test(name) && /^(?:true|false|[01])$/.test(value),
    )
    const env = { ...this.bare(own), ...Object.fromEntries(asked), HOME: home, KUBECONFIG: kubeconfig }
    const quiet = line.watches ? { quiet: (printed: boolean) => (printed ? 700 : 3000) } : {}
    const cwd = await copies.directory(context.cwd)
    const result = await this.started(args, { cwd, env, socket, stdin, ...quiet })
    if (writes !== undefined) await copies.takeBack(writes)
    return shown(result, copies.root, proxy.takeRefused())
  }

  private dirOf(machine: Machine): string {
    const number = this.machines.get(machine) ?? this.machines.size
    this.machines.set(machine, number)
    return join(this.dir, `machine-${number}`)
  }

  private started(
    args: readonly string[],
    { socket = this.socketOf(0), ...options }: RunOptions,
  ): Promise<GroupResult> {
    const { binary: program, isolation, dir: own } = this
    const run = { limits, ...options }
    if (isolation === 'none') return runGroup(program, args, run)
    return this.cells.run({ program, isolation, own, socket }, args, run)
  }

  /** What every run has in its environment: nothing of the host's. @param dir of the machine */
  private bare(dir: string): Record<string, string> {
    return {
      PATH: join(this.dir, 'bin'),
      HOME: this.dir,
      TMPDIR: this.dir,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      KUBECONFIG: join(dir, 'none'),
      KUBECACHEDIR: join(dir, 'cache'),
      KUBECTL_KUBERC: 'false',
      KUBERNETES_MASTER: `http://${noServer}`,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
    }
  }

  private proxyTo(connect: Connect | undefined): Promise<ListeningProxy> {
    const known = this.proxies.get(connect)
    if (known !== undefined) return known
    const opened = this.openProxy(connect ?? refusing, this.proxies.size)
    this.proxies.set(connect, opened)
    return opened
  }

  /** The socket of a proxy, which may not be there yet. */
  private socketOf(number: number): string {
    return join(this.dir, `proxy-${number}`)
  }

  private async openProxy(connect: Connect, number: number): Promise<ListeningProxy> {
    const proxy = new OwnServersProxy(connect)
    const inFiles = this.isolation === 'files and network'
    const socket = this.socketOf(number)
    const port = await proxy.listen(inFiles ? socket : undefined)
    return { proxy, socket, url: `http://127.0.0.1:${inFiles ? relayPort : port}` }
  }
}

const refusing: Connect = (url) => {
  throw connectionRefused(url)
}

async function kustomizedBy(machine: Machine, dir: string, context: KubectlContext): Promise<string> {
  const { stdout, stderr, exitCode } = await builtinKubectl(machine, ['kustomize', dir], context)
  if (exitCode !== 0) throw new Error(stderr.trim().replace(/^error: /, ''))
  return stdout
}

/** As if it had run on the machine itself. @param refused what the proxy did not lead to */
function shown(
  { stdout, stderr, exitCode, ended }: GroupResult,
  root: string,
  refused: readonly string[],
): CommandResult {
  const [host] = refused
  const local = (text: string): string => {
    const own = withOwnDefault(text.replaceAll(root, ''))
    return host === undefined
      ? own
      : own.replace(
          /^Unable to connect to the server: .*|^Error from server \(InternalError\): an error on the server \(""\) has .*/gm,
          `The connection to the server ${host} was refused - did you specify the right host or port?`,
        )
  }
  const over =
    ended === 'time'
      ? `error: kubectl did not end within ${limits.time / 1000} s\n`
      : ended === 'output'
        ? `error: kubectl printed more than ${limits.output >> 20} MiB\n`
        : ''
  return { stdout: local(stdout), stderr: local(stderr) + over, exitCode: ended === 'time' ? 124 : exitCode }
}
