// Clusters that prose has its reader start, as commands: kind with a configuration, hack/local-up-cluster.sh, kubeadm.
import { parse } from '../../component-base/yaml.ts'
import type { Edit } from '../machine/edits.ts'
import { readKindConfig } from '../machine/kind-config.ts'
import type { ClusterPlan } from '../machine/kubeadm-plan.ts'
import { toYaml } from '../machine/yaml-text.ts'
import type { StartInstruction } from './instruction.ts'
import { resolveEdits } from './resolve-edits.ts'
import type { CarriedOut, Deed, InstructionWorld, ShownBlock } from './world.ts'

/** Of a cluster that no command starts. */
const mostNodes = 99

/** The commands that start a cluster as prose tells, or the changes that make the running one such. */
export function carryStart(start: StartInstruction, world: InstructionWorld): CarriedOut {
  const resolved = resolveEdits(start.edits, start.text, start.line, world)
  if (!('edits' in resolved)) return resolved
  const { edits } = resolved
  if ((start.count ?? 1) > mostNodes)
    return { notUnderstood: `a cluster of ${start.count} nodes is more than is started by prose` }
  const { cluster } = world.machine
  if (cluster.apiserver !== undefined && (!start.fresh || start.components.length > 0))
    return { deeds: [{ change: { edits, components: start.components } }] }
  // Only kind has more than one node here.
  const tool = (start.count ?? 1) > 1 ? 'kind' : (start.tool ?? toolSoFar(world))
  if (tool === 'kind') return kind(start, edits, world)
  return { deeds: tool === 'kubeadm' ? kubeadm(edits) : localUp(edits) }
}

function toolSoFar({ machine, commands }: InstructionWorld): 'kind' | 'kubeadm' | 'local-up-cluster' {
  if (machine.kubeadm !== undefined) return machine.kubeadm.plan.local ? 'kubeadm' : 'kind'
  const texts = commands.map(({ text }) => text).join('\n')
  if (/\bkind\s|\bdocker\s+exec\b/.test(texts)) return 'kind'
  return /\bkubeadm\s/.test(texts) ? 'kubeadm' : 'local-up-cluster'
}

const releaseIn = (edits: readonly Edit[]): string | undefined =>
  edits.flatMap((edit) => (edit.kind === 'release' ? [edit.release] : []))[0]
const gatesIn = (edits: readonly Edit[]): Record<string, boolean> =>
  Object.fromEntries(
    edits.flatMap((edit) =>
      edit.kind === 'gate' && edit.value !== undefined ? [[edit.gate, edit.value]] : [],
    ),
  )
const apisIn = (edits: readonly Edit[]): Record<string, string> =>
  Object.fromEntries(edits.flatMap((edit) => (edit.kind === 'api' ? [[edit.api, String(edit.on)]] : [])))
const listed = (parts: Record<string, unknown>): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')

function localUp(edits: readonly Edit[]): Deed[] {
  const release = releaseIn(edits)
  const variables = [
    ['FEATURE_GATES', listed(gatesIn(edits))],
    ['RUNTIME_CONFIG', listed(apisIn(edits))],
  ].filter(([, value]) => value !== '')
  const start = [...variables.map(([name, value]) => `${name}=${value}`), 'hack/local-up-cluster.sh'].join(
    ' ',
  )
  return [...(release === undefined ? [] : [{ text: `git checkout v${release}` }]), { text: start }]
}

/** What kubeadm's configuration would say is changed once it runs. */
function kubeadm(edits: readonly Edit[]): Deed[] {
  const release = releaseIn(edits)
  const others = edits.filter(({ kind }) => kind !== 'release')
  return [
    { text: `kubeadm init${release === undefined ? '' : ` --kubernetes-version v${release}`}` },
    ...(others.length === 0 ? [] : [{ change: { edits: others, components: [] } }]),
  ]
}

function kind(start: StartInstruction, edits: readonly Edit[], world: InstructionWorld): CarriedOut {
  const { kubeadm: running } = world.machine
  const plan = running?.plan.local === false ? running.plan : undefined
  const block = configFor(start, world)
  const name = nameIn(block) ?? plan?.name ?? nameSoFar(world) ?? nameLater(world) ?? 'kind'
  const shown = block === undefined ? undefined : configOf(block)
  if (start.config !== undefined && shown === undefined)
    return { notUnderstood: 'the document shows no configuration of a kind cluster there' }
  const other = block !== undefined && block.line > start.line ? otherGate(shown, gatesIn(edits)) : undefined
  if (other !== undefined) return { notUnderstood: `the configuration below it has ${other}` }
  const nodes = nodesOf(start, plan)
  const base = shown ?? {
    kind: 'Cluster',
    apiVersion: 'kind.x-k8s.io/v1alpha4',
    ...(nodes === undefined ? {} : { nodes }),
  }
  const gates = {
    ...(shown === undefined ? plan?.gates : undefined),
    ...(base as { featureGates?: object }).featureGates,
    ...gatesIn(edits),
  }
  const apis = { ...(base as { runtimeConfig?: object }).runtimeConfig, ...apisIn(edits) }
  const config = {
    ...base,
    ...(Object.keys(gates).length === 0 ? {} : { featureGates: gates }),
    ...(Object.keys(apis).length === 0 ? {} : { runtimeConfig: apis }),
  }
  const release = releaseIn(edits) ?? (plan?.releaseGiven === true ? plan.nodes[0]?.release : undefined)
  const image = release === undefined ? '' : ` --image kindest/node:v${release}`
  const plain = Object.keys(config).every((key) => key === 'kind' || key === 'apiVersion')
  const deeds: Deed[] = [
    ...(plan?.name === name ? [{ text: `kind delete cluster --name ${name}` }] : []),
    {
      text: `kind create cluster --name ${name}${image}${plain ? '' : ` --config - <<'EOF'\n${toYaml(config)}EOF`}`,
    },
  ]
  if (shown === undefined && allTakePods(start))
    deeds.push({
      text: 'kubectl taint nodes -l node-role.kubernetes.io/control-plane node-role.kubernetes.io/control-plane-',
    })
  return block === undefined ? { deeds } : { deeds, uses: block.line }
}

/** A gate that a configuration gives another value than the sentence above it: `X=false`. */
function otherGate(
  shown: { featureGates?: Record<string, unknown> } | undefined,
  wanted: Readonly<Record<string, boolean>>,
): string | undefined {
  const gates = Object.entries(shown?.featureGates ?? {})
  const found = gates.find(([gate, value]) => Object.hasOwn(wanted, gate) && wanted[gate] !== value)
  return found?.join('=')
}

/** "A cluster with 3 nodes", of no tool and without a word of workers: pods run on each, and there is no other. */
const allTakePods = ({ count = 1, tool, text }: StartInstruction): boolean =>
  count > 1 && tool === undefined && !/\b(?:workers?|workloads?|agents?|kind|kubeadm)\b/i.test(text)

/** As many workers as are asked for; else the nodes of the cluster that it replaces. */
function nodesOf(start: StartInstruction, plan: ClusterPlan | undefined): { role: string }[] | undefined {
  const { count } = start
  if (count !== undefined && count > 1)
    return [
      { role: 'control-plane' },
      ...Array.from({ length: allTakePods(start) ? count - 1 : count }, () => ({ role: 'worker' })),
    ]
  if (count === 1 && /\bworkers?\b/i.test(start.text)) return [{ role: 'control-plane' }, { role: 'worker' }]
  return plan === undefined || plan.nodes.length === 1 ? undefined : plan.nodes.map(({ role }) => ({ role }))
}

const nameSoFar = ({ commands }: InstructionWorld): string | undefined =>
  commands
    .map(
      ({ text }) =>
        /\bkind\b[^\n]*--name[ =]([\w.-]+)/.exec(text)?.[1] ??
        /\bdocker\s+exec\b[^\n]*?\s([\w.-]+?)-(?:control-plane|worker)/.exec(text)?.[1],
    )
    .findLast((name) => name !== undefined)

/** Which cluster the commands of the section speak of, by its nodes' names, where they speak of one only. */
function nameLater({ told = [] }: InstructionWorld): string | undefined {
  const names = new Set(
    told.flatMap((text) => [...text.matchAll(onNode)].map(([, pod, container]) => pod ?? container!)),
  )
  return names.size === 1 ? [...names][0] : undefined
}
/** `etcd-NAME-control-plane`, `docker exec NAME-control-plane`. */
const onNode =
  /\b(?:kube-(?:apiserver|controller-manager|scheduler)|etcd)-([a-z0-9][a-z0-9.-]{0,60})-control-plane\b|\bdocker\s+exec\s+(?:-\w+\s+){0,3}([a-z0-9][a-z0-9.-]{0,60}?)-(?:control-plane|worker\d?)\b/g

function configOf({ text }: ShownBlock): object | undefined {
  try {
    return { kind: 'Cluster', apiVersion: 'kind.x-k8s.io/v1alpha4', ...readKindConfig(text) }
  } catch {
    return undefined
  }
}

const nameIn = (block: ShownBlock | undefined): string | undefined => {
  const name = block === undefined ? undefined : (parse(block.text) as { name?: unknown } | null)?.name
  return typeof name === 'string' && /^[\w.-]+$/.test(name) ? name : undefined
}

/** Whether a text is a configuration of kind. */
export const isKindConfig = (text: string): boolean =>
  /^kind:\s*Cluster\s*$/m.test(text) && /kind\.x-k8s\.io/.test(text)

/** The configuration that a sentence speaks of; or that follows close behind it. */
function configFor(
  { config, line, text }: StartInstruction,
  { blocks }: InstructionWorld,
): ShownBlock | undefined {
  const configs = blocks.filter(({ text: shown }) => isKindConfig(shown))
  if (config === 'above') return configs.findLast((block) => block.line < line)
  const next = configs.find((block) => block.line > line)
  if (config === 'below') return next
  const first = blocks.find((block) => block.line > line)
  return next !== undefined && next === first && (next.line - line <= 12 || /:\s*$/.test(text))
    ? next
    : undefined
}
