// kind and docker, as far as scripts use them: a cluster whose node is this machine.
import { decodeBytesToUtf8, type ResolvedCommandContext } from 'just-bash'
import { parse } from 'yaml'
import type { CommandResult } from './command-result.ts'
import { startKubeadmCluster, syncStaticPods } from './kubeadm-node.ts'
import type { Machine } from './machine.ts'
import { flagOf } from './node-programs.ts'

interface KindConfig {
  name?: string
  featureGates?: Record<string, boolean>
  runtimeConfig?: Record<string, string>
  nodes?: { role?: string; image?: string }[]
}

const ok = (stdout: string, stderr = ''): CommandResult => ({ stdout, stderr, exitCode: 0 })

export async function kind(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<CommandResult> {
  const [verb, what] = args
  if (verb === 'create' && what === 'cluster') return create(machine, args, ctx)
  if (verb === 'delete') {
    await machine.cluster.stop()
    const name = flagOf(args, 'name') ?? 'kind'
    machine.kubeadm = undefined
    return ok('', `Deleting cluster "${name}" ...\n`)
  }
  if (verb === 'get' && what === 'clusters')
    return ok(machine.kubeadm === undefined ? '' : `${kindName(machine)}\n`)
  if (verb === 'get' && what === 'nodes')
    return ok(
      nodes(machine)
        .map((n) => `${n}\n`)
        .join(''),
    )
  if (verb === 'get' && what === 'kubeconfig') return ok(machine.cluster.apiserver?.kubeconfig('admin') ?? '')
  if (verb === 'version') return ok('kind v0.30.0\n')
  if (verb === 'build' || verb === 'load' || verb === 'export') return ok('')
  return { stdout: '', stderr: `ERROR: unknown command "${args.join(' ')}" for "kind"\n`, exitCode: 1 }
}

const nodes = (machine: Machine): string[] => {
  const cluster = machine.kubeadm?.cluster
  return cluster === undefined ? [] : [cluster.node, ...cluster.workers]
}
const kindName = (machine: Machine): string =>
  machine.kubeadm?.cluster.node.replace(/-control-plane$/, '') ?? 'kind'

async function create(machine: Machine, args: string[], ctx: ResolvedCommandContext): Promise<CommandResult> {
  const config = await readConfig(machine, args, ctx)
  const name = flagOf(args, 'name') ?? config.name ?? 'kind'
  const image = flagOf(args, 'image') ?? config.nodes?.[0]?.image
  const release = /:v?(\d+\.\d+(?:\.\d+)?)/.exec(image ?? '')?.[1] ?? machine.checkout.newest
  if (!machine.checkout.known(release)) {
    machine.noteFailure({ component: 'kind', release, stderr: `there is no release ${release} to simulate` })
    return {
      stdout: '',
      stderr: `ERROR: failed to create cluster: failed to pull image "${image}"\n`,
      exitCode: 1,
    }
  }
  const workers = (config.nodes ?? [])
    .filter((n) => n.role === 'worker')
    .map((_n, i) => `${name}-worker${i === 0 ? '' : i + 1}`)
  const runtimeConfig = Object.entries(config.runtimeConfig ?? {})
    .map(([k, v]) => `${k}=${v}`)
    .join(',')
  const cluster = {
    release,
    node: `${name}-control-plane`,
    gates: config.featureGates ?? {},
    runtimeConfig,
    workers,
    dataDir: `/var/lib/etcd-${name}`,
  }
  const failed = await startKubeadmCluster(machine, cluster)
  if (failed !== undefined) return { ...failed, stderr: `ERROR: failed to create cluster: ${failed.stderr}` }
  return ok(
    '',
    `Creating cluster "${name}" ...\nSet kubectl context to "kind-${name}"\nYou can now use your cluster with:\n\nkubectl cluster-info --context kind-${name}\n`,
  )
}

async function readConfig(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<KindConfig> {
  const path = flagOf(args, 'config')
  if (path === undefined) return {}
  const text =
    path === '-' ? decodeBytesToUtf8(ctx.stdin) : await machine.disk.readFile(machine.absolute(path, ctx.cwd))
  return (parse(text) as KindConfig | null) ?? {}
}

/** `docker exec NODE command`: the node is this machine, so the command runs here, as root. */
export async function docker(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<CommandResult> {
  const [verb, ...rest] = args
  if (verb === 'ps')
    return ok(
      `CONTAINER ID   IMAGE   NAMES\n${nodes(machine)
        .map((n) => `0123456789ab   kindest/node   ${n}\n`)
        .join('')}`,
    )
  if (verb !== 'exec') return ok('')
  let at = 0
  while (rest[at]?.startsWith('-')) at += /^(-u|-w|-e|--user|--workdir|--env)$/.test(rest[at]!) ? 2 : 1
  const node = rest[at]
  if (node === undefined || !nodes(machine).includes(node)) {
    return {
      stdout: '',
      stderr: `Error response from daemon: No such container: ${node ?? ''}\n`,
      exitCode: 1,
    }
  }
  const command = rest[at + 1]
  if (
    command === undefined ||
    (/^(ba)?sh$/.test(command) && rest.length === at + 2) ||
    ctx.exec === undefined
  )
    return ok('')
  const result = await ctx.exec(command, {
    cwd: '/',
    env: { ...ctx.exportedEnv },
    args: rest.slice(at + 2),
    stdin: decodeBytesToUtf8(ctx.stdin),
  })
  const failed = await syncStaticPods(machine)
  return failed ?? result
}
