// kubeadm on the author's own computer: init, upgrade, reset. Upstream: cmd/kubeadm/app/cmd
import type { ResolvedCommandContext } from 'just-bash'
import { compare } from 'semver'
import type { CommandResult } from './command-result.ts'
import type { Edit } from './edits.ts'
import type { Host } from './host.ts'
import { readPatches } from './kind-config.ts'
import { startKubeadmCluster } from './kubeadm-cluster.ts'
import { type ClusterPlan, type StaticPodName, staticPodNames } from './kubeadm-plan.ts'
import type { Machine } from './machine.ts'
import { flagOf } from './node-programs.ts'

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
const refused = (stderr: string): CommandResult => ({ stdout: '', stderr: `${stderr}\n`, exitCode: 1 })

export async function kubeadm(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  const [verb, what, ...rest] = args
  const release = machine.installed.get('kubeadm') ?? machine.fullRelease(machine.checkedOutRelease())
  if (verb === 'version') return ok(versionText(release, flagOf(args, 'output') ?? shortOutput(args)))
  const config = await configText(args, ctx, host)
  if (config === undefined)
    return refused(`unable to read config from "${flagOf(args, 'config')}": no such file or directory`)
  const settings = readPatches([config])
  if (verb === 'init') return init(machine, args, release, settings.extraArgs)
  if (verb === 'reset') return reset(machine)
  if (verb !== 'upgrade') return ok('')
  if (machine.kubeadm === undefined || machine.cluster.apiserver === undefined)
    return refused("couldn't create a Kubernetes client: no kube-apiserver runs here")
  if (what === 'apply') return apply(machine, rest, release, settings.extraArgs)
  return ok(what === 'plan' ? '[upgrade] Fetching available versions to upgrade to\n' : '')
}

/** `-o short`, `-oshort`, `-o=short`. */
function shortOutput(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^-o/.test(arg))
  return at < 0 ? undefined : args[at]!.replace(/^-o=?/, '') || args[at + 1]
}

const versionText = (release: string, output: string | undefined): string => {
  const [major, minor] = release.split('.')
  return output === 'short'
    ? `v${release}\n`
    : `kubeadm version: &version.Info{Major:"${major}", Minor:"${minor}", GitVersion:"v${release}"}\n`
}

/** Undefined for a file that is not there. */
async function configText(
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<string | undefined> {
  const path = flagOf(args, 'config')
  return path === undefined ? '' : host.disk.readFile(host.absolute(path, ctx.cwd)).catch(() => undefined)
}

type ExtraArgs = Partial<Record<StaticPodName, Record<string, string>>>

async function init(
  machine: Machine,
  args: string[],
  own: string,
  extraArgs: ExtraArgs,
): Promise<CommandResult> {
  const asked = flagOf(args, 'kubernetes-version')?.replace(/^v/, '')
  const release = asked === undefined ? own : machine.releaseOfTag(asked)
  if (release === undefined) return refused(`could not fetch a Kubernetes version: v${asked}`)
  for (const name of ['kubeadm', 'kubelet', 'kubectl']) machine.installed.set(name, release)
  const failed = await startKubeadmCluster(machine, planOf(release, extraArgs, asked !== undefined))
  return failed ?? ok('Your Kubernetes control-plane has initialized successfully!\n')
}

const planOf = (release: string, extraArgs: ExtraArgs, releaseGiven: boolean): ClusterPlan => ({
  name: 'kubernetes',
  context: 'kubernetes-admin@kubernetes',
  local: true,
  nodes: [{ name: 'control-plane', role: 'control-plane', release, kubeletArgs: {} }],
  gates: {},
  extraArgs: {
    etcd: {},
    'kube-apiserver': {},
    'kube-controller-manager': {},
    'kube-scheduler': {},
    ...extraArgs,
  },
  kubeletConfig: {},
  proxyConfig: {},
  podSubnet: '10.244.0.0/16',
  serviceSubnet: '10.96.0.0/12',
  releaseGiven,
})

async function reset(machine: Machine): Promise<CommandResult> {
  await machine.kubeadm?.stop()
  await machine.cluster.stop()
  machine.kubeadm = undefined
  return ok('[reset] Stopping the kubelet service\n')
}

/** The control plane goes to the release, and its flags to what the configuration says; kubelets are not touched. */
async function apply(
  machine: Machine,
  args: string[],
  own: string,
  extraArgs: ExtraArgs,
): Promise<CommandResult> {
  const tag = args.find((arg) => /^v?\d+\.\d+\.\d+/.test(arg))?.replace(/^v/, '')
  const release = tag === undefined ? own : machine.releaseOfTag(tag)
  if (release === undefined) return refused(`[upgrade/version] FATAL: couldn't parse version v${tag}`)
  if (compare(release, own) > 0)
    return refused(
      `[upgrade/version] FATAL: the --version argument is invalid due to these errors:\n\n\t- Specified version to upgrade to "v${release}" is higher than the kubeadm version "v${own}". Upgrade kubeadm first using the tool you used to install kubeadm`,
    )
  for (const component of staticPodNames) {
    if (component === 'etcd') continue
    const flags = Object.entries(extraArgs[component] ?? {})
    const edits: Edit[] = [
      { kind: 'release', release },
      ...flags.map(([flag, value]): Edit => ({ kind: 'flag', flag, value })),
    ]
    const failed = await machine.kubeadm!.change({ components: [component], edits })
    if (failed !== undefined) return failed
  }
  const proxies = { components: ['kube-proxy' as const], edits: [{ kind: 'release' as const, release }] }
  return (
    (await machine.kubeadm!.change(proxies)) ??
    ok(`[upgrade/successful] SUCCESS! Your cluster was upgraded to "v${release}". Enjoy!\n`)
  )
}
