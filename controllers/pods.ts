// What several controllers ask of a pod. Upstream: pkg/controller/controller_utils.go, pkg/api/v1/pod
import type { PodCondition, PodStatus } from '../api/core-v1.ts'
import { conditionOfType } from '../apimachinery/conditions.ts'
import type { KubeObject } from '../apimachinery/json.ts'

export const podCondition = (pod: KubeObject, type: string): PodCondition | undefined =>
  conditionOfType((pod['status'] as PodStatus).conditions, type)

export const podReady = (pod: KubeObject): boolean => podCondition(pod, 'Ready')?.status === 'True'

/** Ready, and for so long. @param now milliseconds since the epoch */
export function podAvailable(pod: KubeObject, minReadySeconds: number, now: number): boolean {
  const ready = podCondition(pod, 'Ready')
  if (ready?.status !== 'True') return false
  return minReadySeconds === 0 || Date.parse(ready.lastTransitionTime ?? '') + minReadySeconds * 1000 <= now
}

export const podPhase = (pod: KubeObject): string => (pod['status'] as PodStatus | undefined)?.phase ?? ''

/** It neither has ended nor is being deleted. */
export const podActive = (pod: KubeObject): boolean =>
  !podEnded(pod) && pod.metadata.deletionTimestamp === undefined

/** It is being deleted, and has not ended. */
export const podTerminating = (pod: KubeObject): boolean =>
  !podEnded(pod) && pod.metadata.deletionTimestamp !== undefined

export const podEnded = (pod: KubeObject): boolean => ['Succeeded', 'Failed'].includes(podPhase(pod))

export const controllerOf = (object: KubeObject) =>
  object.metadata.ownerReferences?.find((owner) => owner.controller === true)
