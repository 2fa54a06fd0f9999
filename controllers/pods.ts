// What several controllers ask of a pod. Upstream: pkg/controller/controller_utils.go, pkg/api/v1/pod

import type { PodCondition, PodSpec, PodStatus } from '../api/core-v1.ts'
import { conditionOfType } from '../apimachinery/conditions.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import type { With } from '../apimachinery/with.ts'

/** A stored Pod: its spec has containers, and it has a status. */
export type StoredPod = KubeObject & { spec: With<PodSpec, 'containers'>; status: PodStatus }

/** The condition of a type in a pod's status; undefined where there is none. */
export const podCondition = (pod: KubeObject, type: string): PodCondition | undefined =>
  conditionOfType((pod['status'] as PodStatus | undefined)?.conditions, type)

/** Whether a pod's condition Ready is True. */
export const podReady = (pod: KubeObject): boolean => podCondition(pod, 'Ready')?.status === 'True'

/** Whether a pod has been ready for minReadySeconds. @param now milliseconds since the epoch */
export function podAvailable(pod: KubeObject, minReadySeconds: number, now: number): boolean {
  const ready = podCondition(pod, 'Ready')
  if (ready?.status !== 'True') return false
  return minReadySeconds === 0 || Date.parse(ready.lastTransitionTime ?? '') + minReadySeconds * 1000 <= now
}

/** The phase of a pod; empty where the status has none yet. */
export const podPhase = (pod: KubeObject): string => (pod['status'] as PodStatus | undefined)?.phase ?? ''

/** Whether a pod has neither ended nor is being deleted. Upstream: pkg/controller/controller_utils.go IsPodActive */
export const podActive = (pod: KubeObject): boolean =>
  !podEnded(pod) && pod.metadata.deletionTimestamp === undefined

/** Whether a pod is being deleted and has not ended. Upstream: pkg/controller/controller_utils.go IsPodTerminating */
export const podTerminating = (pod: KubeObject): boolean =>
  !podEnded(pod) && pod.metadata.deletionTimestamp !== undefined

/** Whether a pod has succeeded or failed, for good. */
export const podEnded = (pod: KubeObject): boolean => ['Succeeded', 'Failed'].includes(podPhase(pod))

/**
 * The owner reference of an object's controller; undefined where it has none.
 * Upstream: apimachinery/pkg/apis/meta/v1/controller_ref.go GetControllerOf
 */
export const controllerOf = (object: KubeObject) =>
  object.metadata.ownerReferences?.find((owner) => owner.controller === true)
