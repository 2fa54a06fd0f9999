// Upstream: pkg/apis/core/validation/validation.go (ValidatePersistentVolume), pkg/volume/validation/pv_validation.go
import { posix } from 'node:path'
import type {
  NodeSelectorRequirement,
  PersistentVolume,
  PersistentVolumeSpec,
  VolumeNodeAffinity,
} from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { valueOrEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { getOwn, semanticEqual } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import type { Release } from '../../../component-base/release.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { internalDiff } from '../core/internal-object.ts'
import type { ResourceList } from '../core/resource-list.ts'
import { validateBasicQuantity, validatePositiveQuantity } from '../core/resource-validation.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { claimDialect } from '../persistentvolumeclaim/dialect.ts'
import {
  allowsReadWriteOncePod,
  validateAccessModes,
  volumeModes,
} from '../persistentvolumeclaim/validation.ts'
import { validateNodeSelector } from '../pod/affinity.ts'
import { podDialect } from '../pod/dialect.ts'
import { sourceNames, validateSources } from './sources.ts'

const specPath = FieldPath.of('spec')

/** The release, gates and stored parts that a volume is validated by. */
export interface VolumeOptions {
  readonly minor: number
  readonly allowReadWriteOncePod: boolean
  readonly enableVolumeAttributesClass: boolean
  readonly allowInvalidLabelValueInNodeAffinity: boolean
}

/** The options of a volume; `old` is the stored volume of an update. */
export function volumeOptions(
  { release: { minor }, gates }: ServerContext,
  old?: PersistentVolume,
): VolumeOptions {
  const terms = old?.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? []
  const values = terms.flatMap((term) => (term.matchExpressions ?? []).flatMap((r) => r.values ?? []))
  return {
    minor,
    allowReadWriteOncePod: allowsReadWriteOncePod(gates, old?.spec?.accessModes),
    enableVolumeAttributesClass:
      gateEnabled(gates, 'VolumeAttributesClass') || old?.spec?.volumeAttributesClassName != null,
    allowInvalidLabelValueInNodeAffinity:
      !podDialect(minor).checksRequiredNodeAffinityValues ||
      values.some((value) => isValidLabelValue(value, minor).length > 0),
  }
}

const reclaimPolicies = ['Delete', 'Recycle', 'Retain']

/** A spec of a volume that is checked, where it stands, and the name of the volume, which inline volumes have none. */
interface SpecContext {
  readonly path: FieldPath
  readonly name: string
  readonly inline: boolean
  readonly options: VolumeOptions
}

/** The errors of a PersistentVolume's spec. */
export const validateVolume = (
  { spec = {}, metadata }: PersistentVolume,
  options: VolumeOptions,
): FieldError[] =>
  validateVolumeSpec(spec, { path: specPath, name: metadata?.name ?? '', inline: false, options })

/** The errors of a spec of a volume that is no object of its own, in a VolumeAttachment. */
export const validateInlineVolume = (
  spec: PersistentVolumeSpec,
  path: FieldPath,
  minor: number,
): FieldError[] =>
  validateVolumeSpec(spec, {
    path,
    name: '',
    inline: true,
    options: {
      minor,
      allowReadWriteOncePod: claimDialect(minor).takesOncePodInline,
      enableVolumeAttributesClass: false,
      allowInvalidLabelValueInNodeAffinity: false,
    },
  })

function validateVolumeSpec(spec: PersistentVolumeSpec, context: SpecContext): FieldError[] {
  const { path, name, inline, options } = context
  const { accessModes = [], persistentVolumeReclaimPolicy: policy = '', storageClassName = '' } = spec
  const modes = path.child('accessModes')
  const recyclesRoot =
    spec.hostPath != null && posix.normalize(spec.hostPath.path ?? '') === '/' && policy === 'Recycle'
  return [
    ...(inline ? validateInlineParts(spec, path) : []),
    ...(accessModes.length === 0 ? [field.required(modes, '')] : []),
    ...validateAccessModes(accessModes, options.allowReadWriteOncePod, modes),
    ...(inline ? [] : validateCapacity(spec, options.minor)),
    ...validateReclaimPolicy(policy, context),
    ...(inline
      ? forbiddenInline(spec, path, 'nodeAffinity')
      : validateNodeAffinity(spec.nodeAffinity, options)),
    ...validateSources(spec, path, { minor: options.minor, name, inline }),
    ...(recyclesRoot
      ? [
          field.forbidden(
            path.child('persistentVolumeReclaimPolicy'),
            "may not be 'recycle' for a hostPath mount of '/'",
          ),
        ]
      : []),
    ...validateClassName(storageClassName, context),
    ...validateMode(spec, context),
    ...(options.enableVolumeAttributesClass ? validateAttributesClass(spec) : []),
  ]
}

const inlineText = 'in the context of inline volumes'
const forbiddenInline = (
  spec: PersistentVolumeSpec,
  path: FieldPath,
  name: 'claimRef' | 'nodeAffinity',
): FieldError[] =>
  spec[name] == null ? [] : [field.forbidden(path.child(name), `may not be specified ${inlineText}`)]

const validateInlineParts = (spec: PersistentVolumeSpec, path: FieldPath): FieldError[] => [
  ...forbiddenInline(spec, path, 'claimRef'),
  ...(Object.keys(spec.capacity ?? {}).length === 0
    ? []
    : [field.forbidden(path.child('capacity'), `may not be specified ${inlineText}`)]),
  ...(spec.csi == null ? [field.required(path.child('csi'), `has to be specified ${inlineText}`)] : []),
]

function validateReclaimPolicy(policy: string, { path, inline }: SpecContext): FieldError[] {
  if (policy === '') return []
  const at = path.child('persistentVolumeReclaimPolicy')
  if (inline) return policy === 'Retain' ? [] : [field.forbidden(at, `may only be Retain ${inlineText}`)]
  return reclaimPolicies.includes(policy) ? [] : [field.notSupported(at, policy, reclaimPolicies)]
}

function validateClassName(name: string, { path, inline }: SpecContext): FieldError[] {
  if (name === '') return []
  return inline
    ? [field.forbidden(path.child('storageClassName'), `may not be specified ${inlineText}`)]
    : className('storageClassName', name)
}

function validateMode({ volumeMode }: PersistentVolumeSpec, { path, inline }: SpecContext): FieldError[] {
  const at = path.child('volumeMode')
  if (volumeMode == null) return []
  if (inline)
    return volumeMode === 'Filesystem'
      ? []
      : [field.forbidden(at, `may not specify volumeMode other than Filesystem ${inlineText}`)]
  return volumeModes.includes(volumeMode) ? [] : [field.notSupported(at, volumeMode, volumeModes)]
}

const className = (name: string, value: string): FieldError[] =>
  nameIsDNSSubdomain(value, false).map((text) => field.invalid(specPath.child(name), value, text))

function validateCapacity(spec: PersistentVolumeSpec, minor: number): FieldError[] {
  const capacity: ResourceList = spec.capacity ?? {}
  const path = specPath.child('capacity')
  const names = Object.keys(capacity)
  return [
    ...(names.length === 0 ? [field.required(path, '')] : []),
    ...(getOwn(capacity, 'storage') === undefined || names.length > 1
      ? [
          field.notSupported(
            path,
            badValue(
              names.length === 0 ? valueOrEmpty(spec, 'capacity') : capacity,
              'core.ResourceList',
              minor,
            ),
            ['storage'],
          ),
        ]
      : []),
    ...names.flatMap((name) => {
      const at = path.key(name)
      return [...validateBasicQuantity(capacity[name], at), ...validatePositiveQuantity(capacity[name], at)]
    }),
  ]
}

function validateNodeAffinity(
  affinity: VolumeNodeAffinity | undefined,
  { minor, allowInvalidLabelValueInNodeAffinity: allowsInvalid }: VolumeOptions,
): FieldError[] {
  if (affinity == null) return []
  const path = specPath.child('nodeAffinity', 'required')
  return affinity.required == null
    ? [field.required(path, 'must specify required node constraints')]
    : validateNodeSelector(affinity.required, allowsInvalid, path, minor)
}

function validateAttributesClass({
  volumeAttributesClassName: name,
  csi,
}: PersistentVolumeSpec): FieldError[] {
  if (name == null) return []
  const path = specPath.child('volumeAttributesClassName')
  return [
    ...(name === ''
      ? [field.required(path, 'an empty string is disallowed')]
      : className('volumeAttributesClassName', name)),
    ...(csi == null
      ? [field.required(specPath.child('csi'), 'has to be specified when using volumeAttributesClassName')]
      : []),
  ]
}

const mountOptions = 'volume.beta.kubernetes.io/mount-options'
const takeMountOptions = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
] as const

/** The annotation with mount options, which some types of volumes do not have. */
export function validateMountOptions({ metadata, spec }: PersistentVolume): FieldError[] {
  if (takeMountOptions.some((name) => spec?.[name] != null)) return []
  if (getOwn(metadata?.annotations, mountOptions) === undefined) return []
  const path = FieldPath.of('metadata', 'annotations', mountOptions)
  return [field.forbidden(path, 'may not specify mount options for this volume type')]
}

/** The errors of changes to a PersistentVolume: its source, mode and node affinity. */
export function validateVolumeChange(
  volume: PersistentVolume,
  old: PersistentVolume,
  { gates, release }: ServerContext,
): FieldError[] {
  const [spec, before] = [volume.spec ?? {}, old.spec ?? {}]
  const errors = [
    ...validateSameSource(spec, before, release),
    ...validateImmutableField(spec.volumeMode, before.volumeMode, FieldPath.of('volumeMode')),
  ]
  const affinityIsFixed = before.nodeAffinity != null && !gateEnabled(gates, 'MutablePVNodeAffinity')
  if (affinityIsFixed && !semanticEqual(spec.nodeAffinity, withStableLabels(before, spec).nodeAffinity))
    errors.push(
      field.invalid(
        FieldPath.of('nodeAffinity'),
        badValue(spec.nodeAffinity, '*core.VolumeNodeAffinity', release.minor),
        'field is immutable, except for updating from beta label to GA',
      ),
    )
  const [name, nameBefore] = [spec.volumeAttributesClassName, before.volumeAttributesClassName]
  const namePath = specPath.child('volumeAttributesClassName')
  if ((name ?? undefined) === (nameBefore ?? undefined)) return errors
  if (!gateEnabled(gates, 'VolumeAttributesClass'))
    errors.push(
      field.forbidden(
        namePath,
        'update is forbidden when the VolumeAttributesClass feature gate is disabled',
      ),
    )
  if (nameBefore != null && name == null)
    errors.push(field.forbidden(namePath, 'update from non-nil value to nil is forbidden'))
  return errors
}

/** The source is fixed, but for a secret that an expansion needs and that was not there. */
function validateSameSource(
  spec: PersistentVolumeSpec,
  before: PersistentVolumeSpec,
  release: Release,
): FieldError[] {
  const source = (of: PersistentVolumeSpec): Record<string, unknown> =>
    Object.fromEntries(Object.entries(of).filter(([name]) => sourceNames.includes(name)))
  const [now, old] = [source(spec), source(before)]
  if (before.csi != null && before.csi.controllerExpandSecretRef == null && spec.csi != null) {
    const { controllerExpandSecretRef: _, ...csi } = spec.csi
    now['csi'] = csi
  }
  if (semanticDeepEqual(now, old)) return []
  const text = `spec.persistentvolumesource is immutable after creation\n${internalDiff(old, now, 'core.PersistentVolumeSource', release.minor)}`
  return [field.forbidden(specPath.child('persistentvolumesource'), text)]
}

const stableLabels: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
}

/** `old` with those labels renamed that `now` calls by their stable name. */
function withStableLabels(old: PersistentVolumeSpec, now: PersistentVolumeSpec): PersistentVolumeSpec {
  const terms = now.nodeAffinity?.required?.nodeSelectorTerms ?? []
  const rename = (
    list: NodeSelectorRequirement[] | undefined,
    others: NodeSelectorRequirement[] | undefined,
  ): NodeSelectorRequirement[] | undefined =>
    list?.map((r, i) => {
      const key = others?.[i]?.key
      // Upstream asks a map, which has "" for what it does not know: a key may go, as far as this rule sees.
      return key !== undefined && (getOwn(stableLabels, r.key ?? '') ?? '') === key ? { ...r, key } : r
    })
  const renamed = (old.nodeAffinity?.required?.nodeSelectorTerms ?? []).map((term, i) => ({
    matchExpressions: rename(term.matchExpressions, terms[i]?.matchExpressions),
    matchFields: rename(term.matchFields, terms[i]?.matchFields),
  }))
  return {
    ...old,
    nodeAffinity: { required: { nodeSelectorTerms: JSON.parse(JSON.stringify(renamed)) } },
  }
}
