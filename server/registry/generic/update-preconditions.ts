// Upstream: apiserver/pkg/registry/generic/registry/store.go (Update), apiserver/pkg/storage/interfaces.go (Preconditions)

import type { Preconditions } from '../../../api/meta-v1.ts'
import { field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newConflict, newInvalid, StatusError } from '../../../apimachinery/status-error.ts'
import { bigIntUpTo64Bits } from '../../../component-base/go/numbers.ts'
import type { StoredRecord } from '../../storage/interface.ts'
import { type ApiRequest, requestedResource } from './request.ts'
import type { ResourceStore } from './store.ts'
import type { Strategy } from './strategy.ts'

const optimisticLock =
  'the object has been modified; please apply your changes to the latest version and try again'

/** The reason of a conflict: an object is another than the one meant. Upstream: storage.Preconditions (Check) */
export const preconditionFailed = (
  what: 'UID' | 'ResourceVersion',
  wanted: string,
  found: string | undefined,
): string => `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`

/**
 * Throws 409 where the stored object is another than the one meant; an empty precondition is none.
 * For a dry run upstream asks before its store, which puts its root before the key (DryRunnableStorage).
 */
export function checkUpdatePreconditions(
  store: ResourceStore,
  request: ApiRequest,
  { namespace = '', name = '', uid = '', resourceVersion = '' }: KubeObject['metadata'],
  preconditions: Preconditions | undefined,
): void {
  const check = (what: 'UID' | 'ResourceVersion', wanted: string | undefined, found: string): void => {
    if (!wanted || wanted === found) return
    const key = store.keyOf(namespace, name)
    const told = request.dryRun ? key.replace('/registry', '') : key
    // Upstream: storage.NewInvalidObjError
    const why = `StorageError: invalid object, Code: 4, Key: ${told}, ResourceVersion: 0, AdditionalErrorMsg: ${preconditionFailed(what, wanted, found)}`
    throw newConflict(requestedResource(request), name, why)
  }
  check('UID', preconditions?.uid, uid)
  check('ResourceVersion', preconditions?.resourceVersion, resourceVersion)
}

/** Throws where the object was made of an older one than is stored; fills in the version where none is asked for. */
export function checkVersion(
  store: ResourceStore,
  request: ApiRequest,
  strategy: Strategy,
  object: KubeObject,
  record: StoredRecord,
): void {
  const text = object.metadata.resourceVersion ?? ''
  const name = record.object.metadata.name ?? ''
  if (text === '' || text === '0') {
    if (strategy.allowUnconditionalUpdate === false) throw unconditional(store, request, name)
    object.metadata.resourceVersion = String(record.modRevision)
    return
  }
  if (!/^\d+$/.test(text) || bigIntUpTo64Bits(text) > 18446744073709551615n) {
    const why = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax'
    throw new StatusError(500, '', `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`)
  }
  if (Number(text) !== record.modRevision) throw newConflict(requestedResource(request), name, optimisticLock)
}

function unconditional(store: ResourceStore, request: ApiRequest, name: string): StatusError {
  const { group, resource } = requestedResource(request)
  const shown = badValue(0, 'uint64', store.parts.server.release.minor)
  return newInvalid({ group, kind: resource }, name, [
    field.invalid('metadata.resourceVersion', shown, 'must be specified for an update'),
  ])
}
