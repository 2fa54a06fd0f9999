// Upstream: pkg/controller/volume/ephemeral/controller.go

import type { PodSpec, Volume } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { isAlreadyExists } from '../../client/rest-client.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { controllerReference } from '../owner-references.ts'
import { podEnded } from '../pods.ts'

const volumesOf = (pod: KubeObject): Volume[] =>
  ((pod['spec'] as PodSpec).volumes ?? []).filter(({ ephemeral }) => ephemeral !== undefined)

/** Makes the claims of generic ephemeral volumes, which go with their pods. */
export function startEphemeralVolumes(context: ControllerContext): Controller {
  const pods = context.informers.on('/api/v1/pods', {
    onChange: (pod) => {
      if (volumesOf(pod).length > 0) queue.add(keyOf(pod))
    },
  })
  const claims = context.informers.on('/api/v1/persistentvolumeclaims')
  const queue = new ReconcileQueue(context, 'ephemeral_volume', async (key) => {
    const pod = pods.items.get(key)
    if (pod === undefined || podEnded(pod) || pod.metadata.deletionTimestamp !== undefined) return
    for (const volume of volumesOf(pod)) {
      const { name, namespace } = pod.metadata
      const claim = `${name}-${volume.name}`
      if (!claims.items.has(`${namespace}/${claim}`)) await createClaim(context, pod, claim, volume)
    }
  })
  return queue
}

async function createClaim(
  { client }: ControllerContext,
  pod: KubeObject,
  name: string,
  { ephemeral }: Volume,
): Promise<void> {
  const { metadata, spec } = ephemeral!.volumeClaimTemplate!
  try {
    await client.create(`/api/v1/namespaces/${pod.metadata.namespace}/persistentvolumeclaims`, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { ...metadata, name, ownerReferences: [controllerReference(pod)] },
      spec,
    })
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
  }
}
