// kind's cluster configuration, with the kubeadm patches that scripts use. Upstream: kind's pkg/apis/config/v1alpha4

import type { KindNetworking } from '../../cluster/network/kind-networks.ts'
import { parse, parseAllDocuments } from '../../component-base/yaml.ts'
import type { NodePlan, StaticPodName } from './kubeadm-plan.ts'

interface KindNode {
  role?: NodePlan['role']
  image?: string
  labels?: Record<string, string>
  kubeadmConfigPatches?: string[]
}

/** kind.x-k8s.io/v1alpha4 Cluster, as far as it is read. */
export interface KindConfig {
  name?: string
  featureGates?: Record<string, boolean>
  runtimeConfig?: Record<string, string>
  networking?: KindNetworking & { kubeProxyMode?: string }
  nodes?: KindNode[]
  kubeadmConfigPatches?: string[]
}

/** `{ flag: value }` of kubeadm's v1beta3, `[{ name, value }]` of v1beta4. */
type ExtraArgs = Record<string, string> | { name: string; value: string }[]

interface KubeadmPatch {
  kind?: string
  nodeRegistration?: { kubeletExtraArgs?: ExtraArgs }
  apiServer?: { extraArgs?: ExtraArgs }
  controllerManager?: { extraArgs?: ExtraArgs }
  scheduler?: { extraArgs?: ExtraArgs }
}

/** What the kubeadm patches of a cluster, or of a node, ask for. */
export interface PatchedSettings {
  kubeletArgs: Record<string, string>
  extraArgs: Partial<Record<StaticPodName, Record<string, string>>>
  kubeletConfig: object
  proxyConfig: object
}

/** Throws the YAML parser's error, and an Error for what is no kind cluster. */
export function readKindConfig(text: string): KindConfig {
  const config = parse(text) as (KindConfig & { kind?: string }) | null
  if (config === null || typeof config !== 'object') return {}
  if (config.kind !== undefined && config.kind !== 'Cluster')
    throw new Error(`unknown kind ${config.kind} for apiVersion: kind.x-k8s.io/v1alpha4`)
  return config
}

const asMap = (args: ExtraArgs | undefined): Record<string, string> =>
  Object.fromEntries(
    Array.isArray(args)
      ? args.map(({ name, value }) => [name, String(value)])
      : Object.entries(args ?? {}).map(([name, value]) => [name, String(value)]),
  )

/** @param patches YAML texts, each of one or more documents of kubeadm's kinds */
export function readPatches(patches: readonly string[] | undefined): PatchedSettings {
  const settings: PatchedSettings = { kubeletArgs: {}, extraArgs: {}, kubeletConfig: {}, proxyConfig: {} }
  const documents = (patches ?? []).flatMap((text) =>
    parseAllDocuments(text, { logLevel: 'error' }).map((one) => one.toJS() as object | null),
  )
  for (const document of documents) if (document !== null) addPatch(settings, document)
  return settings
}

function addPatch(settings: PatchedSettings, document: object): void {
  const { kind, ...patch } = document as KubeadmPatch
  if (kind === 'InitConfiguration' || kind === 'JoinConfiguration')
    Object.assign(settings.kubeletArgs, asMap(patch.nodeRegistration?.kubeletExtraArgs))
  else if (kind === 'ClusterConfiguration') {
    addFlags(settings, 'kube-apiserver', patch.apiServer?.extraArgs)
    addFlags(settings, 'kube-controller-manager', patch.controllerManager?.extraArgs)
    addFlags(settings, 'kube-scheduler', patch.scheduler?.extraArgs)
  } else if (kind === 'KubeletConfiguration') Object.assign(settings.kubeletConfig, patch)
  else if (kind === 'KubeProxyConfiguration') Object.assign(settings.proxyConfig, patch)
}

function addFlags(settings: PatchedSettings, name: StaticPodName, args: ExtraArgs | undefined): void {
  settings.extraArgs[name] = { ...settings.extraArgs[name], ...asMap(args) }
}
