// Upstream: pkg/kubelet/cm/cpumanager/policy_static.go (guaranteedCPUs), pkg/kubelet/cm/memorymanager/policy_static.go
import { Quantity } from '../../apimachinery/quantity.ts'
import { sidecarsOf } from '../../apimachinery/sidecars.ts'
import type { Container, Pod } from '../pods/pod.ts'

/** The containers that run as long as the pod does. Init containers have given their CPUs and memory back when these start. */
export const lastingContainers = ({ spec }: Pod): Container[] => [...sidecarsOf(spec), ...spec.containers]

/** Whether containers of a pod may get CPUs and memory of their own, which resources of the pod as a whole exclude. */
export const mayPin = ({ spec, status }: Pod): boolean =>
  status.qosClass === 'Guaranteed' && spec.resources === undefined

/** The number of CPUs that a container of a Guaranteed pod gets for its own; 0: it shares. */
export function exclusiveCPUs({ resources }: Container): number {
  const cpu = resources?.requests?.['cpu']
  if (cpu === undefined) return 0
  const milli = Quantity.parse(cpu).milliValue()
  return milli % 1000n === 0n ? Number(milli / 1000n) : 0
}

/** The memory and huge pages that a container requests, in bytes by kind. */
export const memoryRequests = ({ resources }: Container): [kind: string, bytes: number][] =>
  Object.entries(resources?.requests ?? {})
    .filter(([name]) => name === 'memory' || name.startsWith('hugepages-'))
    .map(([name, amount]): [string, number] => [name, Number(Quantity.parse(amount).value())])
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** Whether a pod runs or is going to run. */
export const isActive = ({ status }: Pod): boolean =>
  status.phase !== 'Succeeded' && status.phase !== 'Failed'
