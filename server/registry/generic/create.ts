// Upstream: apiserver/pkg/registry/generic/registry/store.go (Create), registry/rest/create.go (BeforeCreate)

import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newAlreadyExists, newInvalid, StatusError } from '../../../apimachinery/status-error.ts'
import {
  type NameValidator,
  nameIsDNSSubdomain,
  nameIsPathSegment,
} from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta, validateObjectName } from '../../../apimachinery/validation/object-meta.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { StorageError, type WriteOptions } from '../../storage/interface.ts'
import { kindOfErrors } from './kind-of-errors.ts'
import { dropClusterName, ensureNamespace, fillSystemFields, generateName } from './meta.ts'
import { expressionPace, turns } from './pace.ts'
import { dropPlanned, objectErrors, warnPlanned } from './planned-rules.ts'
import { readAhead } from './read-ahead.ts'
import { type ApiRequest, requestedResource } from './request.ts'
import type { ValidateObjectFunc } from './rest.ts'
import type { ResourceStore, View } from './store.ts'
import type { Strategy, Transaction } from './strategy.ts'
import { wire } from './wire.ts'

const retries = 8
/** The path of an object's metadata. */
export const metadataPath = FieldPath.of('metadata')

/**
 * Creates `object`, which is decoded, defaulted and admitted, and becomes the store's: name → beginCreate → prepare → validate →
 * validating admission → storage. The answer is what was stored. Throws StatusErrors.
 */
export async function create(
  store: ResourceStore,
  request: ApiRequest,
  object: KubeObject,
  createValidation: ValidateObjectFunc,
): Promise<View> {
  const generated = (object.metadata.name ?? '') === '' && (object.metadata.generateName ?? '') !== ''
  const attempts = generated && gateEnabled(store.parts.server.gates, 'RetryGenerateName') ? retries : 1
  for (let attempt = 1; ; attempt++) {
    const candidate = attempt < attempts ? deepCopy(object) : object
    if (generated) candidate.metadata.name = nameOf(store, candidate.metadata.generateName!)
    try {
      return await createOnce(store, request, candidate, createValidation)
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'exists') throw error
      if (attempt >= attempts) throw existsError(request, candidate, error)
    }
  }
}

const nameOf = ({ strategy, parts }: ResourceStore, base: string): string =>
  strategy.generateName?.(base) ?? generateName(base, parts.server.random)

function existsError(request: ApiRequest, object: KubeObject, error: StorageError): StatusError {
  const name = object.metadata.name ?? ''
  const plain = newAlreadyExists(requestedResource(request), name)
  if ((object.metadata.generateName ?? '') !== '') {
    const details = { ...plain.status.details, retryAfterSeconds: 1 }
    return new StatusError(
      409,
      'AlreadyExists',
      `${plain.message}, the server was not able to generate a unique name for the object`,
      details,
      { 'Retry-After': '1' },
    )
  }
  if (error.current?.object.metadata.deletionTimestamp === undefined) return plain
  return new StatusError(
    409,
    'AlreadyExists',
    `object is being deleted: ${plain.message}`,
    plain.status.details,
  )
}

/** One attempt, under a name that is known. @param allocates asks the strategy for a transaction (`beginCreate`) */
export async function createOnce(
  store: ResourceStore,
  request: ApiRequest,
  object: KubeObject,
  createValidation: ValidateObjectFunc,
  allocates = true,
): Promise<View> {
  const { server } = store.parts
  fillSystemFields(object.metadata, server, store.facts.keyPrefix)
  const begun = allocates ? store.strategy.beginCreate?.(request, object) : undefined
  const transaction = begun && (await begun)
  return finish(transaction, async () => {
    const reading = readAhead(object, store.parts.server.release.minor)
    if (reading !== undefined) await reading
    await beforeCreate(store, request, object)
    if (request.isLarge?.()) await turns()
    const waits = createValidation(object)
    if (waits !== undefined) await waits
    if (request.isLarge?.()) await turns()
    return put(store, request, object)
  })
}

/** Commits what a strategy began when `work` succeeds, and takes it back when not. */
export function finish<T>(transaction: Transaction | undefined, work: () => Promise<T>): Promise<T> {
  return transaction === undefined ? work() : settled(transaction, work)
}

async function settled<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.revert()
    throw error
  }
}

async function put(store: ResourceStore, request: ApiRequest, object: KubeObject): Promise<View> {
  const { storage } = store.parts.server
  const key = store.keyOf(object.metadata.namespace ?? '', object.metadata.name ?? '')
  if (request.dryRun) {
    const current = await storage.get(key)
    if (current !== undefined) throw new StorageError('exists', 'key exists', current)
    const ordered = await store.unkept(await wire(store, request, object))
    // What is not stored keeps the version that was sent, and gets none.
    const { resourceVersion: _, ...unversioned } = ordered.metadata
    const { resourceVersion: sent } = object.metadata
    const metadata = sent === undefined ? unversioned : ordered.metadata
    const result = { ...ordered, metadata } as KubeObject
    return { object: result, bytes: goJSONBytes(result) }
  }
  const version = object.metadata.resourceVersion ?? ''
  if (/^0*[1-9]\d*$/.test(version))
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created')
  const wired = wire(store, request, object)
  const ordered = wired instanceof Promise ? await wired : wired
  const bare = store.strategy.storedBare?.(ordered, store.parts.server)
  const options: WriteOptions = { ttl: timeToLive(store).ttl, bare }
  if (store.facts.form === undefined) return store.view(await storage.create(key, ordered, options))
  return store.written(await storage.create(key, await store.kept(ordered), options))
}

/** Hooks and validation of a create. Throws 422. */
async function beforeCreate(store: ResourceStore, request: ApiRequest, object: KubeObject): Promise<void> {
  const { strategy } = store
  ensureNamespace(object.metadata, store.facts.namespaced ? request.namespace : '')
  strategy.prepareForCreate?.(request, object)
  dropPlanned(request, object)
  dropClusterName(request, object.metadata)
  const invalid = (errors: FieldError[]): void => {
    if (errors.length > 0) throw newInvalid(kindOfErrors(store, object), object.metadata.name ?? '', errors)
  }
  const meta = (name: NameValidator): FieldError[] =>
    validateObjectMeta(
      object.metadata,
      store.facts.namespaced,
      name,
      metadataPath,
      store.parts.server.release.minor,
    )
  const metaErrors = strategy.validatesMeta === false ? [] : meta(validateNameOf(store))
  if (request.isLarge?.()) await turns()
  const found = expressionPace.run(() => objectErrors(strategy, request, object))
  invalid([...metaErrors, ...(found instanceof Promise ? await found : found)])
  if (request.isLarge?.()) await turns()
  // Whoever has checked the metadata has found nothing wrong with the rest of it.
  invalid(
    strategy.validatesMeta === false
      ? meta(nameIsPathSegment)
      : validateObjectName(
          object.metadata,
          nameIsPathSegment,
          metadataPath,
          store.parts.server.release.minor,
        ),
  )
  for (const text of strategy.warningsOnCreate?.(request, object) ?? []) request.warn(text)
  warnPlanned(request, object)
  strategy.canonicalize?.(object)
}

/** The validator of a resource's names: the strategy's own, else that of DNS-1123 subdomains. */
function validateNameOf(store: ResourceStore): NameValidator {
  const strategy: Strategy = store.strategy
  return (name, prefix) =>
    strategy.validateName === undefined
      ? nameIsDNSSubdomain(name, prefix)
      : strategy.validateName(name, prefix, store.parts.server)
}

/** How long what is written lives, as options of a write. */
export function timeToLive({ strategy, parts }: ResourceStore): { ttl?: number } {
  const ttl = strategy.timeToLive?.(parts.server)
  return ttl === undefined || ttl <= 0 ? {} : { ttl }
}
