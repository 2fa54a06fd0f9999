// Upstream: pkg/registry/core/persistentvolume/strategy.go, pkg/apis/core/v1/defaults.go (SetDefaults_PersistentVolume), pkg/api/persistentvolume/util.go

import type { PersistentVolume, PersistentVolumeSpec, PersistentVolumeStatus } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { warningsForNodeSelectorTerm } from '../core/node-labels.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy, defaultStrategy } from '../generic/default-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext, Strategy } from '../generic/strategy.ts'
import { setPersistentVolumeSourceDefaults } from './defaults.ts'
import { validateMountOptions, validateVolume, validateVolumeChange, volumeOptions } from './validation.ts'

const asVolume = (object: KubeObject): PersistentVolume => object as unknown as PersistentVolume

function setDefaults(object: KubeObject): void {
  const spec = subObject<PersistentVolumeSpec>(object, 'spec')
  const status = subObject<PersistentVolumeStatus>(object, 'status')
  status.phase ||= 'Pending'
  spec.persistentVolumeReclaimPolicy ||= 'Retain'
  spec.volumeMode ??= 'Filesystem'
  setPersistentVolumeSourceDefaults(spec)
}

const tracksTransitions = ({ gates }: ServerContext): boolean =>
  gateEnabled(gates, 'PersistentVolumeLastPhaseTransitionTime')

function dropDisabledFields({ gates, release }: ServerContext, object: KubeObject, old?: KubeObject): void {
  const { csi } = asVolume(object).spec ?? {}
  const before = old === undefined ? undefined : asVolume(old).spec?.csi?.nodeExpandSecretRef
  if (!gateEnabled(gates, 'CSINodeExpandSecret') && before == null) delete csi?.nodeExpandSecretRef
  if (!registryDialect(release.minor).dropsDisabledFieldsOfVolumes) return
  if (gateEnabled(gates, 'VolumeAttributesClass')) return
  if (old !== undefined && asVolume(old).spec?.volumeAttributesClassName != null) return
  delete asVolume(object).spec?.volumeAttributesClassName
}

/** A volume that comes into another phase says when, unless the writer does. */
function setTransitionTime({ server }: RequestContext, object: KubeObject, old: KubeObject): void {
  if (!tracksTransitions(server)) return
  const status = subObject<PersistentVolumeStatus>(object, 'status')
  const before = asVolume(old).status ?? {}
  const { lastPhaseTransitionTime: time } = status
  if (status.phase !== before.phase && (time == null || time === before.lastPhaseTransitionTime))
    status.lastPhaseTransitionTime = toTime(server.clock.now())
  else if (time == null && before.lastPhaseTransitionTime !== undefined)
    status.lastPhaseTransitionTime = before.lastPhaseTransitionTime
}

const deprecatedAnnotations: Readonly<Record<string, string>> = {
  'volume.beta.kubernetes.io/storage-class':
    'deprecated since v1.8; use "storageClassName" attribute instead',
  'volume.beta.kubernetes.io/mount-options': 'deprecated since v1.31; use "mountOptions" attribute instead',
}
/** @note `storageOS` is upstream's own spelling of the path. */
const deprecatedSources = [
  ['cephfs', 'cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const

function warnings({ server }: RequestContext, object: KubeObject): string[] {
  const spec = asVolume(object).spec ?? {}
  const { minor } = server.release
  const annotations = Object.keys(deprecatedAnnotations).filter(
    (key) =>
      getOwn(object.metadata.annotations, key) !== undefined &&
      (registryDialect(minor).warnsOfMountAnnotations || key.endsWith('class')),
  )
  const terms = FieldPath.of('spec', 'nodeAffinity', 'required', 'nodeSelectorTerms')
  return [
    ...annotations.map((key) => `metadata.annotations[${key}]: ${deprecatedAnnotations[key]}`),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
        ]
      : []),
    ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, i) =>
      warningsForNodeSelectorTerm(term, false, terms.index(i), minor),
    ),
    ...deprecatedSources.flatMap(([name, shown, text]) =>
      spec[name] == null ? [] : [`spec.${shown}: ${text}`],
    ),
  ]
}

function validateWhole({ server }: RequestContext, object: KubeObject, old?: KubeObject): FieldError[] {
  const options = volumeOptions(server, old === undefined ? undefined : asVolume(old))
  return [...validateKubeFinalizers(object.metadata), ...validateVolume(asVolume(object), options)]
}

/** Where its transitions are not tracked, the phase of a new volume is a default of reading. */
function withoutPhase(created: KubeObject, { release }: ServerContext): KubeObject | undefined {
  if (registryDialect(release.minor).takesStatusOfNewVolumes) return undefined
  const tracked = asVolume(created).status?.lastPhaseTransitionTime != null
  return tracked ? undefined : { ...created, status: {} }
}

const strategyFor = (base: Strategy): Strategy => ({
  ...base,
  setDefaults,
  storedBare: withoutPhase,
  prepareForCreate(ctx, object) {
    dropDisabledFields(ctx.server, object)
    if (registryDialect(ctx.server.release.minor).takesStatusOfNewVolumes) return
    const status: PersistentVolumeStatus = { phase: 'Pending' }
    if (tracksTransitions(ctx.server)) status.lastPhaseTransitionTime = toTime(ctx.server.clock.now())
    asVolume(object).status = status
  },
  prepareForUpdate(ctx, object, old) {
    base.prepareForUpdate?.(ctx, object, old)
    dropDisabledFields(ctx.server, object, old)
  },
  validate: (ctx, object) => [...validateWhole(ctx, object), ...validateMountOptions(asVolume(object))],
  // Upstream checks the whole object twice, and not the change of its metadata.
  validateUpdate(ctx, object, old) {
    const path = FieldPath.of('metadata')
    const whole = [
      ...validateObjectMeta(object.metadata, false, nameIsDNSSubdomain, path, ctx.server.release.minor),
      ...validateWhole(ctx, object, old),
    ]
    return [
      ...whole,
      ...validateMountOptions(asVolume(object)),
      ...whole,
      ...validateVolumeChange(asVolume(object), asVolume(old), ctx.server),
    ]
  },
  repeatsMetaValidation: false,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
})

/** The strategy of PersistentVolumes and their status. */
export const persistentVolumeRules: RulesFor = (traits) => {
  const strategy = strategyFor(defaultStrategy(traits))
  const base = defaultStatusStrategy(traits, strategy)
  const status: Strategy = {
    ...base,
    prepareForUpdate(ctx, object, old) {
      base.prepareForUpdate?.(ctx, object, old)
      setTransitionTime(ctx, object, old)
    },
  }
  return { strategy, subresources: { status } }
}
