// Upstream: pkg/controller/podautoscaler/replica_calculator.go, metrics/utilization.go

import type { Container } from '../../api/core-v1.ts'
import { conditionOfType } from '../../apimachinery/conditions.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import type { StoredPod } from '../pods.ts'
import { containerUsage } from './usage.ts'

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
  /** Undefined: all containers. */
  container?: string | undefined
  /** Percent. */
  utilization?: number | undefined
  /** Thousandths per pod. */
  average?: number | undefined
}

/** Whether the usage of a resource is known for one of the pods. */
export const hasUsage = (pods: readonly KubeObject[], resource: string): boolean =>
  (pods as readonly StoredPod[]).some((pod) =>
    containersOf(pod).some((container) => containerUsage(pod, container, resource) !== undefined),
  )

const containersOf = ({ spec }: StoredPod): Container[] => [
  ...spec.containers,
  ...(spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always'),
]

/**
 * The replicas that the usage of a resource asks for. Throws an Error with upstream's message.
 * @param objects the pods of the target's selector
 */
export function calculateReplicas(
  objects: readonly KubeObject[],
  current: number,
  target: ResourceTarget,
  tolerances: Tolerances,
): Proposal {
  const pods = objects as readonly StoredPod[]
  if (pods.length === 0) throw new Error('no pods returned by selector while calculating replica count')
  const { ready, unready } = grouped(pods, target.resource)
  const usage = new Map(ready.map((pod) => [pod.metadata.name!, usageOf(pod, target)]))
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
  if (unready.length === 0 || ratio <= 1)
    return result(isWithin(tolerances, ratio) ? current : Math.ceil(ratio * ready.length))
  // Pods that are not ready count as using nothing, so that their start is waited for.
  for (const pod of unready) usage.set(pod.metadata.name!, 0)
  const next = measure().ratio
  if (isWithin(tolerances, next) || next < 1) return result(current)
  return result(Math.max(current, Math.ceil(next * usage.size)))
}

const isWithin = ({ scaleUp, scaleDown }: Tolerances, ratio: number): boolean =>
  1 - scaleDown <= ratio && ratio <= 1 + scaleUp

/** Deviates: every pod that runs is measured at once, so that none is missing. */
function grouped(pods: readonly StoredPod[], resource: string): { ready: StoredPod[]; unready: StoredPod[] } {
  const ready: StoredPod[] = []
  const unready: StoredPod[] = []
  for (const pod of pods) {
    const { phase, conditions, startTime } = pod.status
    if (pod.metadata.deletionTimestamp !== undefined || phase === 'Failed') continue
    const condition = conditionOfType(conditions, 'Ready')
    const waits = resource === 'cpu' && (startTime === undefined || condition?.status !== 'True')
    if (phase === undefined || phase === 'Pending' || waits) unready.push(pod)
    else ready.push(pod)
  }
  return { ready, unready }
}

const usageOf = (pod: StoredPod, { resource, container }: ResourceTarget): number =>
  containersOf(pod)
    .filter(({ name }) => container === undefined || name === container)
    .reduce((sum, one) => sum + (containerUsage(pod, one, resource) ?? 0), 0)

function requestsOf(
  pods: readonly StoredPod[],
  { resource, container }: ResourceTarget,
): Map<string, number> {
  return new Map(
    pods.map((pod) => {
      const counted = containersOf(pod).filter(({ name }) => container === undefined || name === container)
      const total = counted.reduce((sum, { name, resources }) => {
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
