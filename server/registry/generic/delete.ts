// Upstream: apiserver/pkg/registry/generic/registry/store.go (Delete), registry/rest/delete.go (BeforeDelete)

import type { DeleteOptions } from '../../../api/meta-v1.ts'
import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newConflict, newNotFound } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { StorageError, type StoredRecord, writeTimeout } from '../../storage/interface.ts'
import { registryDialect } from '../dialect.ts'
import { beginDefinitionDeletion } from './delete-definition.ts'
import { beginNamespaceDeletion } from './delete-namespace.ts'
import type { DeleteResult } from './delete-result.ts'
import { type ApiRequest, requestedResource } from './request.ts'
import type { ValidateObjectFunc } from './rest.ts'
import type { ResourceStore, View } from './store.ts'
import { inWireOrder } from './wire.ts'

const attempts = 100

const beginnings = { namespace: beginNamespaceDeletion, definition: beginDefinitionDeletion }

/** Deletes an object, or marks it as being deleted where finalizers or a grace period keep it. Throws 404 and 409. */
export async function deleteObject(
  store: ResourceStore,
  request: ApiRequest,
  name: string,
  options: DeleteOptions,
  deleteValidation: ValidateObjectFunc,
): Promise<DeleteResult> {
  const key = store.keyOf(request.namespace, name)
  for (let attempt = 0; ; attempt++) {
    const found = await store.parts.server.storage.get(key, { timeout: writeTimeout })
    if (found === undefined) throw newNotFound(requestedResource(request), name)
    const record = await store.fresh(found)
    try {
      if (store.facts.deletion !== undefined) {
        const begin = beginnings[store.facts.deletion]
        const answered = await begin(store, request, record, options, deleteValidation)
        if (answered !== undefined) return answered
      }
      return await deleteOnce(store, request, record, { ...options }, deleteValidation)
    } catch (error) {
      if (
        !(error instanceof StorageError) ||
        (error.code !== 'conflict' && error.code !== 'missing') ||
        attempt >= attempts
      )
        throw error
    }
  }
}

async function deleteOnce(
  store: ResourceStore,
  request: ApiRequest,
  record: StoredRecord,
  options: DeleteOptions,
  deleteValidation: ValidateObjectFunc,
): Promise<DeleteResult> {
  const existing = deepCopy(store.view(record).object)
  checkDeletePreconditions(store, existing, options)
  const state = beforeDelete(store, request, existing, options)
  if (state === 'pending') return answer(store, request, store.view(record), false)
  const finalizers = finalizersForDeletion(store, request, existing, options)
  const changed = !sameSet(finalizers, existing.metadata.finalizers ?? [])
  const pending = finalizers.length > 0
  let current = record
  if (state === 'graceful' || (existing.metadata.finalizers ?? []).length > 0 || changed) {
    await deleteValidation(deepCopy(store.view(record).object))
    if (changed) existing.metadata.finalizers = finalizers
    if (state !== 'graceful' && pending) markAsDeleting(store, existing)
    if (state === 'graceful' || pending) {
      const updated = await writeDeletion(store, request, record, existing)
      if (pending || (options.gracePeriodSeconds ?? 0) > 0)
        return { ...answer(store, request, updated.view, false), view: updated.view, status: undefined }
      if (request.dryRun) return { view: updated.view, status: undefined, deleted: true }
      current = updated.record
    }
  } else {
    await deleteValidation(deepCopy(existing))
  }
  return remove(store, request, current)
}

async function remove(
  store: ResourceStore,
  request: ApiRequest,
  record: StoredRecord,
): Promise<DeleteResult> {
  let view = store.view(record)
  if (!request.dryRun) {
    const { storage, release } = store.parts.server
    const gone = await storage.delete(record.key, record.modRevision)
    if (registryDialect(release.minor).tellsRevisionOfDeletion) {
      const prepared = store.prepare([gone])
      if (prepared !== undefined) await prepared
      view = store.view(gone)
    }
    await store.strategy.afterDelete?.(request, deepCopy(view.object))
  }
  return answer(store, request, view, true)
}

/** Writes an object that stays while it is being deleted; nothing is written where it has not changed. */
export async function writeDeletion(
  store: ResourceStore,
  request: ApiRequest,
  record: StoredRecord,
  object: KubeObject,
): Promise<{ record: StoredRecord; view: View }> {
  const ordered = inWireOrder(object)
  const old = store.view(record)
  if (JSON.stringify(ordered) === JSON.stringify(inWireOrder(old.object))) return { record, view: old }
  if (request.dryRun) return { record, view: { object: ordered, bytes: goJSONBytes(ordered) } }
  const { storage } = store.parts.server
  if (store.facts.form !== undefined) {
    const kept = await storage.update(record.key, record.modRevision, await store.kept(ordered))
    return { record: kept, view: await store.written(kept) }
  }
  const written = await storage.update(record.key, record.modRevision, ordered)
  return { record: written, view: written }
}

function answer(store: ResourceStore, request: ApiRequest, view: View, deleted: boolean): DeleteResult {
  if (store.facts.returnDeletedObject) return { view, status: undefined, deleted }
  const { group, resource } = requestedResource(request)
  const { name, uid } = view.object.metadata
  const details = { name: name ?? '', ...(group === '' ? {} : { group }), kind: resource, uid: uid ?? '' }
  return {
    view: undefined,
    status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details },
    deleted,
  }
}

/** Throws 409. Preconditions are named after the kind, not the resource. */
export function checkDeletePreconditions(
  store: ResourceStore,
  object: KubeObject,
  options: DeleteOptions,
): void {
  const { uid, resourceVersion } = options.preconditions ?? {}
  const { metadata } = object
  const kind = { group: store.facts.qualifiedResource.group, resource: object.kind }
  const name = metadata.name ?? ''
  if (uid !== undefined && uid !== metadata.uid) {
    throw newConflict(
      kind,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    )
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw newConflict(
      kind,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    )
  }
}

/** Graceful deletion: sets the times on `object`. `now`: the object can go at once; `pending`: its deletion goes on as it was. */
function beforeDelete(
  store: ResourceStore,
  request: ApiRequest,
  object: KubeObject,
  options: DeleteOptions,
): 'now' | 'graceful' | 'pending' {
  const { metadata } = object
  if (options.gracePeriodSeconds !== undefined && options.gracePeriodSeconds < 0)
    options.gracePeriodSeconds = 1
  if (metadata.deletionGracePeriodSeconds !== undefined && metadata.deletionGracePeriodSeconds < 0)
    metadata.deletionGracePeriodSeconds = 1
  const graceful = store.strategy.gracefulDelete
  if (graceful === undefined) return 'now'
  if (metadata.deletionTimestamp !== undefined) return shorten(store, object, options)
  const seconds = graceful.call(store.strategy, request, object, options.gracePeriodSeconds)
  if (seconds === undefined) return 'now'
  options.gracePeriodSeconds = seconds
  metadata.deletionTimestamp = toTime(store.parts.server.clock.now() + seconds * 1000)
  metadata.deletionGracePeriodSeconds = seconds
  if ((metadata.generation ?? 0) > 0) metadata.generation = metadata.generation! + 1
  return 'graceful'
}

function shorten(
  store: ResourceStore,
  object: KubeObject,
  options: DeleteOptions,
): 'now' | 'graceful' | 'pending' {
  const { metadata } = object
  const before = metadata.deletionGracePeriodSeconds
  if (before === undefined || before === 0) return 'now'
  const requested = options.gracePeriodSeconds
  if (requested === undefined || requested >= before) return 'pending'
  const now = store.parts.server.clock.now()
  let time = Date.parse(metadata.deletionTimestamp!) + (requested - before) * 1000
  let period = requested
  if (time < now) {
    time = now
    if (period !== 0) period = 1
  }
  metadata.deletionTimestamp = toTime(time)
  metadata.deletionGracePeriodSeconds = period
  return 'graceful'
}

/** Deletion waits for finalizers: time now, no grace. Upstream: markAsDeleting. */
function markAsDeleting(store: ResourceStore, object: KubeObject): void {
  const { metadata } = object
  const now = store.parts.server.clock.now()
  if (metadata.deletionTimestamp === undefined && (metadata.generation ?? 0) > 0)
    metadata.generation = metadata.generation! + 1
  if (metadata.deletionTimestamp === undefined || Date.parse(metadata.deletionTimestamp) > now)
    metadata.deletionTimestamp = toTime(now)
  metadata.deletionGracePeriodSeconds = 0
}

const orphan = 'orphan'
const foreground = 'foregroundDeletion'

/** The finalizers an object has once its deletion begins. Upstream: deletionFinalizersForGarbageCollection. */
function finalizersForDeletion(
  store: ResourceStore,
  request: ApiRequest,
  object: KubeObject,
  options: DeleteOptions,
): string[] {
  const own = object.metadata.finalizers ?? []
  const kept = own.filter((f) => f !== orphan && f !== foreground)
  const policy = store.strategy.defaultGarbageCollection?.(request)
  if (policy === 'unsupported') return kept
  if (options.orphanDependents !== undefined) return options.orphanDependents ? [...kept, orphan] : kept
  switch (options.propagationPolicy) {
    case 'Orphan':
      return [...kept, orphan]
    case 'Foreground':
      return [...kept, foreground]
    case 'Background':
      return kept
  }
  const stored = own.find((f) => f === orphan || f === foreground)
  if (stored !== undefined) return [...kept, stored]
  return policy === 'orphan' ? [...kept, orphan] : kept
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((f) => b.includes(f))
