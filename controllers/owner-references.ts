// Upstream: apimachinery/pkg/apis/meta/v1/controller_ref.go, pkg/controller/controller_ref_manager.go

import type { LabelSelector } from '../api/meta-v1.ts'
import type { KubeObject, OwnerReference } from '../apimachinery/json.ts'
import { isNotFound } from '../client/rest-client.ts'
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
  /** The resource of the objects: `/apis/apps/v1 replicasets`. Default: pods. */
  resource?: string
  /** Whether the owner may adopt an orphan that its selector matches. Default: it may. */
  adopts?: (pod: KubeObject) => boolean
  /** The finalizer that an adopted pod gets. */
  finalizer?: string
}

/**
 * The pods of an owner, or its objects of another resource: those that it controls and selects, and orphans that it selects, which it adopts. Pods that it no
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
    const controller = controllerOf(pod)
    // Most are of others, of a namespace with thousands of pods.
    if (controller !== undefined && controller.uid !== owner.metadata.uid) continue
    const matches = matchesLabelSelector(options.selector, pod.metadata.labels)
    if (controller !== undefined) {
      if (matches || leaving) claimed.push(pod)
      else await release(context, owner, pod, options)
    } else if (matches && !leaving) {
      if (pod.metadata.deletionTimestamp === undefined && options.adopts?.(pod) !== false)
        claimed.push(await adopt(context, owner, pod, options))
    }
  }
  return claimed
}

function pathOf({ metadata }: KubeObject, { resource = '/api/v1 pods' }: ClaimOptions): string {
  const [base, plural] = resource.split(' ')
  return `${base}/namespaces/${metadata.namespace}/${plural}/${metadata.name}`
}

const adopt = (
  { client }: ControllerContext,
  owner: KubeObject,
  pod: KubeObject,
  options: ClaimOptions,
): Promise<KubeObject> =>
  client.patch(pathOf(pod, options), {
    metadata: {
      ownerReferences: [controllerReference(owner)],
      uid: pod.metadata.uid,
      ...(options.finalizer === undefined ? {} : { finalizers: [options.finalizer] }),
    },
  })

/** Removes the owner's reference from an object; one that is gone needs nothing. */
async function release(
  { client }: ControllerContext,
  owner: KubeObject,
  pod: KubeObject,
  options: ClaimOptions,
): Promise<void> {
  try {
    await client.patch(pathOf(pod, options), {
      metadata: { ownerReferences: [{ $patch: 'delete', uid: owner.metadata.uid }], uid: pod.metadata.uid },
    })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}
