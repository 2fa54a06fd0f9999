// What several controllers ask of a pod. Upstream: pkg/controller/controller_utils.go, pkg/api/v1/pod
import type { KubeObject } from '../server/apimachinery/json.ts'

export const podReady = (pod: KubeObject): boolean =>
  ((pod['status'] as { conditions?: { type: string; status: string }[] }).conditions ?? []).some(
    (c) => c.type === 'Ready' && c.status === 'True',
  )

/** It neither has ended nor is being deleted. */
export const podActive = (pod: KubeObject): boolean => {
  const { phase } = pod['status'] as { phase?: string }
  return phase !== 'Succeeded' && phase !== 'Failed' && pod.metadata.deletionTimestamp === undefined
}

export const controllerOf = (object: KubeObject) =>
  object.metadata.ownerReferences?.find((owner) => owner.controller === true)
