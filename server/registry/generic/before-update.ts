// Upstream: staging/src/k8s.io/apiserver/pkg/registry/rest/update.go (BeforeUpdate)

import type { FieldError } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newInvalid } from '../../../apimachinery/status-error.ts'
import { nameIsPathSegment } from '../../../apimachinery/validation/names.ts'
import {
  validateMetaChange,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../apimachinery/validation/object-meta.ts'
import { toTime } from '../../../component-base/clock.ts'
import { metadataPath } from './create.ts'
import { kindOfErrors } from './kind-of-errors.ts'
import { dropClusterName, ensureNamespace } from './meta.ts'
import { dropPlanned, objectErrors, warnPlanned } from './planned-rules.ts'
import type { ApiRequest } from './request.ts'
import type { ResourceStore } from './store.ts'
import type { Strategy } from './strategy.ts'

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
  if (old.metadata.generation === undefined) {
    if (metadata.generation !== undefined) delete metadata.generation
  } else metadata.generation = old.metadata.generation
  // What is stored has none (PrepareObjectForStorage); a dry run does not come so far.
  if (metadata.selfLink !== undefined && !request.dryRun) delete metadata.selfLink
  dropClusterName(request, metadata)
  strategy.prepareForUpdate?.(request, object, old)
  dropPlanned(request, object, old)
  keepSystemFields(store, object, old)
  const errors = updateErrors(store, request, strategy, object, old)
  if (errors.length > 0) throw newInvalid(kindOfErrors(store, object), metadata.name ?? '', errors)
  for (const text of strategy.warningsOnUpdate?.(request, object, old) ?? []) request.warn(text)
  warnPlanned(request, object, old)
  strategy.canonicalize?.(object)
}

/** What clients cannot change, and may leave out. */
function keepSystemFields(
  store: ResourceStore,
  { metadata }: KubeObject,
  { metadata: old }: KubeObject,
): void {
  if ((metadata.uid ?? '') === '') metadata.uid = old.uid!
  metadata.creationTimestamp = old.creationTimestamp ?? toTime(store.parts.server.clock.now())
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp
  if (old.deletionGracePeriodSeconds !== undefined && metadata.deletionGracePeriodSeconds === undefined)
    metadata.deletionGracePeriodSeconds = old.deletionGracePeriodSeconds
}

function updateErrors(
  store: ResourceStore,
  request: ApiRequest,
  strategy: Strategy,
  object: KubeObject,
  old: KubeObject,
): FieldError[] {
  const { metadata } = object
  const { minor } = store.parts.server.release
  const own = validateObjectMeta(metadata, store.facts.namespaced, nameIsPathSegment, metadataPath, minor)
  // Where nothing is wrong with it by itself, only the change can be.
  const check = own.length === 0 ? validateMetaChange : validateObjectMetaUpdate
  const common = check(metadata, old.metadata, metadataPath, minor)
  // Upstream checks what all kinds have in common once itself and once more in each strategy's ValidateUpdate.
  return [
    ...own,
    ...common,
    ...(strategy.repeatsMetaValidation === false ? [] : common),
    ...objectErrors(strategy, request, object, old),
  ]
}
