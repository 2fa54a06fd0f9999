// Upstream: pkg/controller/job/job_controller.go (removeTrackingFinalizerPatch)
import type { KubeObject } from '../../apimachinery/json.ts'
import { isNotFound } from '../../client/rest-client.ts'
import type { ControllerContext } from '../controller.ts'
import { trackingFinalizer } from './types.ts'

/** Removes the finalizer of job tracking from a pod. @returns the pod as answered; undefined where it is gone */
export async function removeTrackingFinalizer(
  { client }: ControllerContext,
  { metadata }: KubeObject,
): Promise<KubeObject | undefined> {
  try {
    return await client.patch(`/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`, {
      metadata: { '$deleteFromPrimitiveList/finalizers': [trackingFinalizer], uid: metadata.uid },
    })
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
