// Upstream: pkg/controller/volume/{pvcprotection,pvprotection}
import type { PodSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { podEnded } from '../pods.ts'

const claimFinalizer = 'kubernetes.io/pvc-protection'
const volumeFinalizer = 'kubernetes.io/pv-protection'

/** The claims that a pod mounts, each `namespace/name`. */
export const claimsOfPod = (pod: KubeObject): string[] => {
  const { volumes = [] } = pod['spec'] as PodSpec
  return volumes.flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    const claim = ephemeral === undefined ? persistentVolumeClaim?.claimName : `${pod.metadata.name}-${name}`
    return claim === undefined ? [] : [`${pod.metadata.namespace}/${claim}`]
  })
}

/** Removes the finalizer of PersistentVolumeClaims that are being deleted and that no pod uses. */
export function startClaimProtection(context: ControllerContext): Controller {
  const consider = (pod: KubeObject): void => {
    for (const key of claimsOfPod(pod)) queue.add(key)
  }
  const claims = context.informers.on('/api/v1/persistentvolumeclaims', {
    onChange: (claim) => queue.add(keyOf(claim)),
  })
  const pods = context.informers.on('/api/v1/pods', {
    onChange: (pod) => podEnded(pod) && consider(pod),
    onDelete: consider,
  })
  const queue = new ReconcileQueue(context, 'pvc-protection', async (key) => {
    const claim = claims.items.get(key)
    if (claim === undefined) return
    // A pod that waits for a node does not use its claim yet.
    const uses = (pod: KubeObject): boolean =>
      !podEnded(pod) && (pod['spec'] as PodSpec).nodeName !== undefined && claimsOfPod(pod).includes(key)
    await protect(context, claim, claimFinalizer, () => [...pods.items.values()].some(uses))
  })
  return queue
}

/** Removes the finalizer of PersistentVolumes that are being deleted and not bound. */
export function startVolumeProtection(context: ControllerContext): Controller {
  const volumes = context.informers.on('/api/v1/persistentvolumes', {
    onChange: (pv) => queue.add(keyOf(pv)),
  })
  const queue = new ReconcileQueue(context, 'pv-protection', async (key) => {
    const volume = volumes.items.get(key)
    if (volume === undefined) return
    const bound = (volume['status'] as { phase?: string } | undefined)?.phase === 'Bound'
    await protect(context, volume, volumeFinalizer, () => bound)
  })
  return queue
}

async function protect(
  { client }: ControllerContext,
  object: KubeObject,
  finalizer: string,
  used: () => boolean,
): Promise<void> {
  const { namespace, name, finalizers = [], deletionTimestamp } = object.metadata
  const has = finalizers.includes(finalizer)
  const leaving = deletionTimestamp !== undefined
  if (has !== leaving || (leaving && used())) return
  const scope = namespace === undefined ? '' : `/namespaces/${namespace}`
  const resource = namespace === undefined ? 'persistentvolumes' : 'persistentvolumeclaims'
  await client.update(`/api/v1${scope}/${resource}/${name}`, {
    ...object,
    metadata: {
      ...object.metadata,
      finalizers: leaving ? finalizers.filter((f) => f !== finalizer) : [...finalizers, finalizer],
    },
  })
}
