// Upstream: pkg/kubelet/lifecycle/predicate.go
import { noFreePorts, wantsTakenPort } from '../../apimachinery/host-ports.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { kubeletPodDialect } from './dialect.ts'
import { type Allocatable, insufficientResource } from './node-room.ts'
import type { Pod } from './pod.ts'

/** Why a kubelet does not run a pod that is bound to its node: the predicate that fails, and what it says; or another reason, and what that says. */
export type Refusal = { predicate: string; detail: string } | { reason: string; message: string }

/** What of a kubelet decides which pods it takes: its gates, the minor of its release, and what its node offers. */
export interface Admitting {
  gates: FeatureGateReader
  release: { minor: number }
  allocatable?: Allocatable
}

/** Why the node does not take a pod; undefined where it does. @param others the pods that it runs */
export function refusalOf(
  pod: Pod,
  nodeLabels: Readonly<Record<string, string>>,
  others: readonly Pod[],
  { gates, release: { minor }, allocatable = {} }: Admitting,
): Refusal | undefined {
  const lacking = insufficientResource(pod, others, allocatable, gates)
  if (lacking !== undefined) return { reason: `OutOf${lacking.name}`, message: lacking.message }
  const selected = Object.entries(pod.spec.nodeSelector ?? {}).every(
    ([key, value]) => Object.hasOwn(nodeLabels, key) && nodeLabels[key] === value,
  )
  if (!selected)
    return { predicate: 'NodeAffinity', detail: "node(s) didn't match Pod's node affinity/selector" }
  const sidecar = pod.spec.initContainers?.find(({ restartPolicy }) => restartPolicy === 'Always')
  if (
    sidecar !== undefined &&
    kubeletPodDialect(minor).rejectsSidecars &&
    !gateEnabled(gates, 'SidecarContainers')
  )
    return {
      reason: 'InitContainerRestartPolicyForbidden',
      message: `Init container "${sidecar.name}" may not have a non-default restartPolicy`,
    }
  const taken = wantsTakenPort(
    pod.spec,
    others.map(({ spec }) => spec),
    minor,
  )
  return taken ? { predicate: 'NodePorts', detail: noFreePorts } : undefined
}
