// Upstream: pkg/registry/core/namespace/storage/storage.go (Delete)

import type { DeleteOptions } from '../../../api/meta-v1.ts'
import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newConflict } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import type { StoredRecord } from '../../storage/interface.ts'
import type { DeleteResult } from './delete-result.ts'
import type { ApiRequest } from './request.ts'
import type { ValidateObjectFunc } from './rest.ts'
import type { ResourceStore } from './store.ts'
import { preconditionFailed } from './update-preconditions.ts'
import { inWireOrder } from './wire.ts'

/** The first request marks a namespace as terminating; only one without finalizers in its spec is deleted in the common way (undefined). */
export async function beginNamespaceDeletion(
  store: ResourceStore,
  request: ApiRequest,
  record: StoredRecord,
  options: DeleteOptions,
  deleteValidation: ValidateObjectFunc,
): Promise<DeleteResult | undefined> {
  const namespace = deepCopy(store.view(record).object)
  checkOwnPreconditions(store, namespace, options)
  if (namespace.metadata.deletionTimestamp === undefined) {
    // Plugins are shown what the deletion is bound to.
    if (namespace.metadata.uid !== undefined)
      options.preconditions = { uid: namespace.metadata.uid, ...options.preconditions }
    await deleteValidation(deepCopy(namespace))
    namespace.metadata.deletionTimestamp = toTime(store.parts.server.clock.now())
    namespace['status'] = { ...(namespace['status'] as object | undefined), phase: 'Terminating' }
    setFinalizers(namespace, options)
    const ordered = inWireOrder(namespace)
    if (request.dryRun)
      return {
        view: { object: ordered, bytes: goJSONBytes(ordered) },
        status: undefined,
        deleted: false,
      }
    const written = await store.parts.server.storage.update(record.key, record.modRevision, ordered)
    return { view: written, status: undefined, deleted: false }
  }
  const spec = namespace['spec'] as { finalizers?: string[] } | undefined
  if ((spec?.finalizers ?? []).length > 0)
    return { view: store.view(record), status: undefined, deleted: false }
  return undefined
}

/** Throws 409 as the registries of namespaces and definitions do, which delete by a rule of their own: the resource is named, and what its metadata say. */
export function checkOwnPreconditions(
  store: ResourceStore,
  namespace: KubeObject,
  options: DeleteOptions,
): void {
  const { uid, resourceVersion } = options.preconditions ?? {}
  const { metadata } = namespace
  const conflict = (...failed: Parameters<typeof preconditionFailed>): Error =>
    newConflict(store.facts.qualifiedResource, metadata.name ?? '', preconditionFailed(...failed))
  if (uid !== undefined && uid !== metadata.uid) throw conflict('UID', uid, metadata.uid)
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw conflict('ResourceVersion', resourceVersion, metadata.resourceVersion)
}

function setFinalizers(namespace: KubeObject, options: DeleteOptions): void {
  const finalizers = new Set(namespace.metadata.finalizers ?? [])
  const policy = options.propagationPolicy
  const set = (finalizer: string, wanted: boolean): void => {
    if (wanted) finalizers.add(finalizer)
    else finalizers.delete(finalizer)
  }
  if (options.orphanDependents !== undefined) {
    set('orphan', options.orphanDependents)
    set('foregroundDeletion', !options.orphanDependents)
  } else if (policy !== undefined) {
    set('orphan', policy === 'Orphan')
    set('foregroundDeletion', policy === 'Foreground')
  }
  namespace.metadata.finalizers = [...finalizers]
}
