// Upstream: pkg/apis/core/validation/validation.go (validate…PersistentVolumeSource)

import type {
  AzureFilePersistentVolumeSource,
  CinderPersistentVolumeSource,
  CSIPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  LocalVolumeSource,
  PersistentVolumeSpec,
  SecretReference,
  StorageOSPersistentVolumeSource,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { nameIsDNSLabel } from '../../../apimachinery/validation/names.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { requireFields, validateDns1123Label, validateDns1123Subdomain } from '../core/names.ts'
import { validatePathNoBacksteps } from '../core/paths.ts'
import { validateFlocker, validateHostPath, validateNfs } from '../pod/volume-sources.ts'
import {
  validateAzureDisk,
  validateFc,
  validateFlexVolume,
  validateIscsiNames,
  validateLun,
  validatePartitioned,
  validateQuobyte,
} from '../pod/volume-sources-legacy.ts'

/** One type of volume, in upstream's order. */
interface SourceRule {
  readonly name: keyof PersistentVolumeSpec & string
  /** Where upstream's path of the findings is not the name of the field. */
  readonly path?: string
  readonly pathWhenSecond?: string
  /** @note A flexVolume is taken beside another source. */
  readonly besideOthers?: boolean
  validate(spec: PersistentVolumeSpec, path: FieldPath, context: SourceContext): FieldError[]
}
interface SourceContext {
  readonly minor: number
  /** The name of the volume. */
  readonly name: string
  /** In a VolumeAttachment, where a volume has no node affinity that counts. */
  readonly inline: boolean
}

const rules: readonly SourceRule[] = [
  { name: 'hostPath', validate: (v, path) => validateHostPath(v.hostPath!, path) },
  {
    name: 'gcePersistentDisk',
    path: 'persistentDisk',
    pathWhenSecond: 'gcePersistentDisk',
    validate: (v, path) => validatePartitioned(v.gcePersistentDisk!, 'pdName', path),
  },
  {
    name: 'awsElasticBlockStore',
    validate: (v, path) => validatePartitioned(v.awsElasticBlockStore!, 'volumeID', path),
  },
  { name: 'glusterfs', validate: (v, path, { minor }) => validateGlusterfs(v.glusterfs!, path, minor) },
  { name: 'flocker', validate: (v, path) => validateFlocker(v.flocker!, path) },
  { name: 'nfs', validate: (v, path) => validateNfs(v.nfs!, path) },
  { name: 'rbd', validate: (v, path) => requireFields(v.rbd!, path, 'monitors', 'image') },
  { name: 'quobyte', validate: (v, path) => validateQuobyte(v.quobyte!, path) },
  {
    name: 'cephfs',
    pathWhenSecond: 'cephFS',
    validate: (v, path) => requireFields(v.cephfs!, path, 'monitors'),
  },
  { name: 'iscsi', validate: (v, path, { name }) => validateIscsi(v.iscsi!, name, path) },
  { name: 'cinder', validate: (v, path) => validateCinder(v.cinder!, path) },
  { name: 'fc', validate: (v, path, { minor }) => validateFc(v.fc!, path, minor) },
  { name: 'flexVolume', besideOthers: true, validate: (v, path) => validateFlexVolume(v.flexVolume!, path) },
  { name: 'azureFile', validate: (v, path) => validateAzureFile(v.azureFile!, path) },
  { name: 'vsphereVolume', validate: (v, path) => requireFields(v.vsphereVolume!, path, 'volumePath') },
  {
    name: 'photonPersistentDisk',
    validate: (v, path) => requireFields(v.photonPersistentDisk!, path, 'pdID'),
  },
  { name: 'portworxVolume', validate: (v, path) => requireFields(v.portworxVolume!, path, 'volumeID') },
  { name: 'azureDisk', validate: (v, path) => validateAzureDisk(v.azureDisk!, path) },
  {
    name: 'scaleIO',
    validate: (v, path) => requireFields(v.scaleIO!, path, 'gateway', 'system', 'volumeName'),
  },
  { name: 'local', validate: (v, path) => validateLocal(v.local!, path) },
  {
    name: 'storageos',
    validate: (v, path, { minor }) => validateStorageOs(v.storageos!, path, minor),
  },
  { name: 'csi', validate: (v, path, { minor }) => validateCsi(v.csi!, path, minor) },
]
/** The names of all volume sources of PersistentVolumes, in upstream's order. */
export const sourceNames: readonly string[] = rules.map(({ name }) => name)

/** A volume has one source. */
export function validateSources(
  spec: PersistentVolumeSpec,
  path: FieldPath,
  context: SourceContext,
): FieldError[] {
  const present = rules.filter(({ name }) => spec[name] != null)
  if (present.length === 0) return [field.required(path, 'must specify a volume type')]
  return present.flatMap((rule, i) => {
    if (i > 0 && rule.besideOthers !== true) {
      const at = path.child(rule.pathWhenSecond ?? rule.name)
      return [field.forbidden(at, 'may not specify more than 1 volume type')]
    }
    const errors = rule.validate(spec, path.child(rule.path ?? rule.name), context)
    if (rule.name === 'local' && (context.inline || spec.nodeAffinity == null))
      errors.push(field.required(path.child('nodeAffinity'), 'Local volume requires node affinity'))
    return errors
  })
}

function validateGlusterfs(
  source: GlusterfsPersistentVolumeSource,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors = requireFields(source, path, 'endpoints', 'path')
  const namespace = source.endpointsNamespace
  if (namespace == null) return errors
  const texts =
    namespace === ''
      ? ['if the endpointnamespace is set, it must be a valid namespace name']
      : nameIsDNSLabel(namespace, false, minor)
  return [...errors, ...texts.map((text) => field.invalid(path.child('endpointsNamespace'), namespace, text))]
}

const longestPortal = 64

function validateIscsi(source: ISCSIPersistentVolumeSource, name: string, path: FieldPath): FieldError[] {
  const names = validateIscsiNames(source, path, 'must be valid format')
  const portal = source.targetPortal ?? ''
  const secret = path.child('secretRef')
  const usesChap = source.chapAuthDiscovery === true || source.chapAuthSession === true
  return [
    ...requireFields(source, path, 'targetPortal'),
    ...(source.initiatorName != null && Buffer.byteLength(`${name}:${portal}`) > longestPortal
      ? [
          field.invalid(
            path.child('targetportal'),
            portal,
            'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
          ),
        ]
      : []),
    ...names.iqn,
    ...validateLun(source.lun ?? 0, path),
    ...(usesChap && source.secretRef == null ? [field.required(secret, '')] : []),
    ...(source.secretRef == null ? [] : requireFields(source.secretRef, secret, 'name')),
    ...names.initiator,
  ]
}

function validateCinder(source: CinderPersistentVolumeSource, path: FieldPath): FieldError[] {
  const secret = source.secretRef
  return [
    ...requireFields(source, path, 'volumeID'),
    ...(secret == null ? [] : requireFields(secret, path.child('secretRef'), 'name', 'namespace')),
  ]
}

function validateAzureFile(source: AzureFilePersistentVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...requireFields(source, path, 'secretName', 'shareName'),
    ...(source.secretNamespace === '' ? [field.required(path.child('secretNamespace'), '')] : []),
  ]
}

function validateStorageOs(
  source: StorageOSPersistentVolumeSource,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const { volumeName: name, volumeNamespace: namespace, secretRef: secret } = source
  return [
    ...requireFields(source, path, 'volumeName'),
    ...(name ? validateDns1123Label(name, path.child('volumeName'), minor) : []),
    ...(namespace ? validateDns1123Label(namespace, path.child('volumeNamespace'), minor) : []),
    ...(secret == null ? [] : requireFields(secret, path.child('secretRef'), 'name', 'namespace')),
  ]
}

function validateLocal(source: LocalVolumeSource, path: FieldPath): FieldError[] {
  const at = path.child('path')
  return source.path ? validatePathNoBacksteps(source.path, at) : [field.required(at, '')]
}

const csiSecrets = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const

function validateCsi(source: CSIPersistentVolumeSource, path: FieldPath, minor: number): FieldError[] {
  return [
    ...validateCsiDriverName(source.driver ?? '', path.child('driver'), minor),
    ...requireFields(source, path, 'volumeHandle'),
    ...csiSecrets.flatMap((name) => validateSecretReference(source[name], path.child(name), minor)),
  ]
}

function validateSecretReference(
  secret: SecretReference | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (secret == null) return []
  const { name, namespace } = secret
  return [
    ...(name ? validateDns1123Subdomain(name, path.child('name')) : [field.required(path.child('name'), '')]),
    ...(namespace
      ? validateDns1123Label(namespace, path.child('namespace'), minor)
      : [field.required(path.child('namespace'), '')]),
  ]
}
