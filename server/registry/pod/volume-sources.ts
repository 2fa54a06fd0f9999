// Upstream: pkg/apis/core/validation/validation.go (validate…VolumeSource)

import type {
  ConfigMapVolumeSource,
  CSIVolumeSource,
  DownwardAPIVolumeSource,
  EphemeralVolumeSource,
  FlockerVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
  NFSVolumeSource,
  SecretVolumeSource,
  Volume,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { requireFields } from '../core/names.ts'
import { validateLocalDescendingPath, validatePathNoBacksteps } from '../core/paths.ts'
import { claimTemplateOptions, validateClaimTemplate } from '../persistentvolumeclaim/validation.ts'
import { podDialect } from './dialect.ts'
import { validateDownwardApiFile } from './field-selectors.ts'
import { validateFileMode } from './file-mode.ts'
import { validateKeyToPath } from './key-to-path.ts'
import { validatePullPolicy } from './pull-policy.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { validateProjected } from './volume-projected.ts'
import {
  validateAzureDisk,
  validateCinder,
  validateFc,
  validateFlexVolume,
  validateIscsi,
  validatePartitioned,
  validateQuobyte,
  validateStorageOs,
} from './volume-sources-legacy.ts'

/** One type of volume, in upstream's order. */
interface VolumeSourceRule {
  readonly name: keyof Volume
  /** Where upstream's path of the findings is not the name of the field. */
  readonly path?: string
  readonly pathWhenSecond?: string
  validate(volume: Volume, path: FieldPath, options: PodValidationOptions): FieldError[]
}

const none = (): FieldError[] => []
/** @note `persistentDisk`, `cephFS` and `downwarAPI` are upstream's own spellings. */
export const volumeSources: readonly VolumeSourceRule[] = [
  { name: 'hostPath', validate: (v, path) => validateHostPath(v.hostPath!, path) },
  {
    name: 'gitRepo',
    validate: (v, path) => [
      ...requireFields(v.gitRepo!, path, 'repository'),
      ...validateLocalDescendingPath(v.gitRepo!.directory ?? '', path.child('directory')),
    ],
  },
  {
    name: 'gcePersistentDisk',
    path: 'persistentDisk',
    validate: (v, path) => validatePartitioned(v.gcePersistentDisk!, 'pdName', path),
  },
  {
    name: 'awsElasticBlockStore',
    validate: (v, path) => validatePartitioned(v.awsElasticBlockStore!, 'volumeID', path),
  },
  { name: 'secret', validate: (v, path) => validateKeyed(v.secret!, path, 'secretName') },
  { name: 'nfs', validate: (v, path) => validateNfs(v.nfs!, path) },
  { name: 'iscsi', validate: (v, path) => validateIscsi(v.iscsi!, path) },
  { name: 'glusterfs', validate: (v, path) => requireFields(v.glusterfs!, path, 'endpoints', 'path') },
  { name: 'flocker', validate: (v, path) => validateFlocker(v.flocker!, path) },
  {
    name: 'persistentVolumeClaim',
    validate: (v, path) => requireFields(v.persistentVolumeClaim!, path, 'claimName'),
  },
  { name: 'rbd', validate: (v, path) => requireFields(v.rbd!, path, 'monitors', 'image') },
  { name: 'cinder', validate: (v, path) => validateCinder(v.cinder!, path) },
  {
    name: 'cephfs',
    pathWhenSecond: 'cephFS',
    validate: (v, path) => requireFields(v.cephfs!, path, 'monitors'),
  },
  { name: 'quobyte', validate: (v, path) => validateQuobyte(v.quobyte!, path) },
  {
    name: 'downwardAPI',
    pathWhenSecond: 'downwarAPI',
    validate: (v, path, options) => validateDownwardApi(v.downwardAPI!, path, options),
  },
  { name: 'fc', validate: (v, path, options) => validateFc(v.fc!, path, options.minor) },
  { name: 'flexVolume', validate: (v, path) => validateFlexVolume(v.flexVolume!, path) },
  { name: 'configMap', validate: (v, path) => validateKeyed(v.configMap!, path, 'name') },
  { name: 'azureFile', validate: (v, path) => requireFields(v.azureFile!, path, 'secretName', 'shareName') },
  { name: 'vsphereVolume', validate: (v, path) => requireFields(v.vsphereVolume!, path, 'volumePath') },
  {
    name: 'photonPersistentDisk',
    validate: (v, path) => requireFields(v.photonPersistentDisk!, path, 'pdID'),
  },
  { name: 'portworxVolume', validate: (v, path) => requireFields(v.portworxVolume!, path, 'volumeID') },
  { name: 'azureDisk', validate: (v, path) => validateAzureDisk(v.azureDisk!, path) },
  { name: 'storageos', validate: (v, path, options) => validateStorageOs(v.storageos!, path, options.minor) },
  { name: 'projected', validate: (v, path, options) => validateProjected(v.projected!, path, options) },
  {
    name: 'scaleIO',
    validate: (v, path) => requireFields(v.scaleIO!, path, 'gateway', 'system', 'volumeName'),
  },
  { name: 'csi', validate: (v, path, options) => validateCsi(v.csi!, path, options) },
  { name: 'ephemeral', validate: (v, path, options) => validateEphemeral(v.ephemeral!, path, options) },
  {
    name: 'image',
    validate: (v, path, options) =>
      podDialect(options.minor).checksImageVolumes ? validateImage(v.image!, path, options) : none(),
  },
]

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

/** The errors of a hostPath source. */
export function validateHostPath(source: HostPathVolumeSource, path: FieldPath): FieldError[] {
  if (!source.path) return [field.required(path.child('path'), '')]
  const errors = validatePathNoBacksteps(source.path, path.child('path'))
  if (source.type != null && !hostPathTypes.includes(source.type))
    errors.push(field.notSupported(path.child('type'), source.type, hostPathTypes))
  return errors
}

/** Volumes of secrets and config maps. */
function validateKeyed<T extends SecretVolumeSource | ConfigMapVolumeSource>(
  source: T,
  path: FieldPath,
  name: keyof T & string,
): FieldError[] {
  const errors = [
    ...requireFields(source, path, name),
    ...validateFileMode(source.defaultMode, path.child('defaultMode')),
  ]
  source.items?.forEach((item, i) => {
    errors.push(...validateKeyToPath(item, path.child('items').index(i)))
  })
  return errors
}

/** The errors of an NFS source. */
export function validateNfs(source: NFSVolumeSource, path: FieldPath): FieldError[] {
  const errors = requireFields(source, path, 'server', 'path')
  if (!source.path?.startsWith('/'))
    errors.push(field.invalid(path.child('path'), source.path ?? '', 'must be an absolute path'))
  return errors
}

/** The errors of a Flocker source. */
export function validateFlocker(
  { datasetName = '', datasetUUID = '' }: FlockerVolumeSource,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  if (datasetName === '' && datasetUUID === '')
    errors.push(field.required(path, 'one of datasetName and datasetUUID is required'))
  if (datasetName !== '' && datasetUUID !== '')
    errors.push(
      field.invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'),
    )
  if (datasetName.includes('/'))
    errors.push(field.invalid(path.child('datasetName'), datasetName, "must not contain '/'"))
  return errors
}

function validateDownwardApi(
  source: DownwardAPIVolumeSource,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors = validateFileMode(source.defaultMode, path.child('defaultMode'))
  for (const file of source.items ?? []) errors.push(...validateDownwardApiFile(file, path, options))
  return errors
}

function validateCsi(source: CSIVolumeSource, path: FieldPath, options: PodValidationOptions): FieldError[] {
  const errors = validateCsiDriverName(source.driver ?? '', path.child('driver'), options.minor)
  const secret = source.nodePublishSecretRef
  if (secret && !secret.name) errors.push(field.required(path.child('nodePublishSecretRef', 'name'), ''))
  else if (secret)
    errors.push(
      ...nameIsDNSSubdomain(secret.name!, false).map((text) =>
        field.invalid(path.child('name'), secret.name, text),
      ),
    )
  return errors
}

function validateEphemeral(
  source: EphemeralVolumeSource,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const template = source.volumeClaimTemplate
  if (!template) return [field.required(path.child('volumeClaimTemplate'), '')]
  return validateClaimTemplate(
    template,
    path.child('volumeClaimTemplate'),
    claimTemplateOptions(options.server),
  )
}

function validateImage(
  source: ImageVolumeSource,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors = options.resourceIsPod ? requireFields(source, path, 'reference') : []
  return [...errors, ...validatePullPolicy(source.pullPolicy ?? '', path.child('pullPolicy'))]
}
