// Upstream: pkg/apis/core/validation/validation.go (sources that are deprecated or rarely used)

import type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  CinderVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  GCEPersistentDiskVolumeSource,
  ISCSIVolumeSource,
  QuobyteVolumeSource,
  StorageOSVolumeSource,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { inclusiveRangeError } from '../../../apimachinery/validation/messages.ts'
import { requireFields, validateDns1123Label } from '../core/names.ts'

/** The errors of a GCE or AWS disk: its id, and a partition from 1 to 255. */
export function validatePartitioned<
  T extends GCEPersistentDiskVolumeSource | AWSElasticBlockStoreVolumeSource,
>(source: T, id: keyof T & string, path: FieldPath): FieldError[] {
  const errors = requireFields(source, path, id)
  const partition = source.partition ?? 0
  if (partition < 0 || partition > 255)
    errors.push(field.invalid(path.child('partition'), partition, inclusiveRangeError(1, 255)))
  return errors
}

/** `iqn.2003-01.org.linux-iscsi:tgt`, wherever it begins. */
function endsAsIqn(name: string): boolean {
  let plain = name.length
  while (plain > 0 && !/[,;*&$|\s]/.test(name[plain - 1]!)) plain--
  return [...name.matchAll(/iqn\.[0-9]{4}-[0-9]{2}\.[A-Za-z0-9.-]+/g)].some((found) => {
    const behind = found.index + found[0].length + 1
    return name[behind - 1] === ':' && behind < name.length && plain <= behind
  })
}

function iqnProblem(name: string): boolean {
  if (name.startsWith('iqn')) return !endsAsIqn(name)
  if (name.startsWith('eui')) return !/^eui.[A-Za-z0-9]{16}$/.test(name)
  return name.startsWith('naa') && !/^naa.[A-Za-z0-9]{32}$/.test(name)
}

/** `strict`: the message for names of an unknown format (volumes of pods say more than persistent volumes). */
export function validateIscsiNames(
  source: Pick<ISCSIVolumeSource, 'iqn' | 'initiatorName'>,
  path: FieldPath,
  otherFormat: string,
): { iqn: FieldError[]; initiator: FieldError[] } {
  const check = (name: string, at: FieldPath): FieldError[] => {
    if (!/^(iqn|eui|naa)/.test(name)) return [field.invalid(at, name, otherFormat)]
    return iqnProblem(name) ? [field.invalid(at, name, 'must be valid format')] : []
  }
  return {
    iqn: source.iqn ? check(source.iqn, path.child('iqn')) : [field.required(path.child('iqn'), '')],
    initiator:
      source.initiatorName === undefined ? [] : check(source.initiatorName, path.child('initiatorname')),
  }
}

/** The errors of an iSCSI source. */
export function validateIscsi(source: ISCSIVolumeSource, path: FieldPath): FieldError[] {
  const names = validateIscsiNames(source, path, 'must be valid format starting with iqn, eui, or naa')
  const errors = [
    ...requireFields(source, path, 'targetPortal'),
    ...names.iqn,
    ...validateLun(source.lun ?? 0, path),
  ]
  if ((source.chapAuthDiscovery || source.chapAuthSession) && source.secretRef == null)
    errors.push(field.required(path.child('secretRef'), ''))
  return [...errors, ...names.initiator]
}

/** The error of a LUN outside of 0 to 255. */
export function validateLun(lun: number, path: FieldPath): FieldError[] {
  return lun < 0 || lun > 255 ? [field.invalid(path.child('lun'), lun, inclusiveRangeError(0, 255))] : []
}

/** The errors of a Cinder source. */
export function validateCinder(source: CinderVolumeSource, path: FieldPath): FieldError[] {
  const errors = requireFields(source, path, 'volumeID')
  if (source.secretRef && !source.secretRef.name)
    errors.push(field.required(path.child('secretRef', 'name'), ''))
  return errors
}

/** The errors of a Quobyte source. */
export function validateQuobyte(source: QuobyteVolumeSource, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const pairs = 'must be a host:port pair or multiple pairs separated by commas'
  if (!source.registry) errors.push(field.required(path.child('registry'), pairs))
  else if (Buffer.byteLength(source.tenant ?? '') >= 65) {
    errors.push(
      field.required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters'),
    )
  } else {
    for (const pair of source.registry.split(',')) {
      if (!/^(\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair))
        errors.push(field.invalid(path.child('registry'), source.registry, pairs))
    }
  }
  return [...errors, ...requireFields(source, path, 'volume')]
}

/** The errors of a Fibre Channel source. */
export function validateFc(source: FCVolumeSource, path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const names = source.targetWWNs ?? []
  const ids = source.wwids ?? []
  if (names.length < 1 && ids.length < 1)
    errors.push(
      field.required(path.child('targetWWNs'), 'must specify either targetWWNs or wwids, but not both'),
    )
  if (names.length > 0 && ids.length > 0) {
    errors.push(
      field.invalid(
        path.child('targetWWNs'),
        badValue(names, '[]string', minor),
        'targetWWNs and wwids can not be specified simultaneously',
      ),
    )
  }
  if (names.length === 0) return errors
  if (source.lun == null)
    errors.push(field.required(path.child('lun'), 'lun is required if targetWWNs is specified'))
  else errors.push(...validateLun(source.lun, path))
  return errors
}

/** The errors of a FlexVolume source; option keys of Kubernetes' domains are reserved. */
export function validateFlexVolume(
  source: Pick<FlexVolumeSource, 'driver' | 'options'>,
  path: FieldPath,
): FieldError[] {
  const errors = requireFields(source, path, 'driver')
  for (const key of Object.keys(source.options ?? {})) {
    const slash = key.indexOf('/')
    const namespace = `.${(slash === -1 ? key : key.slice(0, slash)).toLowerCase()}`
    if (namespace.endsWith('.kubernetes.io') || namespace.endsWith('.k8s.io')) {
      errors.push(
        field.invalid(
          path.child('options').key(key),
          key,
          'kubernetes.io and k8s.io namespaces are reserved',
        ),
      )
    }
  }
  return errors
}

/** The errors of an Azure disk source. */
export function validateAzureDisk(source: AzureDiskVolumeSource, path: FieldPath): FieldError[] {
  const errors = requireFields(source, path, 'diskName', 'diskURI')
  const notSupported = (name: 'cachingMode' | 'kind' | 'diskURI', ...supported: string[]): void => {
    errors.push(field.notSupported(path.child(name), source[name] ?? '', supported))
  }
  const { cachingMode, kind, diskURI = '' } = source
  if (cachingMode !== undefined && !['None', 'ReadOnly', 'ReadWrite'].includes(cachingMode))
    notSupported('cachingMode', 'None', 'ReadOnly', 'ReadWrite')
  if (kind !== undefined && !['Dedicated', 'Managed', 'Shared'].includes(kind))
    notSupported('kind', 'Dedicated', 'Managed', 'Shared')
  if (kind === 'Managed' && !diskURI.startsWith('/subscriptions/')) {
    notSupported(
      'diskURI',
      '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
    )
  }
  if (kind !== undefined && kind !== 'Managed' && !diskURI.startsWith('https://')) {
    notSupported('diskURI', 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd')
  }
  return errors
}

/** The errors of a StorageOS source. */
export function validateStorageOs(
  source: StorageOSVolumeSource,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors = requireFields(source, path, 'volumeName')
  if (source.volumeName)
    errors.push(...validateDns1123Label(source.volumeName, path.child('volumeName'), minor))
  if (source.volumeNamespace)
    errors.push(...validateDns1123Label(source.volumeNamespace, path.child('volumeNamespace'), minor))
  if (source.secretRef && !source.secretRef.name)
    errors.push(field.required(path.child('secretRef', 'name'), ''))
  return errors
}
