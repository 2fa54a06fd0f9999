// Upstream: pkg/apis/core/validation/validation.go (ValidateVolumeMounts, ValidateVolumeDevices)

import type { Container, VolumeDevice, VolumeMount } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateLocalDescendingPath, validatePathNoBacksteps } from '../core/paths.ts'
import { podDialect } from './dialect.ts'
import type { VolumesByName } from './volumes.ts'

/** The errors of a container's volume mounts, which must name volumes of the pod. */
export function validateVolumeMounts(
  container: Container,
  volumes: VolumesByName,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  const points = new Set<string>()
  const devices = new Map((container.volumeDevices ?? []).map((d) => [d.name ?? '', d.devicePath ?? '']))
  const devicePaths = new Set(devices.values())
  container.volumeMounts?.forEach((mount, i) => {
    const at = path.index(i)
    const { name = '', mountPath = '', subPath = '', subPathExpr = '' } = mount
    if (name === '') errors.push(field.required(at.child('name'), ''))
    if (!(name in volumes)) errors.push(field.notFound(at.child('name'), name))
    if (mountPath === '') errors.push(field.required(at.child('mountPath'), ''))
    if (points.has(mountPath)) errors.push(field.invalid(at.child('mountPath'), mountPath, 'must be unique'))
    points.add(mountPath)
    if (devices.has(name))
      errors.push(field.invalid(at.child('name'), name, 'must not already exist in volumeDevices'))
    if (devicePaths.has(mountPath))
      errors.push(
        field.invalid(at.child('mountPath'), mountPath, 'must not already exist as a path in volumeDevices'),
      )
    if (podDialect(minor).refusesSubPathsOfImages && name in volumes && volumes[name]?.image != null) {
      const why = 'not allowed in image volume sources'
      if (subPath !== '') errors.push(field.invalid(at.child('subPath'), subPath, why))
      if (subPathExpr !== '') errors.push(field.invalid(at.child('subPathExpr'), subPathExpr, why))
    }
    if (subPath !== '') errors.push(...validateLocalDescendingPath(subPath, path.child('subPath')))
    if (subPathExpr !== '') {
      if (subPath !== '')
        errors.push(
          field.invalid(
            at.child('subPathExpr'),
            subPathExpr,
            'subPathExpr and subPath are mutually exclusive',
          ),
        )
      errors.push(...validateLocalDescendingPath(subPathExpr, path.child('subPathExpr')))
    }
    errors.push(
      ...validateMountPropagation(mount, container, path.child('mountPropagation')),
      ...validateRecursiveReadOnly(mount, path.child('recursiveReadOnly')),
    )
  })
  return errors
}

const propagations = ['Bidirectional', 'HostToContainer', 'None']

function validateMountPropagation(
  { mountPropagation }: VolumeMount,
  container: Container,
  path: FieldPath,
): FieldError[] {
  if (mountPropagation == null) return []
  const errors = propagations.includes(mountPropagation)
    ? []
    : [field.notSupported(path, mountPropagation, propagations)]
  if (mountPropagation === 'Bidirectional' && !container.securityContext?.privileged) {
    errors.push(
      field.forbidden(path, 'Bidirectional mount propagation is available only to privileged containers'),
    )
  }
  return errors
}

function validateRecursiveReadOnly(mount: VolumeMount, path: FieldPath): FieldError[] {
  const { recursiveReadOnly } = mount
  if (recursiveReadOnly == null || recursiveReadOnly === 'Disabled') return []
  if (recursiveReadOnly !== 'Enabled' && recursiveReadOnly !== 'IfPossible') {
    return [field.notSupported(path, recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible'])]
  }
  const errors = mount.readOnly ? [] : [field.forbidden(path, 'may only be specified when readOnly is true')]
  if (mount.mountPropagation != null && mount.mountPropagation !== 'None') {
    errors.push(field.forbidden(path, 'may only be specified when mountPropagation is None or not specified'))
  }
  return errors
}

/** The errors of a container's volume devices, which must name claims of the pod. */
export function validateVolumeDevices(
  container: Container,
  volumes: VolumesByName,
  path: FieldPath,
): FieldError[] {
  const names = new Set<string>()
  const paths = new Set<string>()
  const mounts = new Map((container.volumeMounts ?? []).map((m) => [m.name ?? '', m.mountPath ?? '']))
  return (container.volumeDevices ?? []).flatMap((device, i) =>
    validateDevice(device, { volumes, names, paths, mounts }, path.index(i)),
  )
}

interface Seen {
  volumes: VolumesByName
  names: Set<string>
  paths: Set<string>
  mounts: Map<string, string>
}

function validateDevice(
  { name = '', devicePath = '' }: VolumeDevice,
  seen: Seen,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  const atName = path.child('name')
  const atPath = path.child('devicePath')
  const volume = seen.volumes[name]
  if (name === '') errors.push(field.required(atName, ''))
  if (seen.names.has(name)) errors.push(field.invalid(atName, name, 'must be unique'))
  if (volume !== undefined && !volume.persistentVolumeClaim && !volume.ephemeral) {
    errors.push(
      field.invalid(
        atName,
        name,
        'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
      ),
    )
  }
  if (volume === undefined) errors.push(field.notFound(atName, name))
  if (devicePath === '') errors.push(field.required(atPath, ''))
  if (seen.paths.has(devicePath)) errors.push(field.invalid(atPath, devicePath, 'must be unique'))
  if (devicePath !== '' && validatePathNoBacksteps(devicePath, atPath).length > 0)
    errors.push(field.invalid(atPath, devicePath, "can not contain backsteps ('..')"))
  else seen.paths.add(devicePath)
  if (seen.mounts.has(name))
    errors.push(field.invalid(atName, name, 'must not already exist in volumeMounts'))
  if ([...seen.mounts.values()].includes(devicePath))
    errors.push(field.invalid(atPath, devicePath, 'must not already exist as a path in volumeMounts'))
  if (name !== '') seen.names.add(name)
  return errors
}
