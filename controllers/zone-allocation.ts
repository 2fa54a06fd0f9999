// Upstream: staging/src/k8s.io/endpointslice/topologycache

import type { NodeStatus } from '../api/core-v1.ts'
import type { Endpoint, EndpointConditions } from '../api/discovery-v1.ts'
import { conditionOfType } from '../apimachinery/conditions.ts'
import { getOwn, type KubeObject } from '../apimachinery/json.ts'
import { Quantity } from '../apimachinery/quantity.ts'
import type { With } from '../apimachinery/with.ts'

/** The fields of an EndpointSlice's endpoint that hints depend on. */
export interface HintedEndpoint extends With<Endpoint, 'addresses'> {
  conditions: Required<EndpointConditions>
}

/** The share by which an endpoint may get more than its part of the traffic. */
const overload = 0.2
const controlPlane = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master']

/**
 * Gives each zone a share of the ready endpoints that fits its share of CPU; without hints where that cannot be done.
 * Deviates: allocates anew each time, where upstream keeps its last allocation and walks zones in random order.
 */
export function allocateZones(
  endpoints: readonly HintedEndpoint[],
  nodes: readonly KubeObject[],
): HintedEndpoint[] {
  const ready = endpoints.filter(({ conditions }) => conditions.ready)
  const desired = desiredByZone(cpuRatios(nodes), ready.length)
  if (desired === undefined || ready.some(({ zone }) => zone === undefined)) return [...endpoints]
  const given = redistributed(ready, desired)
  return endpoints.map((endpoint) => {
    const zone = given.get(endpoint)
    return zone === undefined ? endpoint : { ...endpoint, hints: { forZones: [{ name: zone }] } }
  })
}

/** Each zone's share of the CPU of ready nodes; undefined where a node does not tell its zone or CPU, or there is one zone. */
function cpuRatios(nodes: readonly KubeObject[]): Map<string, number> | undefined {
  const byZone = new Map<string, number>()
  for (const node of nodes) {
    const labels = node.metadata.labels ?? {}
    if (controlPlane.some((label) => Object.hasOwn(labels, label)) || !isReady(node)) continue
    const zone = getOwn(labels, 'topology.kubernetes.io/zone') ?? ''
    const cpu = milliCPU(node)
    if (zone === '' || cpu === 0) return undefined
    byZone.set(zone, (byZone.get(zone) ?? 0) + cpu)
  }
  if (byZone.size < 2) return undefined
  const total = [...byZone.values()].reduce((sum, cpu) => sum + cpu, 0)
  return new Map([...byZone].sort().map(([zone, cpu]) => [zone, cpu / total]))
}

const statusOf = (node: KubeObject): NodeStatus => (node['status'] ?? {}) as NodeStatus
const milliCPU = (node: KubeObject): number =>
  Number(Quantity.parse(statusOf(node).allocatable?.['cpu'] ?? '0').milliValue())
const isReady = (node: KubeObject): boolean =>
  conditionOfType(statusOf(node).conditions, 'Ready')?.status === 'True'

/** The parts of a node that the allocation of zones depends on, as a text to compare. */
export const zoneCapacity = (node: KubeObject): string =>
  JSON.stringify([
    Object.entries(node.metadata.labels ?? {}).filter(
      ([label]) => label === 'topology.kubernetes.io/zone' || controlPlane.includes(label),
    ),
    isReady(node),
    milliCPU(node),
  ])

/** The number of endpoints that each zone should have; undefined where some zone could not get its least share. */
function desiredByZone(
  ratios: Map<string, number> | undefined,
  count: number,
): Map<string, number> | undefined {
  if (ratios === undefined || ratios.size > count) return undefined
  const desired = new Map<string, number>()
  let left = count
  for (const [zone, ratio] of ratios) {
    const minimum = Math.ceil(ratio * count * (1 / (1 + overload)))
    left -= minimum
    desired.set(zone, Math.max(ratio * count, minimum))
  }
  return left < 0 ? undefined : desired
}

/** Endpoint → zone: its own one, or one that lacks endpoints where its own has too many. */
function redistributed(
  ready: readonly HintedEndpoint[],
  desired: ReadonlyMap<string, number>,
): Map<HintedEndpoint, string> {
  const { giving, receiving } = transfers(ready, desired)
  return new Map(
    ready.map((endpoint) => {
      const own = endpoint.zone!
      const [to] = receiving.keys()
      if (to === undefined || !giving.has(own)) return [endpoint, own]
      takeOne(giving, own)
      takeOne(receiving, to)
      return [endpoint, to]
    }),
  )
}

function takeOne(counts: Map<string, number>, zone: string): void {
  const left = counts.get(zone)! - 1
  if (left === 0) counts.delete(zone)
  else counts.set(zone, left)
}

/** The number of endpoints that each zone gives away or gets. */
function transfers(ready: readonly HintedEndpoint[], desired: ReadonlyMap<string, number>) {
  const surplus = new Map<string, number>()
  const lack = new Map<string, number>()
  for (const [zone, target] of desired) {
    const has = ready.filter((endpoint) => endpoint.zone === zone).length
    if (has > target) surplus.set(zone, has - target)
    if (has < target) lack.set(zone, target - has)
  }
  const giving = new Map<string, number>()
  const receiving = new Map<string, number>()
  for (;;) {
    const [from, to] = [most(surplus), most(lack)]
    if (from.amount < 0.5 || to.amount < 0.5 || (from.amount < 1 && to.amount < 1))
      return { giving, receiving }
    giving.set(from.zone, (giving.get(from.zone) ?? 0) + 1)
    receiving.set(to.zone, (receiving.get(to.zone) ?? 0) + 1)
    surplus.set(from.zone, from.amount - 1)
    lack.set(to.zone, to.amount - 1)
  }
}

const most = (zones: ReadonlyMap<string, number>): { zone: string; amount: number } =>
  [...zones].reduce((best, [zone, amount]) => (amount > best.amount ? { zone, amount } : best), {
    zone: '',
    amount: 0,
  })
