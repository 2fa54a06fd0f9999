// Upstream: cmd/kubeadm/app/cmd/upgrade

import { decodeBytesToUtf8 } from 'just-bash'
import { minorRelease } from '../../../component-base/minor.ts'
import type { CommandResult } from '../command-result.ts'
import type { Edit } from '../edits.ts'
import { readPatches } from '../kind-config.ts'
import { type StaticPodName, staticPodNames } from '../kubeadm-plan.ts'
import { checkUpgradeDocuments, type KubeadmDocument } from './config-documents.ts'
import { configDocuments, configText, type KubeadmCall } from './context.ts'
import { kubeadmDialect } from './dialect.ts'
import { KubeadmError } from './kubeadm-error.ts'
import { planText } from './upgrade-plan.ts'
import { enforceVersionPolicies } from './version-policy.ts'

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })

interface Target {
  /** `1.28.1`, as it was asked for. */
  wanted: string
  reconfigures: boolean
}

/** `upgrade apply`: the control plane goes to the release, and its flags to what the configuration says; kubelets are not touched. Throws {@link KubeadmError}. */
export async function apply(call: KubeadmCall): Promise<CommandResult> {
  const { machine, line, minor } = call
  const { phased } = kubeadmDialect(minor)
  const { wanted, reconfigures } = await targetOf(call, 'apply')
  const phase = phased ? 'error execution phase preflight: ' : '[upgrade/version] FATAL: '
  const tag = phased ? '[upgrade/preflight]' : '[upgrade/version]'
  const chosen = phased ? 'upgrade the cluster version' : 'change the cluster version'
  const out = [`${tag} You have chosen to ${chosen} to "v${wanted}"`]
  try {
    const versions = {
      wanted,
      cluster: clusterVersion(call),
      kubeadm: call.version,
      kubelets: kubelets(call).map((one) => one.version),
    }
    const force = line.values.get('force') === 'true'
    const skipped = enforceVersionPolicies(versions, force, phased ? 'the version' : 'the --version')
    if (skipped !== '') out.push(`${tag} ${skipped}`)
  } catch (error) {
    throw error instanceof KubeadmError ? new KubeadmError(phase + error.message) : error
  }
  const release = machine.sources.releaseOfTag(wanted)
  if (release === undefined) throw new KubeadmError(`${phase}couldn't parse version v${wanted}`)
  out.push(...confirmed(call, phase))
  if (line.values.get('dry-run') === 'true')
    return ok(`${out.join('\n')}\n[upgrade/successful] Finished dryrunning successfully!\n`)
  const extra = reconfigures ? readPatches([(await configText(call)) ?? '']).extraArgs : {}
  const failed = await moveControlPlane(call, release, extra)
  if (failed !== undefined) return failed
  const { cluster } = machine
  cluster.startedAs({ release, gates: cluster.lastStart?.gates ?? {} })
  return ok(`${out.join('\n')}\n\n${success(wanted, phased)}`)
}

const success = (wanted: string, phased: boolean): string =>
  phased
    ? `[upgrade] SUCCESS! A control plane node of your cluster was upgraded to "v${wanted}".\n\n[upgrade] Now please proceed with upgrading the rest of the nodes by following the right order.\n`
    : `[upgrade/successful] SUCCESS! Your cluster was upgraded to "v${wanted}". Enjoy!\n\n[upgrade/kubelet] Now that your control plane is upgraded, please proceed with upgrading your kubelets if you haven't already done so.\n`

/** The version that is asked for: by the argument, or by the configuration. */
async function targetOf(call: KubeadmCall, verb: 'apply' | 'plan'): Promise<Target> {
  const { line, minor } = call
  const { phased, upgradeConfigTag } = kubeadmDialect(minor)
  const fatal = phased && verb === 'apply' ? '' : `${upgradeConfigTag} FATAL: `
  let documents: KubeadmDocument[]
  let reconfigures = false
  try {
    documents = await configDocuments(call)
    if (line.values.has('config')) {
      const checked = checkUpgradeDocuments(documents, minor)
      for (const warning of checked.warnings) call.warn(warning)
      reconfigures = checked.reconfigures
    }
  } catch (error) {
    if (!(error instanceof KubeadmError)) throw error
    for (const warning of (error as { warnings?: string[] }).warnings ?? []) call.warn(warning)
    throw new KubeadmError(fatal + error.message)
  }
  const [argument, ...more] = line.positional
  if (more.length > 0) throw new KubeadmError('too many arguments. Required arguments: [version]')
  const wanted = (argument ?? versionIn(documents, verb))?.replace(/^v/, '')
  if (wanted === undefined) {
    if (verb === 'plan') return { wanted: '', reconfigures }
    throw new KubeadmError('missing one or more required arguments. Required arguments: [version]')
  }
  if (!/^\d+\.\d+\.\d+/.test(wanted))
    throw new KubeadmError(
      `version "${wanted}" doesn't match patterns for neither semantic version nor labels (stable, latest, ...)`,
    )
  return { wanted, reconfigures }
}

function versionIn(documents: readonly KubeadmDocument[], verb: 'apply' | 'plan'): string | undefined {
  for (const document of documents) {
    const own = document as KubeadmDocument & {
      kubernetesVersion?: string
      apply?: { kubernetesVersion?: string }
      plan?: { kubernetesVersion?: string }
    }
    if (own.kind === 'ClusterConfiguration' && own.kubernetesVersion) return own.kubernetesVersion
    if (own.kind === 'UpgradeConfiguration' && own[verb]?.kubernetesVersion)
      return own[verb].kubernetesVersion
  }
  return undefined
}

/** Who types at a terminal answers `y`; what is piped in is the answer. */
function confirmed({ line, ctx, minor }: KubeadmCall, phase: string): string[] {
  if (['yes', 'force', 'dry-run'].some((flag) => line.values.get(flag) === 'true')) return []
  const question = `${kubeadmDialect(minor).confirmTag} Are you sure you want to proceed? [y/N]: `
  const [answer = ''] = decodeBytesToUtf8(ctx.stdin).split('\n')
  if (answer === '' || /^(?:y|yes)$/i.test(answer)) return [question.trimEnd()]
  const error = new KubeadmError(`${phase}won't proceed; the user didn't answer (Y|y) in order to continue`)
  throw error
}

/** A release as the document names it, where it stands for another. */
function versionOf({ machine }: KubeadmCall, release: string): string {
  const full = machine.sources.fullRelease(release)
  const named = [...machine.checkout.named].find(
    ([tag, stands]) => /^v\d+\.\d+\.\d+$/.test(tag) && machine.sources.fullRelease(stands) === full,
  )
  return named === undefined ? full : named[0].slice(1)
}

const clusterVersion = (call: KubeadmCall): string => {
  const { kubeadm, cluster } = call.machine
  return versionOf(call, cluster.records.get('kube-apiserver')?.release ?? kubeadm!.plan.nodes[0]!.release)
}

const kubelets = (call: KubeadmCall): { node: string; version: string }[] =>
  [...call.machine.cluster.records]
    .filter(([name]) => name.startsWith('kubelet/'))
    .map(([name, { release }]) => ({
      node: name.slice('kubelet/'.length),
      version: versionOf(call, release),
    }))

async function moveControlPlane(
  { machine }: KubeadmCall,
  release: string,
  extra: Partial<Record<StaticPodName, Record<string, string>>>,
): Promise<CommandResult | undefined> {
  for (const component of staticPodNames) {
    if (component === 'etcd') continue
    const flags = Object.entries(extra[component] ?? {})
    const edits: Edit[] = [
      { kind: 'release', release },
      ...flags.map(([flag, value]): Edit => ({ kind: 'flag', flag, value })),
    ]
    const failed = await machine.kubeadm!.change({ components: [component], edits })
    if (failed !== undefined) return failed
  }
  await machine.kubeadm!.noteVersion(release)
  return machine.kubeadm!.change({ components: ['kube-proxy'], edits: [{ kind: 'release', release }] })
}

/** Throws {@link KubeadmError}. */
export async function plan(call: KubeadmCall): Promise<CommandResult> {
  const { machine, version } = call
  const { wanted } = await targetOf(call, 'plan')
  const newest = (of: string): string => {
    const minor = minorRelease(of)
    return machine.checkout.known(minor) ? machine.sources.fullRelease(minor) : of
  }
  const cluster = clusterVersion(call)
  return ok(
    planText({
      cluster,
      kubeadm: version,
      target: wanted === '' ? newest(version) : wanted,
      latestPatch: newest(cluster),
      controlPlane: machine.kubeadm!.plan.nodes[0]!.name,
      kubelets: kubelets(call),
    }),
  )
}

/** `upgrade node`: the configuration of this node's kubelet, whose files the machine keeps as they are. */
export async function node(call: KubeadmCall): Promise<CommandResult> {
  if (call.line.positional.length > 0 && call.line.positional[0] !== 'phase')
    throw new KubeadmError(`unknown command "${call.line.positional[0]}" for "kubeadm upgrade node"`)
  return ok(
    kubeadmDialect(call.minor).phased
      ? '[upgrade/preflight] Running pre-flight checks\n[upgrade/kubelet-config] The kubelet configuration for this node was successfully upgraded!\n'
      : '[upgrade] The configuration for this node was successfully updated!\n[upgrade] Now you should go ahead and upgrade the kubelet package using your package manager.\n',
  )
}
