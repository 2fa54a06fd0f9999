// kind, as far as scripts use it: a cluster whose nodes are computers of their own.
import { decodeBytesToUtf8, type ResolvedCommandContext } from 'just-bash'
import { kindNodeIP, kindSubnets } from '../../cluster/network/kind-networks.ts'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import type { NodeImage } from './clusters.ts'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import { checkKindConfig } from './kind-check.ts'
import { type KindConfig, readKindConfig, readPatches } from './kind-config.ts'
import { exportLogs, loadImages } from './kind-export.ts'
import { type KindLine, readKindLine } from './kind-flags.ts'
import { buildNodeImage } from './kind-images.ts'
import { startKubeadmCluster } from './kubeadm-cluster.ts'
import type { ClusterPlan, NodePlan } from './kubeadm-plan.ts'
import { mergedKubeconfig } from './kubeconfig-file.ts'
import type { Machine } from './machine.ts'

const ok = (stdout: string, stderr = ''): CommandResult => ({ stdout, stderr, exitCode: 0 })
const refused = (message: string): CommandResult => ({
  stdout: '',
  stderr: `ERROR: ${message}\n`,
  exitCode: 1,
})

/** Runs kind's commands: clusters are created, deleted and listed, and images built or loaded. */
export async function kind(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  if (args[0] === '--version') return ok(`kind version ${kindVersion}\n`)
  let line: KindLine
  try {
    line = readKindLine(args)
  } catch (error) {
    if (error instanceof FlagError) return refused(error.message)
    throw error
  }
  if (line.values.bool('help')) return { ...refused('help is not simulated'), limit: 'not simulated' }
  const result = await commands[line.command]!({ machine, line, ctx, host })
  return line.values.bool('quiet') ? { ...result, stderr: '' } : result
}

const kindVersion = 'v0.30.0'

interface KindCall {
  machine: Machine
  line: KindLine
  ctx: ResolvedCommandContext
  host: Host
}

const commands: Readonly<Record<string, (call: KindCall) => CommandResult | Promise<CommandResult>>> = {
  'create cluster': create,
  'delete cluster': remove,
  'delete clusters': remove,
  'build node-image': ({ machine, line }) => buildNodeImage(machine, line),
  'load docker-image': ({ machine, line }) => loadImages(machine, line),
  'load image-archive': ({ machine, line }) => loadImages(machine, line),
  'export logs': ({ machine, line, ctx, host }) => exportLogs(machine, line, ctx.cwd, host),
  'export kubeconfig': () => ok(''),
  'get clusters': ({ machine: { kubeadm } }) =>
    kubeadm === undefined ? ok('', 'No kind clusters found.\n') : ok(`${kubeadm.plan.name}\n`),
  'get nodes': getNodes,
  'get kubeconfig': getKubeconfig,
  version: () => ok(`kind ${kindVersion}\n`),
}

function getNodes({ machine: { kubeadm }, line: { values } }: KindCall): CommandResult {
  const name = values.string('name')
  if (values.bool('all-clusters') && kubeadm === undefined)
    return ok('', 'No kind nodes found for any cluster.\n')
  return kubeadm !== undefined && (values.bool('all-clusters') || kubeadm.plan.name === name)
    ? ok(kubeadm.plan.nodes.map((node) => `${node.name}\n`).join(''))
    : ok('', `No kind nodes found for cluster "${name}".\n`)
}

function getKubeconfig({ machine, line }: KindCall): CommandResult {
  const name = line.values.string('name')
  const { apiserver } = machine.cluster
  return machine.kubeadm?.plan.name === name && apiserver !== undefined
    ? ok(mergedKubeconfig('', apiserver.kubeconfig('admin'), machine.kubeadm.plan.context))
    : refused(
        `could not locate any control plane nodes for cluster named '${name}'. Use the --name option to select a different cluster`,
      )
}

/** `kind delete cluster`, or `clusters NAME…`, or all of them. */
async function remove({ machine, line }: KindCall): Promise<CommandResult> {
  const { command, values, positional } = line
  const one = command === 'delete cluster'
  const own = machine.kubeadm?.plan.name
  if (!one && !values.bool('all') && positional.length === 0) return refused('no cluster names provided')
  const names = one
    ? [values.string('name')]
    : values.bool('all')
      ? own === undefined
        ? []
        : [own]
      : positional
  if (own !== undefined && names.includes(own)) {
    await machine.kubeadm?.stop()
    await machine.cluster.stop()
    machine.clusters.forgetLayout()
    machine.computers.removeNodes()
  }
  return ok(
    '',
    one
      ? `Deleting cluster "${names[0]}" ...\n`
      : `Deleted clusters: [${names.map((one) => JSON.stringify(one)).join(' ')}]\n`,
  )
}

async function create({ machine, line: { values }, ctx, host }: KindCall): Promise<CommandResult> {
  let config: KindConfig
  try {
    const text = await configText(values.string('config'), ctx, host)
    checkKindConfig(text)
    config = readKindConfig(text)
  } catch (error) {
    return refused(`failed to create cluster: ${(error as Error).message}`)
  }
  const name = values.string('name') || config.name || 'kind'
  if (machine.kubeadm?.plan.name === name)
    return refused(`failed to create cluster: node(s) already exist for a cluster with the name "${name}"`)
  const plan = planOf(machine, name, config, values.string('image') || undefined)
  if (plan.nodes.some(({ release }) => release === ''))
    return refused('failed to create cluster: failed to pull the node image')
  const failed = await startKubeadmCluster(machine, plan)
  if (failed !== undefined) return { ...failed, stderr: `ERROR: failed to create cluster: ${failed.stderr}` }
  return ok('', created(plan))
}

async function configText(path: string, ctx: ResolvedCommandContext, host: Host): Promise<string> {
  if (path === '') return ''
  if (path === '-') return decodeBytesToUtf8(ctx.stdin)
  try {
    return await host.disk.readFile(host.absolute(path, ctx.cwd))
  } catch {
    throw new Error(`error reading file: open ${path}: no such file or directory`)
  }
}

function planOf(machine: Machine, name: string, config: KindConfig, image: string | undefined): ClusterPlan {
  const cluster = readPatches(config.kubeadmConfigPatches)
  const nodes = nodesOf(machine, name, config, image)
  const runtimeConfig = Object.entries(config.runtimeConfig ?? {}).map(([api, on]) => `${api}=${on}`)
  const mode = config.networking?.kubeProxyMode
  return {
    name,
    context: `kind-${name}`,
    local: false,
    nodes: nodes.map(({ node }) => ({
      ...node,
      kubeletArgs: { ...cluster.kubeletArgs, ...node.kubeletArgs },
    })),
    gates: config.featureGates ?? {},
    extraArgs: {
      etcd: {},
      'kube-apiserver': {
        ...(runtimeConfig.length === 0 ? {} : { 'runtime-config': runtimeConfig.join(',') }),
        ...cluster.extraArgs['kube-apiserver'],
        ...nodes[0]!.extraArgs['kube-apiserver'],
      },
      'kube-controller-manager': {
        ...cluster.extraArgs['kube-controller-manager'],
        ...nodes[0]!.extraArgs['kube-controller-manager'],
      },
      'kube-scheduler': { ...cluster.extraArgs['kube-scheduler'], ...nodes[0]!.extraArgs['kube-scheduler'] },
    },
    kubeletConfig: cluster.kubeletConfig,
    proxyConfig: { ...(mode === undefined ? {} : { mode }), ...cluster.proxyConfig },
    ...kindSubnets(config.networking),
    releaseGiven: nodes.some(({ given }) => given),
  }
}

function nodesOf(machine: Machine, cluster: string, config: KindConfig, image: string | undefined) {
  const wanted = [...(config.nodes ?? [{ role: 'control-plane' as const }])].sort(
    (a, b) => Number(a.role === 'worker') - Number(b.role === 'worker'),
  )
  const counts = { 'control-plane': 0, worker: 0 }
  return wanted.map(({ role = 'control-plane', labels, image: own, kubeadmConfigPatches }, at) => {
    const count = ++counts[role]
    const { kubeletArgs, extraArgs } = readPatches(kubeadmConfigPatches)
    const { release, given, meant } = releaseOfImage(machine, image ?? own)
    const named = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`)
    const nodeLabels = [...named, kubeletArgs['node-labels'] ?? ''].filter((text) => text !== '').join(',')
    const node: NodePlan = {
      name: `${cluster}-${role}${count === 1 ? '' : count}`,
      role,
      release,
      meant,
      kubeletArgs: {
        'node-ip': kindNodeIP(config.networking, at),
        ...kubeletArgs,
        ...(nodeLabels === '' ? {} : { 'node-labels': nodeLabels }),
      },
    }
    return { node, extraArgs, given }
  })
}

/** `kindest/node:v1.30.0@sha256:…`; any other tag, and none, is a build of what is checked out. '' for an unknown release. */
function releaseOfImage(machine: Machine, image: string | undefined): NodeImage {
  const own = machine.clusters.nodeImages.get(image ?? '')
  if (own !== undefined) return own
  const tag = /:(v?\d+\.\d+(?:\.\d+)?)(?:$|[@-])/.exec(image ?? '')?.[1]
  if (tag === undefined)
    return {
      release: machine.sources.fullRelease(machine.sources.checkedOutRelease()),
      given: machine.releaseGiven,
      meant: machine.sources.meantBy(),
    }
  const wanted = tag.replace(/^v/, '')
  return {
    release: machine.sources.releaseOfTag(wanted) ?? '',
    given: true,
    meant: machine.sources.meantBy(wanted),
  }
}

const created = ({ name, nodes }: ClusterPlan): string => `Creating cluster "${name}" ...
 • Ensuring node image (kindest/node:v${nodes[0]!.release}) 🖼  ...
 ✓ Ensuring node image (kindest/node:v${nodes[0]!.release}) 🖼
 • Preparing nodes ${'📦 '.repeat(nodes.length)}  ...
 ✓ Preparing nodes ${'📦 '.repeat(nodes.length)}
 • Writing configuration 📜  ...
 ✓ Writing configuration 📜
 • Starting control-plane 🕹️  ...
 ✓ Starting control-plane 🕹️
 • Installing CNI 🔌  ...
 ✓ Installing CNI 🔌
 • Installing StorageClass 💾  ...
 ✓ Installing StorageClass 💾
${nodes.length > 1 ? ' • Joining worker nodes 🚜  ...\n ✓ Joining worker nodes 🚜\n' : ''}Set kubectl context to "kind-${name}"
You can now use your cluster with:

kubectl cluster-info --context kind-${name}

Have a nice day! 👋
`
