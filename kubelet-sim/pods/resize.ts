// Upstream: pkg/kubelet/allocation (handlePodResourcesResize, canResizePod, handlers.go), pkg/kubelet/kuberuntime/kuberuntime_manager.go (computePodResizeAction)
import type { ResourceRequirements } from '../../api/core-v1.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { countedResources } from '../../apimachinery/quota/pods.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import { kubeletPodDialect } from './dialect.ts'
import { type Allocatable, insufficientResource, shownAmount } from './node-room.ts'
import type { Container, ContainerKind, Pod } from './pod.ts'

type Amounts = Readonly<Record<string, string>>
const resized = ['cpu', 'memory'] as const

/** The parts of a kubelet that decide on resizes. */
export type Resizing = Pick<KubeletOptions, 'gates' | 'release' | 'settings'>

/** Why a resize is not done: for good, or until there is room. */
export interface ResizeRefusal {
  readonly reason: 'Infeasible' | 'Deferred'
  readonly message: string
}

const amount = (amounts: Amounts | undefined, name: string): Quantity =>
  Quantity.parse(amounts?.[name] ?? '0')

/** The names of the resources that a resize changes. */
export const changedResources = (
  before: ResourceRequirements = {},
  after: ResourceRequirements = {},
): (typeof resized)[number][] =>
  resized.filter((name) =>
    (['requests', 'limits'] as const).some(
      (kind) => amount(before[kind], name).compare(amount(after[kind], name)) !== 0,
    ),
  )

/** Whether containers of a kind can be resized. Upstream: allocation_manager.go (IsResizableContainer) */
export function isResizable(kind: ContainerKind, { gates, release }: Resizing): boolean {
  if (kind === 'sidecar') return kubeletPodDialect(release.minor).resizesSidecars
  return kind === 'main' || (kind === 'init' && gateEnabled(gates, 'InPlacePodVerticalScalingInitContainers'))
}

/** Whether a container starts anew when these of its resources change. */
export const restartsFor = ({ resizePolicy }: Container, changed: readonly string[]): boolean =>
  resizePolicy?.some(
    ({ resourceName = '', restartPolicy }) =>
      restartPolicy === 'RestartContainer' && changed.includes(resourceName),
  ) === true

/**
 * Why a pod is not resized now; undefined where it can be.
 * @param pod with the resources that are wanted @param changed the resources of containers that would change
 * @param others the other pods of the node, with what is allocated to them
 */
export function resizeRefusal(
  options: Resizing,
  pod: Pod,
  changed: readonly string[],
  { others, allocatable }: { others: readonly Pod[]; allocatable: Allocatable },
): ResizeRefusal | undefined {
  const pinned = pinnedRefusal(options, pod, changed)
  if (pinned !== undefined) return { reason: 'Infeasible', message: pinned }
  const beyond = beyondNode(options, pod, allocatable)
  if (beyond !== undefined) return { reason: 'Infeasible', message: beyond }
  const lacking = insufficientResource(pod, others, allocatable, options.gates)
  return lacking === undefined ? undefined : { reason: 'Deferred', message: lacking.message }
}

const managers = [
  {
    manager: 'CPU Manager',
    policy: 'static',
    resource: 'cpu',
    gate: 'InPlacePodVerticalScalingExclusiveCPUs',
  },
  {
    manager: 'Memory Manager',
    policy: 'Static',
    resource: 'memory',
    gate: 'InPlacePodVerticalScalingExclusiveMemory',
  },
] as const

function pinnedRefusal(
  { gates, release, settings }: Resizing,
  { status }: Pod,
  changed: readonly string[],
): string | undefined {
  const { pinnedResize } = kubeletPodDialect(release.minor)
  if (pinnedResize === 'unchecked' || status.qosClass !== 'Guaranteed') return undefined
  const policies = { cpu: settings.cpuManagerPolicy, memory: settings.memoryManagerPolicy }
  for (const { manager, policy, resource, gate } of managers) {
    if (policies[resource] !== policy) continue
    const intro = `Resize is infeasible for Guaranteed Pods alongside ${manager}`
    if (pinnedResize === 'any') {
      // One gate for both.
      if (!gateEnabled(gates, managers[0].gate)) return `${intro} static policy`
    } else if (!gateEnabled(gates, gate) && changed.includes(resource)) return `${intro} policy "${policy}"`
  }
  return undefined
}

function beyondNode({ gates, release }: Resizing, pod: Pod, allocatable: Allocatable): string | undefined {
  if (!kubeletPodDialect(release.minor).checksNodeForResize) return undefined
  const asked = countedResources(pod, 'requests', gates)
  for (const name of ['memory', 'cpu']) {
    const [wanted, there] = [asked.get(name), allocatable[name]]
    if (wanted === undefined || there === undefined) continue
    const offered = Quantity.parse(there)
    if (wanted.compare(offered) <= 0) continue
    return `Node didn't have enough capacity: ${name}, requested: ${shownAmount(name, wanted)}, capacity: ${shownAmount(name, offered)}`
  }
  return undefined
}
