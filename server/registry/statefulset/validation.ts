// Upstream: pkg/apis/apps/validation/validation.go (ValidateStatefulSet, ValidateStatefulSetUpdate)

import type { StatefulSetSpec, StatefulSetUpdateStrategy } from '../../../api/apps-v1.ts'
import type { PodTemplateSpec } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { isDNS1123Label } from '../../../apimachinery/validation/names.ts'
import { validateAnnotations } from '../../../apimachinery/validation/object-meta.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import {
  intOrPercent,
  intOrPercentValue,
  validateAtMost100Percent,
  validatePositiveIntOrPercent,
} from '../apps/int-or-percent.ts'
import {
  parsedSelector,
  validateRestart,
  validateSelector,
  validateTemplateLabels,
} from '../apps/template.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import { registryDialect } from '../dialect.ts'
import { claimOptions, validateClaimSpec } from '../persistentvolumeclaim/validation.ts'
import { validatePodAnnotations } from '../pod/annotations.ts'
import { validatePodTemplateSpec } from '../pod/validation.ts'
import type { PodValidationOptions } from '../pod/validation-options.ts'
import { statefulSetDialect } from './dialect.ts'

const specPath = FieldPath.of('spec')

/** What an update need not be right about, because it is stored already or cannot change. */
export interface StatefulSetOptions {
  readonly allowInvalidServiceName: boolean
  readonly skipTemplate: boolean
  readonly skipClaimTemplates: boolean
}

/** The errors of a StatefulSet's spec. */
export function validateStatefulSetSpec(
  spec: StatefulSetSpec,
  options: PodValidationOptions,
  own: StatefulSetOptions,
): FieldError[] {
  const { minor, server } = options
  return [
    ...validatePodManagement(spec.podManagementPolicy ?? ''),
    ...validateUpdateStrategy(spec.updateStrategy ?? {}, minor),
    ...validateRetention(spec),
    ...(statefulSetDialect(minor).checksTemplates && !own.skipClaimTemplates
      ? (spec.volumeClaimTemplates ?? []).flatMap((claim, i) =>
          validateClaimSpec(
            claim.spec ?? {},
            specPath.child('volumeClaimTemplates').index(i).child('spec'),
            claimOptions(server),
          ),
        )
      : []),
    ...validateNonnegativeField(spec.replicas ?? 0, specPath.child('replicas')),
    ...validateNonnegativeField(spec.minReadySeconds ?? 0, specPath.child('minReadySeconds')),
    ...(spec.ordinals != null && gateEnabled(server.gates, 'StatefulSetStartOrdinal')
      ? validateNonnegativeField(spec.ordinals.start ?? 0, specPath.child('ordinals.start'))
      : []),
    ...(statefulSetDialect(minor).checksServiceName && !own.allowInvalidServiceName && spec.serviceName
      ? isDNS1123Label(spec.serviceName, minor).map((text) =>
          field.invalid(specPath.child('serviceName'), spec.serviceName, text),
        )
      : []),
    ...validateSelector(spec.selector, specPath.child('selector'), 'statefulset', minor),
    ...validateSelectedTemplate(spec, options, own),
    ...validateRestart(spec.template ?? {}, specPath.child('template'), 'StatefulSet'),
  ]
}

function validatePodManagement(policy: string): FieldError[] {
  const path = specPath.child('podManagementPolicy')
  if (policy === '') return [field.required(path, '')]
  return policy === 'OrderedReady' || policy === 'Parallel'
    ? []
    : [field.invalid(path, policy, "must be 'OrderedReady' or 'Parallel'")]
}

function validateUpdateStrategy(strategy: StatefulSetUpdateStrategy, minor: number): FieldError[] {
  const path = specPath.child('updateStrategy')
  const { type = '', rollingUpdate } = strategy
  if (type === '') return [field.required(path, '')]
  if (type === 'OnDelete') {
    if (rollingUpdate == null) return []
    const value = badValue(rollingUpdate, '*apps.RollingUpdateStatefulSetStrategy', minor)
    return [
      field.invalid(path.child('rollingUpdate'), value, "only allowed for updateStrategy 'RollingUpdate'"),
    ]
  }
  if (type !== 'RollingUpdate')
    return [
      field.invalid(
        path,
        badValue(strategy, 'apps.StatefulSetUpdateStrategy', minor),
        "must be 'RollingUpdate' or 'OnDelete'",
      ),
    ]
  if (rollingUpdate == null) return []
  const inner = path.child('rollingUpdate')
  const errors = validateNonnegativeField(rollingUpdate.partition ?? 0, inner.child('partition'))
  const { maxUnavailable } = rollingUpdate
  if (maxUnavailable == null) return errors
  const at = inner.child('maxUnavailable')
  return [
    ...errors,
    ...validatePositiveIntOrPercent(maxUnavailable, at, minor),
    ...(intOrPercent(maxUnavailable) === 0
      ? [field.invalid(at, intOrPercentValue(maxUnavailable, minor), 'cannot be 0')]
      : []),
    ...validateAtMost100Percent(maxUnavailable, at, minor),
  ]
}

function validateRetention(spec: StatefulSetSpec): FieldError[] {
  const policy = spec.persistentVolumeClaimRetentionPolicy
  if (policy == null) return []
  const path = specPath.child('persistentVolumeClaimRetentionPolicy')
  return (['whenDeleted', 'whenScaled'] as const).flatMap((name) =>
    policy[name] === 'Retain' || policy[name] === 'Delete'
      ? []
      : [field.notSupported(path.child(name), policy[name] ?? '', ['Retain', 'Delete'])],
  )
}

function validateSelectedTemplate(
  spec: StatefulSetSpec,
  options: PodValidationOptions,
  own: StatefulSetOptions,
): FieldError[] {
  const { minor } = options
  const selector = parsedSelector(spec.selector, minor)
  if (selector === undefined)
    return [field.invalid(specPath.child('selector'), badValue(spec.selector, 'v1.LabelSelector', minor), '')]
  const path = specPath.child('template')
  const template = withClaimedVolumes(spec)
  const { labels, annotations } = template.metadata ?? {}
  return [
    ...validateTemplateLabels(template, selector, path, minor),
    ...(own.skipTemplate || !statefulSetDialect(minor).checksTemplates
      ? []
      : validatePodTemplateSpec(template, path, options)),
    ...validateLabels(labels, path.child('labels'), minor),
    ...validateAnnotations(annotations, path.child('annotations'), minor),
    ...validatePodAnnotations(annotations, template.spec ?? {}, path.child('annotations'), options),
  ]
}
/** The template as its pods will be: with a volume for each claim, and without names that the set gives. */
function withClaimedVolumes(spec: StatefulSetSpec): PodTemplateSpec {
  const template = spec.template ?? {}
  const claims = [...new Set((spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata?.name ?? ''))]
  const { subdomain: _s, hostname: _h, ...pod } = template.spec ?? {}
  if (claims.length === 0) return { ...template, spec: pod }
  const volumes = [
    ...claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...(pod.volumes ?? []).filter((volume) => !claims.includes(volume.name ?? '')),
  ]
  return { ...template, spec: { ...pod, volumes } }
}

const mutable = [
  'replicas',
  'template',
  'updateStrategy',
  'minReadySeconds',
  'ordinals',
  'persistentVolumeClaimRetentionPolicy',
] as const

/** Most of a set stays as it was created. */
export function validateStatefulSetChange(
  spec: StatefulSetSpec,
  old: StatefulSetSpec,
  minor: number,
): FieldError[] {
  const { changesHistoryLimit } = statefulSetDialect(minor)
  const names = changesHistoryLimit ? [...mutable, 'revisionHistoryLimit' as const] : mutable
  const fixed = (s: StatefulSetSpec): StatefulSetSpec => {
    const rest = { ...s }
    for (const name of names) delete rest[name]
    return rest
  }
  if (semanticDeepEqual(fixed(spec), fixed(old))) return []
  const history = changesHistoryLimit ? "'revisionHistoryLimit', " : ''
  const ordinals = registryDialect(minor).namesOrdinals ? "'ordinals', " : ''
  return [
    field.forbidden(
      specPath,
      `updates to statefulset spec for fields other than 'replicas', ${ordinals}'template', 'updateStrategy', ${history}'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden`,
    ),
  ]
}
