// What the pods of a node ask for, and of how much.
// Upstream: kubectl/pkg/describe/describe.go (describeNodeResource)
import { ageOf } from '../../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Quantity } from '../../../apimachinery/quantity.ts'
import { type PodWithResources, podResources } from '../../../apimachinery/quota/pod-resources.ts'
import { addTo, parseUsage, type Usage, zero } from '../../../apimachinery/quota/usage.ts'
import { isPodLevelResource } from '../../../apimachinery/resource-names.ts'
import { describeDialect } from './dialect.ts'
import { sortedNames } from './parts.ts'

type Kind = 'requests' | 'limits'
const standard = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods', 'storage'])

/** What a pod asks for as the kubectl of a release counts it. */
function podAmounts(pod: KubeObject, kind: Kind, minor: number): Usage {
  const { countsResizes, countsPodLevel } = describeDialect(minor)
  return podResources(pod as PodWithResources, kind, {
    useStatus: countsResizes,
    podLevel: countsPodLevel ? isPodLevelResource : undefined,
    overhead: true,
  })
}

const percent = (part: Quantity, whole: Quantity): number => {
  const of = Number(whole.milliValue())
  return of === 0 ? 0 : Math.trunc((Number(part.milliValue()) / of) * 100)
}

const share = (part: Quantity | undefined, whole: Quantity): string =>
  `${(part ?? zero).toString()} (${percent(part ?? zero, whole)}%)`

/** The tables of a node's pods and of its allocated resources. `now`: milliseconds since the epoch; `minor`: of the kubectl. */
export function nodeResourcesText(
  pods: readonly KubeObject[],
  allocatable: Record<string, string>,
  { now, minor }: { now: number; minor: number },
): string {
  const of = parseUsage(allocatable)
  const whole = (name: string): Quantity => of.get(name) ?? zero
  const rows = pods.map((pod) => {
    const [requests, limits] = [podAmounts(pod, 'requests', minor), podAmounts(pod, 'limits', minor)]
    const cells = ['cpu', 'memory'].flatMap((name) => [
      share(requests.get(name), whole(name)),
      share(limits.get(name), whole(name)),
    ])
    const { namespace, name, creationTimestamp } = pod.metadata
    return `  ${namespace}\t${name}\t\t${cells.join('\t')}\t${ageOf(creationTimestamp, now)}\n`
  })
  const sum = (kind: Kind): Usage => {
    const all = new Map<string, Quantity>()
    for (const pod of pods) addTo(all, podAmounts(pod, kind, minor))
    return all
  }
  const [requests, limits] = [sum('requests'), sum('limits')]
  const names = sortedNames(allocatable)
  const shared = ['cpu', 'memory', 'ephemeral-storage', ...names.filter((n) => n.startsWith('hugepages-'))]
  const extended = names.filter((n) => !standard.has(n) && !n.startsWith('hugepages-'))
  return [
    `Non-terminated Pods:\t(${pods.length} in total)\n`,
    '  Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge\n',
    '  ---------\t----\t\t------------\t----------\t---------------\t-------------\t---\n',
    ...rows,
    'Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n',
    '  Resource\tRequests\tLimits\n  --------\t--------\t------\n',
    ...shared.map((n) => `  ${n}\t${share(requests.get(n), whole(n))}\t${share(limits.get(n), whole(n))}\n`),
    ...extended.map((n) => `  ${n}\t${requests.get(n) ?? zero}\t${limits.get(n) ?? zero}\n`),
  ].join('')
}
