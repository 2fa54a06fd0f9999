// Upstream: pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimUpdate)

import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { withNotesOf } from '../../../apimachinery/given-empty.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { internalDiff } from '../core/internal-object.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { claimDialect } from './dialect.ts'
import type { ClaimOptions } from './validation.ts'

const specPath = FieldPath.of('spec')
const betaClass = 'volume.beta.kubernetes.io/storage-class'
const betaClassOf = (claim: PersistentVolumeClaim): string | undefined =>
  getOwn(claim.metadata?.annotations ?? {}, betaClass)

const storageOf = (list: Record<string, string> | null | undefined): string | undefined =>
  getOwn(list ?? {}, 'storage')
const amount = (text: string | undefined): Quantity => Quantity.parse(String(text ?? '0'))

/** What may change of a claim: its volume once, a class that it did not name, and when bound its size. */
export function validateClaimChange(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  server: ServerContext,
  options: ClaimOptions,
): FieldError[] {
  return [
    ...validateClassAnnotation(claim, old),
    ...validateFixedSpec(claim, old, server),
    ...validateSize(claim, old, options),
    ...validateImmutableField(claim.spec?.volumeMode, old.spec?.volumeMode, FieldPath.of('volumeMode')),
    ...validateAttributesClass(claim, old, server, options),
  ]
}

/** The class moved from the annotation to its field. */
const movesClass = (claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean =>
  old.spec?.storageClassName == null &&
  claim.spec?.storageClassName != null &&
  betaClassOf(old) !== undefined &&
  betaClassOf(claim) === undefined &&
  betaClassOf(old) === claim.spec.storageClassName

function validateClassAnnotation(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
  if (movesClass(claim, old)) return []
  const [now, before] = [betaClassOf(claim) ?? '', betaClassOf(old) ?? '']
  if (now === before) return []
  return [field.invalid(FieldPath.of('metadata', 'annotations').key(betaClass), now, 'field is immutable')]
}

function validateFixedSpec(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  { release, gates }: ServerContext,
): FieldError[] {
  const now: PersistentVolumeClaimSpec = withNotesOf(claim.spec ?? {}, { ...claim.spec })
  const before: PersistentVolumeClaimSpec = { ...old.spec }
  if (!before.volumeName && now.volumeName) before.volumeName = now.volumeName
  if (movesClass(claim, old)) delete now.storageClassName
  else if (
    gateEnabled(gates, 'RetroactiveDefaultStorageClass') &&
    before.storageClassName == null &&
    now.storageClassName != null &&
    (betaClassOf(old) === undefined || betaClassOf(old) === now.storageClassName)
  )
    delete now.storageClassName
  if (claim.status?.phase === 'Bound') {
    if (now.resources?.requests != null) {
      const storage = storageOf(before.resources?.requests)
      const { storage: _, ...rest } = now.resources.requests
      now.resources = {
        ...now.resources,
        requests: storage === undefined ? rest : { ...rest, storage },
      }
    }
  }
  if (mayChangeAttributesClass(claim, release.minor)) {
    if (before.volumeAttributesClassName == null) delete now.volumeAttributesClassName
    else now.volumeAttributesClassName = before.volumeAttributesClassName
  }
  if (semanticDeepEqual(now, before)) return []
  const why = `spec is immutable after creation except ${claimDialect(release.minor).changeableFields} for bound claims\n${internalDiff(before, now, 'core.PersistentVolumeClaimSpec', release.minor)}`
  return [field.forbidden(specPath, why)]
}

function mayChangeAttributesClass({ spec, status }: PersistentVolumeClaim, minor: number): boolean {
  const when = claimDialect(minor).attributesClassChanges
  if (when === 'always') return true
  if (when === 'never' || status?.phase !== 'Bound') return false
  return when === 'bound' || spec?.volumeAttributesClassName != null
}

function validateSize(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  options: ClaimOptions,
): FieldError[] {
  const now = amount(storageOf(claim.spec?.resources?.requests))
  if (now.compare(amount(storageOf(old.spec?.resources?.requests))) >= 0) return []
  const path = specPath.child('resources', 'requests', 'storage')
  if (!options.enableRecoverFromExpansionFailure)
    return [field.forbidden(path, 'field can not be less than previous value')]
  return now.compare(amount(storageOf(old.status?.capacity))) > 0
    ? []
    : [field.forbidden(path, 'field can not be less than status.capacity')]
}

function validateAttributesClass(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  { gates, release }: ServerContext,
  options: ClaimOptions,
): FieldError[] {
  const { attributesClassChanges: when } = claimDialect(release.minor)
  if (when === 'never') return []
  const [now, before] = [claim.spec?.volumeAttributesClassName, old.spec?.volumeAttributesClassName]
  if ((now ?? undefined) === (before ?? undefined)) return []
  const path = specPath.child('volumeAttributesClassName')
  const errors = gateEnabled(gates, 'VolumeAttributesClass')
    ? []
    : [field.forbidden(path, 'update is forbidden when the VolumeAttributesClass feature gate is disabled')]
  const untilApplied = when === 'bound'
  const kept = untilApplied ? old.status?.currentVolumeAttributesClassName : before
  if (!options.enableVolumeAttributesClass || kept == null || (now != null && now !== '')) return errors
  const text = untilApplied
    ? `update to ${now == null ? 'nil' : 'empty string'} is forbidden when status.currentVolumeAttributesClassName is not nil`
    : `update from non-nil value to ${now == null ? 'nil' : 'an empty string'} is forbidden`
  return [...errors, field.forbidden(path, text)]
}
