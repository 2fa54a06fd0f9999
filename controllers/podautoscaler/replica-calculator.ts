// Upstream: pkg/controller/podautoscaler/replica_calculator.go, metrics/utilization.go

import { conditionOfType } from '../../apimachinery/conditions.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import type { StoredPod } from '../pods.ts'
import { countedContainers } from './counted-containers.ts'

/** The ratios (0.1 is 10 %) by which usage may exceed (scaleUp) or miss (scaleDown) its target without scaling. */
export interface Tolerances {
  scaleUp: number
  scaleDown: number
}
/** The replicas that the usage of a resource asks for. Amounts in thousandths. */
export interface Proposal {
  replicas: number
  /** Percent of what the pods request; undefined for a target of an amount. */
  utilization?: number
  average: number
}
/** The usage of a resource that an autoscaler aims at, of which either `utilization` or `average` is set. */
export interface ResourceTarget {
  resource: string
  /** The container that is measured; undefined: all containers. */
  container?: string | undefined
  /** Percent. */
  utilization?: number | undefined
  /** Thousandths per pod. */
  average?: number | undefined
}

/**
 * The replicas that the usage of a resource asks for. Throws an Error with upstream's message.
 * @param objects the pods of the target's selector @param measured thousandths, by the names of pods
 */
export function calculateReplicas(
  objects: readonly KubeObject[],
  measured: ReadonlyMap<string, number>,
  current: number,
  target: ResourceTarget,
  tolerances: Tolerances,
): Proposal {
  const pods = objects as readonly StoredPod[]
  if (pods.length === 0) throw new Error('no pods returned by selector while calculating replica count')
  const { ready, unready, missing } = grouped(pods, measured, target.resource)
  const usage = new Map(ready.map((name) => [name, measured.get(name)!]))
  if (usage.size === 0) throw new Error('did not receive metrics for targeted pods (pods might be unready)')
  const byUtilization = target.average === undefined
  const requests = byUtilization ? requestsOf(pods, target) : new Map<string, number>()
  const measure = (): { ratio: number; percent: number; average: number } =>
    byUtilization
      ? utilizationRatio(usage, requests, target.utilization!)
      : usageRatio(usage, target.average!)
  const { ratio, percent, average } = measure()
  const result = (replicas: number): Proposal => ({
    replicas,
    average,
    ...(byUtilization ? { utilization: percent } : {}),
  })
  const waits = unready.length > 0 && ratio > 1
  if (!waits && missing.length === 0)
    return result(isWithin(tolerances, ratio) ? current : Math.ceil(ratio * ready.length))
  // What is not known is taken for what changes least: all that is asked for before fewer, nothing before more.
  const all = (name: string): number =>
    byUtilization ? ((requests.get(name) ?? 0) * Math.max(100, target.utilization!)) / 100 : target.average!
  for (const name of missing) usage.set(name, ratio < 1 ? all(name) : 0)
  // Pods that are not ready count as using nothing, so that their start is waited for.
  if (waits) for (const name of unready) usage.set(name, 0)
  const next = measure().ratio
  if (isWithin(tolerances, next) || (ratio < 1 && next > 1) || (ratio > 1 && next < 1)) return result(current)
  const replicas = Math.ceil(next * usage.size)
  return result((next < 1 && replicas > current) || (next > 1 && replicas < current) ? current : replicas)
}

const isWithin = ({ scaleUp, scaleDown }: Tolerances, ratio: number): boolean =>
  1 - scaleDown <= ratio && ratio <= 1 + scaleUp

/** Names of pods, by what their usage counts for. */
interface Groups {
  readonly ready: string[]
  readonly unready: string[]
  /** Running pods whose usage is not known. */
  readonly missing: string[]
}

/** Deviates: usage is as good at once as after the time that containers start in. */
function grouped(
  pods: readonly StoredPod[],
  measured: ReadonlyMap<string, number>,
  resource: string,
): Groups {
  const groups: Groups = { ready: [], unready: [], missing: [] }
  for (const pod of pods) {
    const { phase, conditions, startTime } = pod.status
    const name = pod.metadata.name!
    if (pod.metadata.deletionTimestamp !== undefined || phase === 'Failed') continue
    const condition = conditionOfType(conditions, 'Ready')
    const waits = resource === 'cpu' && (startTime === undefined || condition?.status !== 'True')
    if (phase === undefined || phase === 'Pending') groups.unready.push(name)
    else if (!measured.has(name)) groups.missing.push(name)
    else if (waits) groups.unready.push(name)
    else groups.ready.push(name)
  }
  return groups
}

function requestsOf(
  pods: readonly StoredPod[],
  { resource, container }: ResourceTarget,
): Map<string, number> {
  return new Map(
    pods.map((pod) => {
      const total = countedContainers(pod, container).reduce((sum, { name, resources }) => {
        const request = resources?.requests?.[resource]
        if (request === undefined)
          throw new Error(`missing request for ${resource} in container ${name} of Pod ${pod.metadata.name}`)
        return sum + Number(Quantity.parse(request).milliValue())
      }, 0)
      return [pod.metadata.name!, total]
    }),
  )
}

function utilizationRatio(
  usage: ReadonlyMap<string, number>,
  requests: ReadonlyMap<string, number>,
  target: number,
): { ratio: number; percent: number; average: number } {
  let [used, requested] = [0, 0]
  for (const [pod, value] of usage) {
    used += value
    requested += requests.get(pod) ?? 0
  }
  if (requested === 0) throw new Error('no metrics returned matched known pods')
  const percent = Math.floor((used * 100) / requested)
  return { ratio: percent / target, percent, average: Math.floor(used / usage.size) }
}

function usageRatio(
  usage: ReadonlyMap<string, number>,
  target: number,
): { ratio: number; percent: number; average: number } {
  const average = Math.floor([...usage.values()].reduce((sum, value) => sum + value, 0) / usage.size)
  return { ratio: average / target, percent: 0, average }
}
