// Upstream: pkg/controller/volume/{pvcprotection,pvprotection,vacprotection}
import type { PersistentVolumeClaimSpec, PersistentVolumeClaimStatus, PodSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { podEnded } from '../pods.ts'

const claimFinalizer = 'kubernetes.io/pvc-protection'
const attributesFinalizer = 'kubernetes.io/vac-protection'
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
    const path = `/api/v1/namespaces/${claim.metadata.namespace}/persistentvolumeclaims`
    await protect(context, path, claim, claimFinalizer, () => [...pods.items.values()].some(uses))
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
    await protect(context, '/api/v1/persistentvolumes', volume, volumeFinalizer, () => bound)
  })
  return queue
}

/** Names of the classes that a claim or a volume uses, or is to use. */
function classesOf({ spec, status }: KubeObject): (string | undefined)[] {
  const { volumeAttributesClassName } = (spec ?? {}) as Partial<PersistentVolumeClaimSpec>
  const { currentVolumeAttributesClassName, modifyVolumeStatus } = (status ??
    {}) as PersistentVolumeClaimStatus
  return [
    volumeAttributesClassName,
    currentVolumeAttributesClassName,
    modifyVolumeStatus?.targetVolumeAttributesClassName,
  ]
}

/** Removes the finalizer of VolumeAttributesClasses that are being deleted and that no claim or volume uses. @param version of the API */
export function startAttributesClassProtection(context: ControllerContext, version: string): Controller {
  const path = `/apis/storage.k8s.io/${version}/volumeattributesclasses`
  const classes = context.informers.on(path, { onChange: ({ metadata }) => queue.add(metadata.name ?? '') })
  const consider = (user: KubeObject): void => {
    for (const name of classesOf(user)) if (name !== undefined && name !== '') queue.add(name)
  }
  const users = ['/api/v1/persistentvolumeclaims', '/api/v1/persistentvolumes'].map((of) =>
    context.informers.on(of, { onChange: consider, onDelete: consider }),
  )
  const queue = new ReconcileQueue(context, 'vac-protection', async (name) => {
    const found = classes.items.get(name)
    if (found === undefined) return
    const isUsed = (): boolean =>
      users.some(({ items }) => [...items.values()].some((user) => classesOf(user).includes(name)))
    await protect(context, path, found, attributesFinalizer, isUsed)
  })
  return queue
}

/** @param path of the object's list */
async function protect(
  { client }: ControllerContext,
  path: string,
  object: KubeObject,
  finalizer: string,
  used: () => boolean,
): Promise<void> {
  const { name, finalizers = [], deletionTimestamp } = object.metadata
  const has = finalizers.includes(finalizer)
  const leaving = deletionTimestamp !== undefined
  if (has !== leaving || (leaving && used())) return
  await client.update(`${path}/${name}`, {
    ...object,
    metadata: {
      ...object.metadata,
      finalizers: leaving ? finalizers.filter((f) => f !== finalizer) : [...finalizers, finalizer],
    },
  })
}
