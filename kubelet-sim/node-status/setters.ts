// Upstream: pkg/kubelet/nodestatus/setters.go

import type { NodeCondition } from '../../api/core-v1.ts'
import { transitionTime, withCondition } from '../../apimachinery/conditions.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { toTime } from '../../component-base/clock.ts'
import { isUnspecified } from '../../component-base/ip-family.ts'
import { type PlanExtension, planExtension } from '../../component-base/plan-extension.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { kubeletDialect } from '../dialect.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Node } from './node.ts'

/** The state of the kubelet that its Node reports at this moment. */
export interface KubeletState {
  readonly csiNodeReady: boolean
  /** Names of images that pods brought, newest first. */
  readonly images: readonly string[]
}

/** The options of a kubelet that the status of its Node depends on. */
export type StatusOptions = Pick<
  KubeletOptions,
  'nodeName' | 'release' | 'gates' | 'settings' | 'machine' | 'clock'
>

/** Sets a part of a Node's status in place. */
export type Setter = (node: Node, options: StatusOptions, state: KubeletState) => void

/** Sets the Node's addresses, unless an external cloud provider has set them. */
const nodeAddresses: Setter = (node, options) => {
  const { settings, nodeName, release } = options
  tellProvided(node, options)
  const hostName = { type: 'Hostname', address: nodeName }
  if (settings.externalCloudProvider) {
    if ((node.status.addresses ?? []).length > 0) return
    const { addressesBeforeCloud, unspecifiedIsGiven } = kubeletDialect(release.minor)
    const { givenNodeIPs } = settings
    const given = unspecifiedIsGiven ? givenNodeIPs : givenNodeIPs.filter((ip) => !isUnspecified(ip))
    if (given.length === 0 && addressesBeforeCloud !== 'its own') {
      if (addressesBeforeCloud === 'host name') node.status.addresses = [hostName]
      return
    }
  }
  const internal = settings.nodeIPs.map((address) => ({ type: 'InternalIP', address }))
  node.status.addresses = [...internal, hostName]
}

const provided = 'alpha.kubernetes.io/provided-node-ip'

/** Tells an external cloud provider which addresses the node was given. */
function tellProvided(node: Node, { settings, release }: StatusOptions): void {
  const { annotatesBothAddresses, dropsProvidedAddress } = kubeletDialect(release.minor)
  const [first, second] = settings.givenNodeIPs
  const { annotations } = node.metadata
  if (settings.externalCloudProvider && first !== undefined && !isUnspecified(first)) {
    const both = annotatesBothAddresses && second !== undefined
    node.metadata.annotations = { ...annotations, [provided]: both ? `${first},${second}` : first }
  } else if (dropsProvidedAddress && annotations?.[provided] !== undefined) {
    node.metadata.annotations = Object.fromEntries(
      Object.entries(annotations).filter(([name]) => name !== provided),
    )
  }
}

/** Of what there is and of which some is reserved: what is left, at least nothing. */
const left = (
  capacity: Readonly<Record<string, string>>,
  reserved: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(reserved)
      .filter(([name]) => capacity[name] !== undefined)
      .map(([name, amount]) => {
        const rest = Quantity.parse(capacity[name]!).subtract(Quantity.parse(amount))
        return [name, rest.compare(Quantity.of(0)) < 0 ? '0' : rest.toString()]
      }),
  )

const machineInfo: Setter = (node, { machine, settings }) => {
  const capacity: Record<string, string> = {
    ...node.status.capacity,
    ...machine.capacity,
    pods: String(settings.maxPods),
  }
  node.status.capacity = capacity
  // Extended resources that others added are copied too.
  node.status.allocatable = { ...capacity, ...left(capacity, settings.reserved) }
  node.status.nodeInfo = {
    ...node.status.nodeInfo,
    machineID: machine.machineID,
    systemUUID: machine.systemUUID,
    bootID: machine.bootID,
  }
}

const versionInfo: Setter = (node, { machine, release, gates }) => {
  node.status.nodeInfo = {
    ...node.status.nodeInfo,
    kernelVersion: machine.kernelVersion,
    osImage: machine.osImage,
    containerRuntimeVersion: machine.containerRuntimeVersion,
    kubeletVersion: release.text,
    // KEP-4004: with the gate on, a value from before is cleared as well.
    kubeProxyVersion: gateEnabled(gates, 'DisableNodeKubeProxyVersion') ? '' : release.text,
    operatingSystem: machine.operatingSystem,
    architecture: machine.architecture,
  }
}

const daemonEndpoints: Setter = (node, { settings }) => {
  node.status.daemonEndpoints = { kubeletEndpoint: { Port: settings.port } }
}

const images: Setter = (node, _options, state) => {
  if (state.images.length > 0) node.status.images = state.images.map((name) => ({ names: [name] }))
  else delete node.status.images
}

/** Features that a node declares when their own gate is on. Upstream: component-helpers/nodedeclaredfeatures. */
const declarable = [
  'ExtendWebSocketsToKubelet',
  'InPlacePodLevelResourcesVerticalScaling',
  'InPlacePodVerticalScalingInitContainers',
  'RestartAllContainersOnContainerExits',
]
const declaredFeatures: Setter = (node, { gates, settings, release }) => {
  if (!gateEnabled(gates, 'NodeDeclaredFeatures')) return
  const { cpuManagerPolicy = 'none' } = settings
  const exclusive =
    cpuManagerPolicy === 'static' && gateEnabled(gates, 'InPlacePodVerticalScalingExclusiveCPUs')
  const resizesCPU =
    kubeletDialect(release.minor).declaresGuaranteedCPUResize && (cpuManagerPolicy === 'none' || exclusive)
  node.status.declaredFeatures = [
    ...declarable.filter((name) => gateEnabled(gates, name)),
    ...(resizesCPU ? ['GuaranteedQoSPodCPUResize'] : []),
  ].sort()
}

function setCondition(node: Node, options: StatusOptions, next: NodeCondition): void {
  const now = toTime(options.clock.now())
  const { conditions } = node.status
  const { type, status, ...rest } = next
  const lastTransitionTime = transitionTime(conditions, next, now)
  node.status.conditions = withCondition<NodeCondition>(conditions, {
    type,
    status,
    lastHeartbeatTime: now,
    lastTransitionTime,
    ...rest,
  })
}

const fine =
  (type: string, reason: string, message: string): Setter =>
  (node, options) =>
    setCondition(node, options, { type, status: 'False', reason, message })

const readyCondition: Setter = (node, options, state) => {
  setCondition(
    node,
    options,
    state.csiNodeReady
      ? { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
      : {
          type: 'Ready',
          status: 'False',
          reason: 'KubeletNotReady',
          message: 'CSINode is not yet initialized',
        },
  )
}

/** The setters of a Node's status, in upstream's order: Ready comes last. */
export const setters: readonly Setter[] = [
  nodeAddresses,
  machineInfo,
  versionInfo,
  daemonEndpoints,
  images,
  declaredFeatures,
  fine('MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
  fine('DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
  fine('PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
  readyCondition,
]

/** By the gates of a kubelet, which stay as they are: each of its rounds has the same. */
const extensions = new WeakMap<object, PlanExtension>()

function extensionOf({ release, gates }: StatusOptions): PlanExtension {
  let extension = extensions.get(gates)
  if (extension === undefined) {
    extension = planExtension(release, 'kubelet', gates)
    extensions.set(gates, extension)
  }
  return extension
}

/** A copy of the node with all setters applied. */
export function withStatus(node: Node, options: StatusOptions, state: KubeletState): Node {
  const next: Node = {
    ...node,
    metadata: { ...node.metadata },
    spec: { ...node.spec },
    status: { ...node.status },
  }
  for (const set of setters) set(next, options, state)
  extensionOf(options).report('nodes', next)
  return next
}
