// Upstream: kubectl/pkg/metricsutil/{metrics_printer,metrics_resource_adder}.go, kubectl/pkg/cmd/top/top_node.go
import type { NodeStatus } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { tabbed, tableTabs } from '../../printers/tab-writer.ts'
import { commandDialect } from '../dialect.ts'

type Amounts = Readonly<Record<string, string>>
/** A NodeMetrics. */
export type NodeUsage = KubeObject & { usage: Amounts }
/** A PodMetrics. */
export type PodUsage = KubeObject & { containers: { name: string; usage: Amounts }[] }
type Node = KubeObject & { status?: NodeStatus }

interface TableFlags {
  readonly noHeaders: boolean
  /** Empty, `cpu` or `memory`. */
  readonly sortBy: string
  readonly swap: boolean
}
type Usage = ReadonlyMap<string, Quantity>

const zero = Quantity.of(0)
const unknown = ['<unknown>', '<unknown>']
const resourcesOf = ({ swap }: TableFlags): string[] => ['cpu', 'memory', ...(swap ? ['swap'] : [])]

const parsed = (amounts: Amounts): Usage =>
  new Map(Object.entries(amounts).map(([name, amount]) => [name, Quantity.parse(amount)]))

function sumOf(usages: readonly Usage[], resources: readonly string[]): Usage {
  const sum = (name: string): Quantity => usages.reduce((all, one) => all.add(one.get(name) ?? zero), zero)
  return new Map(resources.map((name) => [name, sum(name)]))
}

function shown(resource: string, amount: Quantity = zero): string {
  return resource === 'cpu' ? `${amount.milliValue()}m` : `${amount.value() / 1024n ** 2n}Mi`
}

/** The most first where a resource is named, else by name. */
const order =
  <T>({ sortBy }: TableFlags, usageOf: (one: T) => Usage, nameOf: (one: T) => string) =>
  (a: T, b: T): number => {
    const [left, right] = [a, b].map((one) => usageOf(one).get(sortBy) ?? zero)
    if (sortBy !== '') return right!.compare(left!)
    return nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0
  }

/** Lines as kubectl's tab writer aligns them: each cell ends with a tab. */
const lines = (rows: readonly (readonly string[])[]): string =>
  tabbed(rows.map((cells) => `${cells.map((cell) => `${cell}\t`).join('')}\n`).join(''), tableTabs)

/** The table of `kubectl top node`; nodes without metrics come last. */
export function nodeTable(
  metrics: readonly NodeUsage[],
  nodes: readonly Node[],
  flags: TableFlags & { readonly minor: number; readonly capacity: boolean },
): string {
  const percent = commandDialect(flags.minor).bracketsPercent ? '(%)' : '%'
  const head = ['NAME', 'CPU(cores)', `CPU${percent}`, 'MEMORY(bytes)', `MEMORY${percent}`]
  const resources = resourcesOf(flags)
  const byName = new Map(nodes.map((node) => [node.metadata.name ?? '', node]))
  const usageOf = ({ usage }: NodeUsage): Usage => parsed(usage)
  const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? ''
  const sorted = [...metrics].sort(order(flags, usageOf, nameOf))
  const row = (one: NodeUsage): string[] => {
    const available = availableOf(byName.get(nameOf(one)), flags.capacity)
    const usage = usageOf(one)
    const cells = resources.map((name) => usageCells(name, usage.get(name), available.get(name)))
    return [nameOf(one), ...cells.flat()]
  }
  const measured = new Set(sorted.map(nameOf))
  const missing = nodes.map(nameOf).filter((name) => !measured.has(name))
  return lines([
    ...(flags.noHeaders ? [] : [[...head, ...(flags.swap ? ['SWAP(bytes)', 'SWAP(%)'] : [])]]),
    ...sorted.map(row),
    ...missing.map((name) => [name, ...resources.flatMap(() => unknown)]),
  ])
}

function availableOf(node: Node | undefined, capacity: boolean): Usage {
  const { status } = node ?? {}
  const swap = status?.nodeInfo?.swap?.capacity
  const all = parsed((capacity ? status?.capacity : status?.allocatable) ?? {})
  return swap === undefined ? all : new Map([...all, ['swap', Quantity.of(swap)]])
}

function usageCells(name: string, usage: Quantity = zero, available?: Quantity): string[] {
  if (available === undefined) return name === 'swap' ? unknown : [shown(name, usage)]
  const of = Number(available.milliValue())
  const share = of === 0 ? 0 : (Number(usage.milliValue()) / of) * 100
  return [shown(name, usage), `${Math.trunc(share)}%`]
}

/** The table of `kubectl top pod`. */
export function podTable(
  metrics: readonly PodUsage[],
  flags: TableFlags & { readonly containers: boolean; readonly namespaces: boolean; readonly sum: boolean },
): string {
  const resources = resourcesOf(flags)
  const usageOf = ({ containers }: PodUsage): Usage =>
    sumOf(
      containers.map(({ usage }) => parsed(usage)),
      resources,
    )
  const nameOf = ({ metadata }: KubeObject): string =>
    flags.namespaces ? `${metadata.namespace}/${metadata.name}` : (metadata.name ?? '')
  const head = [
    ...(flags.namespaces ? ['NAMESPACE'] : []),
    ...(flags.containers ? ['POD'] : []),
    ...['NAME', 'CPU(cores)', 'MEMORY(bytes)'],
    ...(flags.swap ? ['SWAP(bytes)'] : []),
  ]
  const cells = (name: string, usage: Usage): string[] => [
    name,
    ...resources.map((one) => shown(one, usage.get(one))),
  ]
  const rows = (pod: PodUsage): string[][] => {
    const { name = '', namespace = '' } = pod.metadata
    const within = flags.namespaces ? [namespace] : []
    if (!flags.containers) return [[...within, ...cells(name, usageOf(pod))]]
    const containers = [...pod.containers].sort(
      order(
        flags,
        ({ usage }) => parsed(usage),
        (one) => one.name,
      ),
    )
    return containers.map((one) => [...within, name, ...cells(one.name, parsed(one.usage))])
  }
  const sorted = [...metrics].sort(order(flags, usageOf, nameOf))
  // @note Without headers the sum stands as if there were neither namespaces nor containers.
  const width = flags.noHeaders ? 3 + (flags.swap ? 1 : 0) : head.length
  const sum = [
    [...Array<string>(width - 2).fill(''), '________', '________'],
    [...Array<string>(width - 3).fill(''), ...cells('', sumOf(metrics.map(usageOf), resources))],
  ]
  return lines([...(flags.noHeaders ? [] : [head]), ...sorted.flatMap(rows), ...(flags.sum ? sum : [])])
}
