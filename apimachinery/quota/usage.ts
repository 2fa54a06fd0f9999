// Upstream: staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go
import { Quantity } from '../quantity.ts'

/** Amounts by resource name. */
export type Usage = ReadonlyMap<string, Quantity>
/** Quantities as texts, by resource name: v1 ResourceList. */
export type ResourceList = Record<string, string>

/** The quantity 0. */
export const zero = Quantity.of(0)
/** The quantity 1. */
export const one = Quantity.of(1)

/** The amounts of a list of the API. Its texts must be quantities, which decoding makes sure of. */
export const parseUsage = (list: ResourceList | null | undefined): Map<string, Quantity> =>
  new Map(Object.entries(list ?? {}).map(([name, text]) => [name, Quantity.parse(String(text))]))

/** The usage in the form of a ResourceQuota's status. */
export const usageList = (usage: Usage): ResourceList =>
  Object.fromEntries([...usage].map(([name, amount]) => [name, amount.toString()]))

/** Adds a usage to a total, in place. */
export function addTo(total: Map<string, Quantity>, more: Usage): void {
  for (const [name, amount] of more) total.set(name, total.get(name)?.add(amount) ?? amount)
}

/** The sum of two usages, with the resources of both. */
export function sum(a: Usage, b: Usage): Map<string, Quantity> {
  const total = new Map(a)
  addTo(total, b)
  return total
}

/** Raises each amount of the total to the other's, where that is larger; in place. */
export function raiseTo(total: Map<string, Quantity>, other: Usage): void {
  for (const [name, amount] of other) {
    const before = total.get(name)
    if (before === undefined || amount.compare(before) > 0) total.set(name, amount)
  }
}

/** The amounts by which `a` exceeds `b`; 0 for resources where it does not. */
export const increase = (a: Usage, b: Usage): Map<string, Quantity> =>
  new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((name) => {
      const more = (a.get(name) ?? zero).subtract(b.get(name) ?? zero)
      return [name, more.sign > 0 ? more : zero]
    }),
  )

/** The usage of the named resources only. */
export const masked = (usage: Usage, names: Iterable<string>): Map<string, Quantity> => {
  const kept = new Set(names)
  return new Map([...usage].filter(([name]) => kept.has(name)))
}

/** The usage without resources of the amount 0. */
export const withoutZeros = (usage: Usage): Map<string, Quantity> =>
  new Map([...usage].filter(([, amount]) => amount.sign !== 0))

/** Whether two usages have the same resources in equal amounts, however these are written. */
export const sameUsage = (a: Usage, b: Usage): boolean =>
  a.size === b.size && [...a].every(([name, amount]) => b.get(name)?.compare(amount) === 0)
