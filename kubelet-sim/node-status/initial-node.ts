// Upstream: pkg/kubelet/kubelet_node_status.go (initialNode, tryRegisterWithAPIServer's reconciliation)
import type { Taint } from '../../api/core-v1.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Node } from './node.ts'
import { type KubeletState, withStatus } from './setters.ts'

const hostLabels = ({ nodeName, machine }: KubeletOptions): Record<string, string> => ({
  'beta.kubernetes.io/arch': machine.architecture,
  'beta.kubernetes.io/os': machine.operatingSystem,
  'kubernetes.io/arch': machine.architecture,
  'kubernetes.io/hostname': nodeName,
  'kubernetes.io/os': machine.operatingSystem,
})

function initialTaints({ settings }: KubeletOptions): Taint[] {
  const uninitialized: Taint = {
    key: 'node.cloudprovider.kubernetes.io/uninitialized',
    value: 'true',
    effect: 'NoSchedule',
  }
  return [...settings.registerWithTaints, ...(settings.externalCloudProvider ? [uninitialized] : [])]
}

/** The Node that a kubelet creates when there is none of its name. */
export function initialNode(options: KubeletOptions, state: KubeletState): Node {
  const { nodeName, settings } = options
  const taints = initialTaints(options)
  const node: Node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: nodeName,
      labels: { ...hostLabels(options), ...settings.nodeLabels },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
    },
    spec: {
      ...(settings.providerID === '' ? {} : { providerID: settings.providerID }),
      ...(taints.length === 0 ? {} : { taints }),
      ...(settings.registerSchedulable ? {} : { unschedulable: true }),
    },
    status: {},
  }
  return withStatus(node, options, state)
}

/** Labels that a restarted kubelet brings up to date on a Node that is there already; others of --node-labels are left as they are. */
const reconciled = [
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]

/** The existing Node with the changes that a restart makes; the same object where there are none. */
export function reconcileNode(existing: Node, options: KubeletOptions): Node {
  const wanted: Record<string, string> = { ...hostLabels(options), ...options.settings.nodeLabels }
  const labels = existing.metadata.labels ?? {}
  const differing = reconciled.filter((key) => wanted[key] !== undefined && labels[key] !== wanted[key])
  const annotation = 'volumes.kubernetes.io/controller-managed-attach-detach'
  const annotated = existing.metadata.annotations?.[annotation] === 'true'
  if (differing.length === 0 && annotated) return existing
  const changed = Object.fromEntries(differing.map((key) => [key, wanted[key]!]))
  return {
    ...existing,
    metadata: {
      ...existing.metadata,
      labels: { ...labels, ...changed },
      annotations: { ...existing.metadata.annotations, [annotation]: 'true' },
    },
  }
}
