// Upstream: apiserver/pkg/registry/generic/registry/store.go (Update)
import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newNotFound, StatusError } from '../../../apimachinery/status-error.ts'
import { StorageError, type StoredRecord, writeTimeout } from '../../storage/interface.ts'
import { registryDialect } from '../dialect.ts'
import { beforeUpdate } from './before-update.ts'
import { createOnce, finish, timeToLive } from './create.ts'
import { keepTimestamps } from './keep-timestamps.ts'
import { expressionPace, turns } from './pace.ts'
import { readAhead } from './read-ahead.ts'
import { type ApiRequest, requestedResource } from './request.ts'
import type { UpdateCall, UpdateResult } from './rest.ts'
import { semanticSame } from './semantic-same.ts'
import type { ResourceStore, View } from './store.ts'
import type { Strategy } from './strategy.ts'
import { checkUpdatePreconditions, checkVersion } from './update-preconditions.ts'
import { inWireOrder, wire } from './wire.ts'

const attempts = 100

/** What an attempt to change an object starts from. `current`: read of the backend; else what this server knows, which may be older. */
interface Start {
  readonly record: StoredRecord | undefined
  readonly current: boolean
}

/**
 * Changes the object `name` by the rules of `strategy`, which is that of the resource or of the subresource that is written:
 * new object (decoded, defaulted, admitted) → beginUpdate → prepare → validate → validating admission → storage. Where there is
 * none and it may be, creates it. Throws StatusErrors.
 */
export async function update(
  store: ResourceStore,
  strategy: Strategy,
  request: ApiRequest,
  name: string,
  call: UpdateCall,
): Promise<UpdateResult> {
  const key = store.keyOf(request.namespace, name)
  const there = known(store, request, key)
  let start = there instanceof Promise ? await there : there
  for (let attempt = 0; ; attempt++) {
    const { record } = start
    try {
      if (record === undefined) return await createInstead(store, strategy, request, name, call)
      return await updateOnce(store, strategy, request, start as Start & { record: StoredRecord }, call)
    } catch (error) {
      if (attempt >= attempts) throw error
      start = await nextStart(store, key, start, error)
    }
  }
}

/** Upstream: Cacher.GuaranteedUpdate, which suggests the object of its cache; a dry run reads etcd. */
function known(store: ResourceStore, request: ApiRequest, key: string): Start | Promise<Start> {
  const { storage } = store.parts.server
  const record = request.dryRun ? undefined : storage.peek?.(key)
  if (record === undefined) return asked(store, request, key)
  // All that is worked out from the older object would be worked out again.
  const earlier = storage.pendingChange?.(key)
  return earlier === undefined ? { record, current: false } : earlier.then(() => asked(store, request, key))
}

async function asked(store: ResourceStore, request: ApiRequest, key: string): Promise<Start> {
  const record = request.dryRun ? undefined : await store.parts.server.storage.get(key, { cached: true })
  return record === undefined ? newest(store, key) : { record, current: false }
}

const newest = async ({ parts }: ResourceStore, key: string): Promise<Start> => ({
  record: await parts.server.storage.get(key, { timeout: writeTimeout }),
  current: true,
})

/** From where to try again. Throws `error` where it holds of the newest object too. */
async function nextStart(store: ResourceStore, key: string, start: Start, error: unknown): Promise<Start> {
  if (error instanceof StorageError) {
    if (error.code === 'conflict' && error.current !== undefined)
      return { record: error.current, current: true }
    if (!['conflict', 'missing', 'exists'].includes(error.code)) throw error
    return newest(store, key)
  }
  if (start.current || !(error instanceof StatusError)) throw error
  const now = await newest(store, key)
  if (now.record?.modRevision === start.record?.modRevision) throw error
  return now
}

async function createInstead(
  store: ResourceStore,
  strategy: Strategy,
  request: ApiRequest,
  name: string,
  call: UpdateCall,
): Promise<UpdateResult> {
  const isMain = strategy === store.strategy
  const creates = strategy.allowCreateOnUpdate === true || (call.forceAllowCreate && isMain)
  const { minor } = store.parts.server.release
  if (creates || registryDialect(minor).holdsMissingToUids)
    checkUpdatePreconditions(store, request, { namespace: request.namespace, name }, call.preconditions)
  if (!creates) throw newNotFound(requestedResource(request), name)
  const object = await call.updatedObject(undefined)
  // @note A resourceVersion says nothing of an object that is not there.
  delete object.metadata.resourceVersion
  // A service that a write to its status creates gets no addresses: upstream's store of the status has no such hook.
  return { view: await createOnce(store, request, object, call.createValidation, isMain), created: true }
}

function unstored(object: KubeObject, resourceVersion: string): View {
  const ordered = inWireOrder(object)
  ordered.metadata.resourceVersion = resourceVersion
  return { object: ordered, bytes: goJSONBytes(ordered) }
}

async function updateOnce(
  store: ResourceStore,
  strategy: Strategy,
  request: ApiRequest,
  { record, current }: Start & { record: StoredRecord },
  call: UpdateCall,
): Promise<UpdateResult> {
  request.noteBytes?.(record.bytes.length)
  const prepared = store.prepare([record])
  if (prepared !== undefined) await prepared
  const old = store.view(record).object
  checkUpdatePreconditions(store, request, old.metadata, call.preconditions)
  let object = await call.updatedObject(store.stored(record).object)
  checkVersion(store, request, strategy, object, record)
  const begun = strategy.beginUpdate?.(request, object, old)
  const transaction = begun && (await begun)
  return finish(transaction, async () => {
    if (request.isLarge?.()) await turns()
    const reading = readAhead(object, store.parts.server.release.minor)
    if (reading !== undefined) await reading
    const checked = expressionPace.run(() => beforeUpdate(store, request, strategy, object, old))
    if (checked !== undefined) await checked
    if (request.isLarge?.()) await turns()
    const { keepsTimestamps, tellsEmptyFromNone } = registryDialect(store.parts.server.release.minor)
    if (keepsTimestamps) object = keepTimestamps(object, old, tellsEmptyFromNone)
    const waits = call.updateValidation(object, old)
    if (waits !== undefined) await waits
    if (request.isLarge?.()) await turns()
    return { view: await write(store, request, { record, current }, object), created: false }
  })
}

async function write(
  store: ResourceStore,
  request: ApiRequest,
  { record, current }: Start & { record: StoredRecord },
  object: KubeObject,
): Promise<View> {
  const stored = store.stored(record)
  const old = stored.object
  const { storage } = store.parts.server
  const wired = wire(store, request, object)
  const ordered = wired instanceof Promise ? await wired : wired
  ordered.metadata.resourceVersion = String(record.modRevision)
  if (deletesNow(old, ordered)) {
    const answer = unstored(ordered, String(record.modRevision))
    if (!request.dryRun) {
      await storage.delete(record.key, record.modRevision)
      await store.strategy.afterDelete?.(request, deepCopy(ordered))
    }
    return answer
  }
  const same = semanticSame(ordered, inWireOrder(old))
  if (request.isLarge?.()) await turns()
  const isNew = record.createRevision === record.modRevision
  const rewrites =
    (isNew && store.strategy.storedBare?.(old, store.parts.server) !== undefined) ||
    storage.isStale?.(record) === true
  if (same && !rewrites) {
    // Data of another release is brought up to date by the first write where its bytes are others, as upstream does.
    if (isKept(store, record, stored, ordered)) {
      if (!current) await checkNewest(store, record)
      return store.view(record)
    }
  }
  if (request.dryRun) return unstored(await store.unkept(ordered), String(record.modRevision))
  if (store.facts.form === undefined)
    return store.view(await storage.update(record.key, record.modRevision, ordered, timeToLive(store)))
  return store.written(await storage.update(record.key, record.modRevision, await store.kept(ordered)))
}

/** Whether the record is what would be stored of an object that has not changed. */
const isKept = (store: ResourceStore, record: StoredRecord, stored: View, object: KubeObject): boolean =>
  store.facts.form === undefined
    ? stored.bytes === record.bytes || store.parts.sameStored?.(record, object) === true
    : store.facts.form.isKept(record, object)

/** Throws `conflict` or `missing` where the record is not the newest: what changes nothing of it may change that one. */
async function checkNewest(store: ResourceStore, { key, modRevision }: StoredRecord): Promise<void> {
  const { record } = await newest(store, key)
  if (record === undefined) throw new StorageError('missing', `key ${key} is not there`)
  if (record.modRevision !== modRevision)
    throw new StorageError('conflict', `key ${key} is not at revision ${modRevision}`, record)
}

/** An object that waited for its finalizers goes when the last one does. Upstream: ShouldDeleteDuringUpdate. */
function deletesNow(old: KubeObject, object: KubeObject): boolean {
  if (old.metadata.deletionTimestamp === undefined || (object.metadata.finalizers ?? []).length > 0)
    return false
  const grace = old.metadata.deletionGracePeriodSeconds
  if (grace !== undefined && grace !== 0) return false
  const spec = object['spec'] as { finalizers?: unknown[] } | undefined
  return !(object.kind === 'Namespace' && (spec?.finalizers ?? []).length > 0)
}
