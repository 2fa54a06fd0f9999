// Upstream: pkg/apis/core/validation/validation.go (ValidateVolumes, validateVolumeSource)

import type { Volume } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field, mostFindings } from '../../../apimachinery/field-error.ts'
import { type ObjectMeta, setOwn } from '../../../apimachinery/json.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateDns1123Label } from '../core/names.ts'
import { isNegative } from '../core/resource-list.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { volumeSources } from './volume-sources.ts'

/** The volumes that have no errors, by name: what mounts may refer to. */
export type VolumesByName = Record<string, Volume>

/** The errors of a pod's volumes, and its volumes by name for what refers to them. */
export function validateVolumes(
  volumes: readonly Volume[],
  meta: ObjectMeta | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): { volumes: VolumesByName; errors: FieldError[] } {
  const errors: FieldError[] = []
  const byName: VolumesByName = Object.create(null)
  const created = new Set<string>()
  if (meta?.name)
    for (const volume of volumes) if (volume.ephemeral) created.add(`${meta.name}-${volume.name ?? ''}`)
  volumes.forEach((volume, i) => {
    const at = path.index(i)
    const name = volume.name ?? ''
    const found = validateVolumeSource(volume, at, meta, options)
    if (name === '') found.push(field.required(at.child('name'), ''))
    else found.push(...validateDns1123Label(name, at.child('name'), options.minor))
    if (name in byName) found.push(field.duplicate(at.child('name'), name))
    if (found.length === 0) setOwn(byName, name, volume)
    else if (errors.length < mostFindings) errors.push(...found)
    const claim = volume.persistentVolumeClaim
    if (claim && created.has(claim.claimName ?? '')) {
      errors.push(
        field.invalid(
          at.child('persistentVolumeClaim', 'claimName'),
          claim.claimName ?? '',
          'must not reference a PVC that gets created for an ephemeral volume',
        ),
      )
    }
  })
  return { volumes: byName, errors }
}

function validateVolumeSource(
  volume: Volume,
  path: FieldPath,
  meta: ObjectMeta | undefined,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  let count = 0
  if (volume.emptyDir) {
    count++
    if (isNegative(volume.emptyDir.sizeLimit)) {
      errors.push(
        field.forbidden(
          path.child('emptyDir', 'sizeLimit'),
          'SizeLimit field must be a valid resource quantity',
        ),
      )
    }
  }
  for (const source of volumeSources) {
    if (volume[source.name] == null) continue
    if (count > 0)
      errors.push(
        field.forbidden(
          path.child(source.pathWhenSecond ?? source.name),
          'may not specify more than 1 volume type',
        ),
      )
    else {
      count++
      errors.push(...source.validate(volume, path.child(source.path ?? source.name), options))
      if (source.name === 'ephemeral') errors.push(...validateClaimName(volume, path, meta))
    }
    if (source.name === 'iscsi') errors.push(...validateIscsiNameLength(volume, path))
  }
  if (count === 0) errors.push(field.required(path, 'must specify a volume type'))
  return errors
}

/** The claim of an ephemeral volume is named after the pod and the volume. */
function validateClaimName(volume: Volume, path: FieldPath, meta: ObjectMeta | undefined): FieldError[] {
  if (!meta?.name || !volume.name) return []
  const name = `${meta.name}-${volume.name}`
  return nameIsDNSSubdomain(name, false).map((text) =>
    field.invalid(path.child('name'), volume.name, `PVC name ${JSON.stringify(name)}: ${text}`),
  )
}

function validateIscsiNameLength({ iscsi, name }: Volume, path: FieldPath): FieldError[] {
  if (
    iscsi?.initiatorName === undefined ||
    Buffer.byteLength(`${name ?? ''}:${iscsi.targetPortal ?? ''}`) <= 64
  )
    return []
  const text =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'
  return [field.invalid(path.child('name'), name ?? '', text)]
}
