// Upstream: pkg/kubelet/lifecycle/predicate.go
import { noFreePorts, wantsTakenPort } from '../../apimachinery/host-ports.ts'
import type { Pod } from './pod.ts'

/** Why a kubelet does not run a pod that is bound to its node: the predicate that fails, and what it says. */
export interface Refusal {
  predicate: string
  detail: string
}

/** Why the node does not take a pod; undefined where it does. @param others the pods that it runs. @param minor release of the kubelet */
export function refusalOf(
  pod: Pod,
  nodeLabels: Readonly<Record<string, string>>,
  others: readonly Pod[],
  minor: number,
): Refusal | undefined {
  const selected = Object.entries(pod.spec.nodeSelector ?? {}).every(
    ([key, value]) => Object.hasOwn(nodeLabels, key) && nodeLabels[key] === value,
  )
  if (!selected)
    return { predicate: 'NodeAffinity', detail: "node(s) didn't match Pod's node affinity/selector" }
  const taken = wantsTakenPort(
    pod.spec,
    others.map(({ spec }) => spec),
    minor,
  )
  return taken ? { predicate: 'NodePorts', detail: noFreePorts } : undefined
}
