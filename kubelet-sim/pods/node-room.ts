// Upstream: pkg/kubelet/lifecycle/predicate.go (AdmissionCheck, InsufficientResourceError), pkg/scheduler/framework/plugins/noderesources/fit.go
import type { Quantity } from '../../apimachinery/quantity.ts'
import { countedResources } from '../../apimachinery/quota/pods.ts'
import { parseUsage } from '../../apimachinery/quota/usage.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import type { Pod } from './pod.ts'

/** The amounts that a node offers to pods, by resource, as in its status; empty where nobody knows them yet. */
export type Allocatable = Readonly<Record<string, string>>

/** An amount as the kubelet tells it: thousandths of CPUs, else whole units. */
export const shownAmount = (name: string, amount: Quantity | undefined): bigint =>
  (name === 'cpu' ? amount?.milliValue() : amount?.value()) ?? 0n

/** A pod whose place is made by ending others. Upstream: pkg/kubelet/types/pod_update.go (IsCriticalPod) */
const isCritical = ({ spec }: Pod): boolean => (spec.priority ?? 0) >= 2_000_000_000

/** The first resource of which a node has too little for one more pod, in the kubelet's words; undefined where it has enough. */
export function insufficientResource(
  pod: Pod,
  others: readonly Pod[],
  allocatable: Allocatable,
  gates: FeatureGateReader,
): { name: string; message: string } | undefined {
  if (isCritical(pod)) return undefined
  const asked = countedResources(pod, 'requests', gates)
  // Of a pod that asks for nothing only the number of the others counts.
  let used: ReturnType<typeof countedResources>[] | undefined
  const takenOf = (name: string): bigint => {
    used ??= others.map((other) => countedResources(other, 'requests', gates))
    return used.reduce((sum, one) => sum + shownAmount(name, one.get(name)), 0n)
  }
  for (const [name, offered] of [...parseUsage(allocatable)].sort(([a], [b]) => rank(a) - rank(b))) {
    const isCount = name === 'pods'
    const requested = isCount ? 1n : shownAmount(name, asked.get(name))
    if (requested === 0n) continue
    const taken = isCount ? BigInt(others.length) : takenOf(name)
    const capacity = shownAmount(name, offered)
    if (requested + taken > capacity)
      return {
        name,
        message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${taken}, capacity: ${capacity}`,
      }
  }
  return undefined
}

const order = ['pods', 'cpu', 'memory', 'ephemeral-storage']
const rank = (name: string): number => (order.indexOf(name) + order.length + 1) % (order.length + 1)
