// Upstream: apiserver/pkg/registry/generic/registry/store.go (Update), registry/rest/update.go (BeforeUpdate)
import { toTime } from '../../../component-base/clock.ts'
import { field, Literal } from '../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { newConflict, newInvalid, newNotFound, StatusError } from '../../apimachinery/status-error.ts'
import { nameIsPathSegment } from '../../apimachinery/validation/names.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../apimachinery/validation/object-meta.ts'
import { StorageError, type StoredRecord } from '../../storage/interface.ts'
import { beforeCreate, finish, metadataPath, type Validation, wire } from './create.ts'
import { ensureNamespace, fillSystemFields, inWireOrder } from './object-meta.ts'
import { plannedErrors, warnPlanned } from './planned-rules.ts'
import { type ApiRequest, requestedResource } from './request.ts'
import type { ResourceStore, View } from './store.ts'
import type { Strategy } from './strategy.ts'

export const optimisticLock =
  'the object has been modified; please apply your changes to the latest version and try again'

export interface UpdateCall {
  /** The strategy of the resource, or of the subresource that is written. */
  strategy: Strategy
  /** The new object made of the stored one (undefined: there is none). Runs again after a lost race. */
  updated(current: KubeObject | undefined): Promise<KubeObject>
  validateCreate: Validation
  validateUpdate(object: KubeObject, old: KubeObject): Promise<void>
  /** Apply creates what is not there, whatever the strategy says. */
  forceAllowCreate: boolean
  preconditions?: { uid?: string; resourceVersion?: string }
}
export interface UpdateResult {
  view: View
  created: boolean
}

const attempts = 100

export async function update(
  store: ResourceStore,
  request: ApiRequest,
  name: string,
  call: UpdateCall,
): Promise<UpdateResult> {
  const key = store.keyOf(request.namespace, name)
  for (let attempt = 0; ; attempt++) {
    const record = await store.parts.server.storage.get(key)
    try {
      if (record === undefined) return await createInstead(store, request, name, call)
      return await updateOnce(store, request, record, call)
    } catch (error) {
      if (!(error instanceof StorageError) || attempt >= attempts) throw error
      if (error.code !== 'conflict' && error.code !== 'missing' && error.code !== 'exists') throw error
    }
  }
}

async function createInstead(
  store: ResourceStore,
  request: ApiRequest,
  name: string,
  call: UpdateCall,
): Promise<UpdateResult> {
  const { server } = store.parts
  const isMain = call.strategy === store.strategy
  if (call.strategy.allowCreateOnUpdate !== true && !(call.forceAllowCreate && isMain))
    throw newNotFound(requestedResource(request), name)
  const uid = call.preconditions?.uid ?? ''
  if (uid !== '')
    throw newConflict(
      store.facts.qualifiedResource,
      name,
      uidMismatch(store.keyOf(request.namespace, name), uid, ''),
    )
  const object = await call.updated(undefined)
  // @note A resourceVersion says nothing of an object that is not there.
  delete object.metadata.resourceVersion
  fillSystemFields(object.metadata, server.clock, server.random)
  // A service that a write to its status creates gets no addresses: upstream's store of the status has no such hook.
  const transaction = isMain ? await store.strategy.beginCreate?.(request, object) : undefined
  const view = await finish(transaction, async () => {
    beforeCreate(store, request, object)
    await call.validateCreate(deepCopy(object))
    if (request.dryRun) return unstored(store.decorated(wire(store, object)))
    return store.view(await server.storage.create(store.keyOf(request.namespace, name), wire(store, object)))
  })
  return { view, created: true }
}

function unstored(object: KubeObject, resourceVersion?: string): View {
  const ordered = inWireOrder(object)
  if (resourceVersion === undefined) delete ordered.metadata.resourceVersion
  else ordered.metadata.resourceVersion = resourceVersion
  return { object: ordered, bytes: Buffer.from(JSON.stringify(ordered)) }
}

async function updateOnce(
  store: ResourceStore,
  request: ApiRequest,
  record: StoredRecord,
  call: UpdateCall,
): Promise<UpdateResult> {
  const old = store.view(record).object
  checkPreconditions(store, old, call.preconditions)
  let object = await call.updated(deepCopy(store.stored(record).object))
  checkVersion(store, call, object, record)
  const transaction = await call.strategy.beginUpdate?.(request, object, old)
  return finish(transaction, async () => {
    beforeUpdate(store, request, call.strategy, object, old)
    object = keepTimestamps(object, old)
    await call.validateUpdate(deepCopy(object), deepCopy(old))
    return { view: await write(store, request, record, object), created: false }
  })
}

async function write(
  store: ResourceStore,
  request: ApiRequest,
  record: StoredRecord,
  object: KubeObject,
): Promise<View> {
  const stored = store.stored(record)
  const old = stored.object
  const { storage } = store.parts.server
  const ordered = wire(store, object)
  ordered.metadata.resourceVersion = String(record.modRevision)
  if (deletesNow(old, ordered)) {
    const answer = unstored(ordered, String(record.modRevision))
    if (!request.dryRun) {
      await storage.delete(record.key, record.modRevision)
      await store.strategy.afterDelete?.(request, deepCopy(ordered))
    }
    return answer
  }
  if (JSON.stringify(ordered) === JSON.stringify(inWireOrder(old)) || semanticSame(ordered, old)) {
    // Data of another release is brought up to date by the first write where its bytes are others, as upstream does.
    if (stored.bytes === record.bytes || store.parts.sameStored?.(record, ordered) === true)
      return store.view(record)
  }
  if (request.dryRun) return unstored(store.decorated(ordered), String(record.modRevision))
  return store.view(await storage.update(record.key, record.modRevision, ordered))
}

/** No change but the order of keys. */
function semanticSame(a: KubeObject, b: KubeObject): boolean {
  return semanticEqual(a, b) && JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => [k, sorted(v)])
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

/** Upstream: storage.NewInvalidObjError */
const uidMismatch = (key: string, wanted: string, found: string): string =>
  `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`

function checkPreconditions(
  store: ResourceStore,
  old: KubeObject,
  preconditions: UpdateCall['preconditions'],
): void {
  if (
    preconditions?.uid !== undefined &&
    preconditions.uid !== '' &&
    preconditions.uid !== old.metadata.uid
  ) {
    const name = old.metadata.name ?? ''
    throw newConflict(
      store.facts.qualifiedResource,
      name,
      uidMismatch(store.keyOf(old.metadata.namespace ?? '', name), preconditions.uid, old.metadata.uid ?? ''),
    )
  }
}

function checkVersion(
  store: ResourceStore,
  call: UpdateCall,
  object: KubeObject,
  record: StoredRecord,
): void {
  const text = object.metadata.resourceVersion ?? ''
  const name = record.object.metadata.name ?? ''
  if (text === '' || text === '0') {
    if (call.strategy.allowUnconditionalUpdate === false) {
      throw newInvalid(
        { group: store.facts.qualifiedResource.group, kind: store.facts.qualifiedResource.resource },
        name,
        [
          field.invalid(
            'metadata.resourceVersion',
            store.parts.server.minor < 34 ? new Literal('0x0') : 0,
            'must be specified for an update',
          ),
        ],
      )
    }
    object.metadata.resourceVersion = String(record.modRevision)
    return
  }
  if (!/^\d+$/.test(text) || BigInt(text) > 18446744073709551615n) {
    const why = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax'
    throw new StatusError(500, '', `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`)
  }
  if (Number(text) !== record.modRevision)
    throw newConflict(store.facts.qualifiedResource, name, optimisticLock)
}

/** Hooks and validation of an update. Throws 422. */
export function beforeUpdate(
  store: ResourceStore,
  request: ApiRequest,
  strategy: Strategy,
  object: KubeObject,
  old: KubeObject,
): void {
  const { metadata } = object
  ensureNamespace(metadata, store.facts.namespaced ? request.namespace : '')
  if (old.metadata.generation === undefined) delete metadata.generation
  else metadata.generation = old.metadata.generation
  delete metadata.selfLink
  strategy.prepareForUpdate?.(request, object, old)
  if ((metadata.uid ?? '') === '') metadata.uid = old.metadata.uid!
  metadata.creationTimestamp = old.metadata.creationTimestamp ?? toTime(store.parts.server.clock.now())
  if (old.metadata.deletionTimestamp !== undefined)
    metadata.deletionTimestamp = old.metadata.deletionTimestamp
  if (
    old.metadata.deletionGracePeriodSeconds !== undefined &&
    metadata.deletionGracePeriodSeconds === undefined
  ) {
    metadata.deletionGracePeriodSeconds = old.metadata.deletionGracePeriodSeconds
  }
  const { minor } = store.parts.server
  const common = validateObjectMetaUpdate(metadata, old.metadata, metadataPath, minor)
  // Upstream checks what all kinds have in common once itself and once more in each strategy's ValidateUpdate.
  const errors = [
    ...validateObjectMeta(metadata, store.facts.namespaced, nameIsPathSegment, metadataPath, minor),
    ...common,
    ...(strategy.repeatsMetaValidation === false ? [] : common),
    ...(strategy.validateUpdate?.(request, object, old) ?? []),
    ...plannedErrors(request, object, old),
  ]
  if (errors.length > 0)
    throw newInvalid(
      { group: store.facts.qualifiedResource.group, kind: object.kind },
      metadata.name ?? '',
      errors,
    )
  for (const text of strategy.warningsOnUpdate?.(request, object, old) ?? []) request.warn(text)
  warnPlanned(request, object, old)
  strategy.canonicalize?.(object)
}

/** Times in managedFields that changed without anything else changing are put back, so that a no-op stays one. */
function keepTimestamps(object: KubeObject, old: KubeObject): KubeObject {
  const now = object.metadata.managedFields
  const before = old.metadata.managedFields
  if (now === undefined || before === undefined || now.length !== before.length) return object
  // As text: an empty set of fields is not the same as none.
  const owners = (o: KubeObject): string =>
    JSON.stringify(o.metadata.managedFields?.map(({ time: _, ...rest }) => rest))
  const unowned = (o: KubeObject): unknown => ({
    ...o,
    metadata: { ...o.metadata, managedFields: undefined },
  })
  if (owners(object) !== owners(old) || !semanticEqual(unowned(object), unowned(old))) return object
  return { ...object, metadata: { ...object.metadata, managedFields: before } }
}
