// What the pods of a node ask for, and of how much.
// Upstream: kubectl/pkg/describe/describe.go (describeNodeResource), component-helpers/resource/helpers.go
import type { PodSpec } from '../../../api/core-v1.ts'
import { ageOf } from '../../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { sortedNames } from './parts.ts'

type Amounts = Map<string, Quantity>
type Kind = 'requests' | 'limits'
const zero = Quantity.of(0)
const standard = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods', 'storage'])

function amounts(map: Record<string, string> | undefined): Amounts {
  return new Map(Object.entries(map ?? {}).map(([name, text]) => [name, Quantity.parse(text)]))
}

function combine(a: Amounts, b: Amounts, how: (x: Quantity, y: Quantity) => Quantity): Amounts {
  const out = new Map(a)
  for (const [name, value] of b) out.set(name, out.has(name) ? how(out.get(name)!, value) : value)
  return out
}

const add = (x: Quantity, y: Quantity): Quantity => x.add(y)
const larger = (x: Quantity, y: Quantity): Quantity => (x.compare(y) < 0 ? y : x)

/**
 * The amounts of a pod: its containers' together, or those of an init container with the sidecars before it; pod-level ones
 * win.
 */
export function podAmounts(pod: KubeObject, kind: Kind): Amounts {
  const spec = (pod['spec'] ?? {}) as PodSpec
  let total = (spec.containers ?? []).reduce<Amounts>(
    (sum, c) => combine(sum, amounts(c.resources?.[kind]), add),
    new Map(),
  )
  let sidecars: Amounts = new Map()
  let initial: Amounts = new Map()
  for (const container of spec.initContainers ?? []) {
    const own = amounts(container.resources?.[kind])
    if (container.restartPolicy === 'Always') {
      total = combine(total, own, add)
      sidecars = combine(sidecars, own, add)
      initial = combine(initial, sidecars, larger)
    } else initial = combine(initial, combine(own, sidecars, add), larger)
  }
  const all = combine(total, initial, larger)
  const whole = new Map([...all, ...amounts(spec.resources?.[kind])])
  return combine(whole, amounts(spec.overhead), add)
}

const percent = (part: Quantity, whole: Quantity): number => {
  const of = Number(whole.milliValue())
  return of === 0 ? 0 : Math.trunc((Number(part.milliValue()) / of) * 100)
}

const share = (part: Quantity | undefined, whole: Quantity): string =>
  `${(part ?? zero).toString()} (${percent(part ?? zero, whole)}%)`

/** The tables of a node's pods and of its allocated resources. */
export function nodeResourcesText(
  pods: readonly KubeObject[],
  allocatable: Record<string, string>,
  now: number,
): string {
  const of = amounts(allocatable)
  const whole = (name: string): Quantity => of.get(name) ?? zero
  const rows = pods.map((pod) => {
    const [requests, limits] = [podAmounts(pod, 'requests'), podAmounts(pod, 'limits')]
    const cells = ['cpu', 'memory'].flatMap((name) => [
      share(requests.get(name), whole(name)),
      share(limits.get(name), whole(name)),
    ])
    const { namespace, name, creationTimestamp } = pod.metadata
    return `  ${namespace}\t${name}\t\t${cells.join('\t')}\t${ageOf(creationTimestamp, now)}\n`
  })
  const sum = (kind: Kind): Amounts =>
    pods.reduce<Amounts>((all, pod) => combine(all, podAmounts(pod, kind), add), new Map())
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
