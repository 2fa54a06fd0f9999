// Upstream: apimachinery/pkg/apis/meta/v1/controller_ref.go, pkg/controller/controller_ref_manager.go

import type { LabelSelector } from '../api/meta-v1.ts'
import type { KubeObject, OwnerReference } from '../apimachinery/json.ts'
import type { ControllerContext } from './controller.ts'
import { matchesLabelSelector } from './label-selector.ts'
import { controllerOf } from './pods.ts'

/** An owner reference that makes the object a controller. */
export const controllerReference = ({ apiVersion, kind, metadata }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name!,
  uid: metadata.uid!,
  controller: true,
  blockOwnerDeletion: true,
})

/** The key of an object's controller, where that is of the kind; else undefined. */
export function ownerKey(object: KubeObject, kind: string): string | undefined {
  const owner = controllerOf(object)
  return owner?.kind === kind ? `${object.metadata.namespace}/${owner.name}` : undefined
}

/** Whether an owner, by its uid, is the controller of an object. */
export const controls = (owner: KubeObject, object: KubeObject): boolean =>
  controllerOf(object)?.uid === owner.metadata.uid

/** The objects that an owner claims: those of its selector, which it adopts or releases. */
export interface ClaimOptions {
  selector: LabelSelector | undefined
  /** Of the orphans that the selector matches, those that the owner may adopt. Default: all. */
  adopts?: (pod: KubeObject) => boolean
  /** What an adopted pod gets. */
  finalizer?: string
}

/**
 * The pods of an owner: those that it controls and selects, and orphans that it selects, which it adopts. Pods that it no
 * longer selects are released.
 */
export async function claimPods(
  context: ControllerContext,
  owner: KubeObject,
  pods: Iterable<KubeObject>,
  options: ClaimOptions,
): Promise<KubeObject[]> {
  const leaving = owner.metadata.deletionTimestamp !== undefined
  const claimed: KubeObject[] = []
  for (const pod of pods) {
    if (pod.metadata.namespace !== owner.metadata.namespace) continue
    const matches = matchesLabelSelector(options.selector, pod.metadata.labels)
    const controller = controllerOf(pod)
    if (controller?.uid === owner.metadata.uid) {
      if (matches || leaving) claimed.push(pod)
      else await release(context, owner, pod)
    } else if (controller === undefined && matches && !leaving) {
      if (pod.metadata.deletionTimestamp === undefined && options.adopts?.(pod) !== false)
        claimed.push(await adopt(context, owner, pod, options.finalizer))
    }
  }
  return claimed
}

const pathOf = ({ metadata }: KubeObject): string =>
  `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`

const adopt = (
  { client }: ControllerContext,
  owner: KubeObject,
  pod: KubeObject,
  finalizer: string | undefined,
): Promise<KubeObject> =>
  client.patch(pathOf(pod), {
    metadata: {
      ownerReferences: [controllerReference(owner)],
      uid: pod.metadata.uid,
      ...(finalizer === undefined ? {} : { finalizers: [finalizer] }),
    },
  })

const release = ({ client }: ControllerContext, owner: KubeObject, pod: KubeObject): Promise<KubeObject> =>
  client.patch(pathOf(pod), {
    metadata: { ownerReferences: [{ $patch: 'delete', uid: owner.metadata.uid }], uid: pod.metadata.uid },
  })
