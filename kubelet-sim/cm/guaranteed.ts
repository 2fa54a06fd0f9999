// Upstream: pkg/kubelet/cm/cpumanager/policy_static.go (guaranteedCPUs), pkg/kubelet/cm/memorymanager/policy_static.go
import { Quantity } from '../../apimachinery/quantity.ts'
import type { Container, Pod } from '../pods/pod.ts'

type Requesting = Container & {
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
  restartPolicy?: string
}

/** Containers that run as long as the pod does: init containers have given back theirs when these start. */
export const lastingContainers = ({ spec }: Pod): Requesting[] => [
  ...((spec.initContainers ?? []) as Requesting[]).filter(({ restartPolicy }) => restartPolicy === 'Always'),
  ...(spec.containers as Requesting[]),
]

/** Whether a pod's containers may get something of their own: resources of the pod as a whole exclude that. */
export const mayPin = ({ spec, status }: Pod): boolean =>
  status['qosClass'] === 'Guaranteed' && spec['resources'] === undefined

/** Whole CPUs that a container of a Guaranteed pod asks for; 0: it shares. */
export function exclusiveCPUs({ resources }: Requesting): number {
  const cpu = resources?.requests?.['cpu']
  if (cpu === undefined) return 0
  const milli = Quantity.parse(cpu).milliValue()
  return milli % 1000n === 0n ? Number(milli / 1000n) : 0
}

/** Bytes by kind: memory and huge pages. */
export const memoryRequests = ({ resources }: Requesting): [kind: string, bytes: number][] =>
  Object.entries(resources?.requests ?? {})
    .filter(([name]) => name === 'memory' || name.startsWith('hugepages-'))
    .map(([name, amount]): [string, number] => [name, Number(Quantity.parse(amount).value())])
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** Whether the pod runs, or is to. */
export const isActive = ({ status }: Pod): boolean =>
  status.phase !== 'Succeeded' && status.phase !== 'Failed'
