// Upstream: apiextensions-apiserver pkg/registry/customresourcedefinition/etcd.go (Delete)

import type { DeleteOptions } from '../../../api/meta-v1.ts'
import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { toTime } from '../../../component-base/clock.ts'
import { withCondition } from '../../apiextensions/definition/conditions.ts'
import { cleanupFinalizer, definitionOf } from '../../apiextensions/definition/definition.ts'
import type { StoredRecord } from '../../storage/interface.ts'
import { checkOwnPreconditions } from './delete-namespace.ts'
import type { DeleteResult } from './delete-result.ts'
import type { ApiRequest } from './request.ts'
import type { ValidateObjectFunc } from './rest.ts'
import type { ResourceStore } from './store.ts'
import { inWireOrder } from './wire.ts'

/**
 * The first request marks a definition as terminating, with a finalizer that keeps it until its instances are gone; each one after it
 * is answered in the common way (undefined).
 */
export async function beginDefinitionDeletion(
  store: ResourceStore,
  request: ApiRequest,
  record: StoredRecord,
  options: DeleteOptions,
  deleteValidation: ValidateObjectFunc,
): Promise<DeleteResult | undefined> {
  const definition = deepCopy(store.view(record).object)
  checkOwnPreconditions(store, definition, options)
  if (definition.metadata.deletionTimestamp !== undefined) return undefined
  await deleteValidation(deepCopy(definition))
  const ordered = inWireOrder(terminating(definition, toTime(store.parts.server.clock.now())))
  if (request.dryRun) {
    const view = { object: ordered, bytes: goJSONBytes(ordered) }
    return { view, status: undefined, deleted: false }
  }
  const written = await store.parts.server.storage.update(record.key, record.modRevision, ordered)
  return { view: written, status: undefined, deleted: false }
}

function terminating(definition: KubeObject, now: string): KubeObject {
  const { metadata } = definition
  const { status } = definitionOf(definition, 0)
  const finalizers = metadata.finalizers ?? []
  const conditions = withCondition(
    status.conditions,
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    },
    now,
  )
  return {
    ...definition,
    metadata: {
      ...metadata,
      deletionTimestamp: now,
      finalizers: finalizers.includes(cleanupFinalizer) ? finalizers : [...finalizers, cleanupFinalizer],
    },
    status: { ...status, conditions },
  }
}
