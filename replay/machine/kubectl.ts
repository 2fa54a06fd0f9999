// kubectl on the machine: what is the same for a real one and the built-in.
import { decodeBytesToUtf8, type ResolvedCommandContext } from 'just-bash'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { flagGiven } from '../../component-base/flags/flag-given.ts'
import type { CommandResult } from './command-result.ts'
import { kubectlEdit } from './editors.ts'
import type { Host } from './host.ts'
import { knownPage } from './known-pages.ts'
import type { Machine } from './machine.ts'

const offline = (message: string): CommandResult => ({
  stdout: '',
  stderr: `error: this machine has no network: ${message}\n`,
  exitCode: 1,
  limit: 'no network',
})

/** Runs kubectl on the machine's files and servers. Known web pages are given to it as input; others are refused. */
export async function kubectl(
  machine: Machine,
  typed: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  const env = new Map([...ctx.env, ...Object.entries(ctx.exportedEnv ?? {})])
  const page = webPageIn(typed)
  const known = page === undefined ? undefined : knownPage(page)
  const args = known === undefined ? typed : typed.map((arg) => arg.replace(page!, '-'))
  const context = { host, cwd: ctx.cwd, env, stdin: known ?? decodeBytesToUtf8(ctx.stdin) }
  if (page !== undefined && known === undefined) return offline(`cannot read ${page}`)
  const [verb = ''] = args.filter((arg) => !arg.startsWith('-'))
  if (verb === 'proxy') return proxy(machine, args, host)
  const inEtcd = await execInEtcd(machine, args, context.stdin)
  if (inEtcd !== undefined) return inEtcd
  const foreign = verb === 'config' ? undefined : await foreignServer(args, env, host)
  if (foreign !== undefined) return offline(`cannot reach ${foreign}`)
  return (await kubectlEdit(machine, args, context)) ?? machine.options.kubectl(machine, args, context)
}

/** Of the containers of a cluster etcd's alone has a program to run here: etcdctl, on the files of its node. */
async function execInEtcd(
  machine: Machine,
  args: readonly string[],
  stdin: string,
): Promise<CommandResult | undefined> {
  const dashes = args.indexOf('--')
  const before = args.slice(0, Math.max(0, dashes))
  const pod = before.includes('exec') ? before.find((arg) => /^(?:pods?\/)?etcd-/.test(arg)) : undefined
  const name = pod?.replace(/^.*?etcd-/, '')
  const node = machine.kubeadm?.plan.nodes.find((one) => one.role === 'control-plane' && one.name === name)
  if (node === undefined || machine.cluster.apiserver === undefined) return undefined
  const host = machine.computers.nodes.get(node.name) ?? machine.computers.workstation
  return host.exec(args.slice(dashes + 1), stdin)
}

/** A web page or repository that objects would be read from. */
function webPageIn(args: readonly string[]): string | undefined {
  const files = args.flatMap((arg, i) => {
    const own = /^(?:-[ARiqtw]*[fk]|--filename=|--kustomize=)=?(.+)$/.exec(arg)?.[1]
    if (own !== undefined) return own.split(',')
    return /^(?:-[ARiqtw]*[fk]|--filename|--kustomize)$/.test(arg) ? (args[i + 1] ?? '').split(',') : []
  })
  return files.find((file) => /^(?:https?:\/\/|git(?:@|::)|ssh:|(?:www\.)?github\.com\/)/.test(file))
}

/** The server that a flag or the kubeconfig names, where that is none of this machine. */
async function foreignServer(
  args: readonly string[],
  env: ReadonlyMap<string, string>,
  host: Host,
): Promise<string | undefined> {
  const given = flagGiven(args, 'server', 's')
  const path = flagGiven(args, 'kubeconfig') ?? env.get('KUBECONFIG')?.split(':')[0]
  const server =
    given ?? (path === undefined ? undefined : await serverIn(host, path, flagGiven(args, 'context')))
  if (server === undefined) return undefined
  const address = /^\w+:\/\//.test(server) ? server : `http://${server}`
  const own =
    URL.canParse(address) && /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(address).hostname)
  return own ? undefined : server
}

/** Undefined for a kubeconfig that names none: kubectl itself says what is wrong with it. */
async function serverIn(host: Host, path: string, context: string | undefined): Promise<string | undefined> {
  try {
    const options = { readText: () => '', ...(context === undefined ? {} : { context }) }
    return parseKubeconfig(await host.readFile(path), options).server
  } catch {
    return undefined
  }
}

/** It answers from then on, as if it ran in another terminal. A forward without `&` at its port has been ended by its author. */
function proxy(machine: Machine, args: readonly string[], host: Host): CommandResult {
  const port = Number(flagGiven(args, 'port', 'p') ?? '8001')
  const { forwards } = machine.kubectl
  for (const before of forwards.holders(host.name, '127.0.0.1', port)) {
    if (before.isJob)
      return {
        stdout: '',
        stderr: `error: listen tcp 127.0.0.1:${port}: bind: address already in use\n`,
        exitCode: 1,
      }
    forwards.end(before)
  }
  machine.kubectl.proxyOn(port)
  host.jobs.keep()
  return { stdout: `Starting to serve on 127.0.0.1:${port}\n`, stderr: '', exitCode: 0 }
}
