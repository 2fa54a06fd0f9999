// Upstream: pkg/apis/core/validation/validation.go (ValidatePodUpdate, ValidatePodEphemeralContainersUpdate)

import type { Container, Pod, PodSpec } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { dropField, forgetEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { deepCopy, semanticEqual } from '../../../apimachinery/json.ts'
import { inclusiveRangeError } from '../../../apimachinery/validation/messages.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { internalDiff } from '../core/internal-object.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import { validatePodAnnotationUpdate } from './annotations.ts'
import { podDialect } from './dialect.ts'
import { mungeGatedPod } from './gated-pod.ts'
import { computePodQOS, podQOS } from './qos.ts'
import { keepCpuAndMemory } from './resize-validation.ts'
import { mirrorAnnotation } from './spec-validation.ts'
import { validateOnlyAddedTolerations } from './tolerations.ts'
import { validatePodMetadataAndSpec } from './validation.ts'
import type { PodValidationOptions } from './validation-options.ts'

const specPath = FieldPath.of('spec')
const annotationsPath = FieldPath.of('metadata', 'annotations')
const updatable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
]

/** The errors of an updated pod: of its spec only images, deadlines and tolerations may change. */
export function validatePodUpdate(pod: Pod, old: Pod, options: PodValidationOptions): FieldError[] {
  const errors = [
    ...validatePodMetadataAndSpec(pod, options),
    ...validatePodAnnotationUpdate(pod, old, annotationsPath, options),
  ]
  const spec = pod.spec ?? {}
  const before = old.spec ?? {}
  for (const kind of ['containers', 'initContainers'] as const) {
    const path = specPath.child(kind)
    if ((spec[kind]?.length ?? 0) !== (before[kind]?.length ?? 0))
      return [...errors, field.forbidden(path, 'pod updates may not add or remove containers')]
    errors.push(...validateImages(spec[kind] ?? [], path))
  }
  const deadline = validateDeadline(spec, before, options.minor)
  errors.push(...deadline.errors)
  if (deadline.stop) return errors
  errors.push(
    ...validateOnlyAddedTolerations(
      spec.tolerations ?? [],
      before.tolerations ?? [],
      specPath.child('tolerations'),
      options,
    ),
  )
  errors.push(...validateOnlyDeletedGates(spec, before, specPath.child('schedulingGates')))
  if (semanticDeepEqual(spec, before)) return errors
  if (
    !podDialect(options.minor).keepsQOSClass &&
    podQOS(old, options.server) !== computePodQOS(pod, options.server)
  ) {
    errors.push(field.invalid(FieldPath.of('metadata'), pod.status?.qosClass ?? '', 'Pod QoS is immutable'))
  }
  return [...errors, ...validateImmutableSpec(spec, before, options)]
}

function validateImages(containers: readonly Container[], path: FieldPath): FieldError[] {
  return containers.flatMap(({ image = '' }, i) => {
    if (image === '') return [field.required(path.index(i).child('image'), '')]
    return image.trim() === image
      ? []
      : [field.invalid(path.index(i).child('image'), image, 'must not have leading or trailing whitespace')]
  })
}

function validateDeadline(
  spec: PodSpec,
  before: PodSpec,
  minor: number,
): { errors: FieldError[]; stop: boolean } {
  const path = specPath.child('activeDeadlineSeconds')
  const now = spec.activeDeadlineSeconds
  const then = before.activeDeadlineSeconds
  const invalid = (text: string, stop = true) => ({
    errors: [field.invalid(path, now ?? badValue(undefined, '*int64', minor), text)],
    stop,
  })
  if (now == null)
    return then == null
      ? { errors: [], stop: false }
      : invalid('must not update from a positive integer to nil value', false)
  if (now < 0 || now > 2147483647) return invalid(inclusiveRangeError(0, 2147483647))
  return then != null && then < now
    ? invalid('must be less than or equal to previous value')
    : { errors: [], stop: false }
}

function validateOnlyDeletedGates(spec: PodSpec, before: PodSpec, path: FieldPath): FieldError[] {
  const names = (spec.schedulingGates ?? []).map((gate) => gate.name ?? '')
  const old = new Set((before.schedulingGates ?? []).map((gate) => gate.name ?? ''))
  return [...new Set(names)]
    .filter((name) => !old.has(name))
    .map((name) =>
      field.forbidden(
        path.index(names.lastIndexOf(name)).child('name'),
        `only deletion is allowed, but found new scheduling gate '${name}'`,
      ),
    )
}

const listed = (fields: readonly string[], minor: number): string =>
  podDialect(minor).joinsUpdatableFields
    ? `${fields.slice(0, -1).join(', ')} or ${fields.at(-1)}`
    : fields.join(',')

/** Takes back what may change, then nothing may differ. */
function validateImmutableSpec(spec: PodSpec, before: PodSpec, options: PodValidationOptions): FieldError[] {
  const munged = deepCopy(spec)
  const resizable =
    podDialect(options.minor).resizesByUpdate &&
    gateEnabled(options.server.gates, 'InPlacePodVerticalScaling')
  for (const kind of ['containers', 'initContainers'] as const) {
    forgetEmpty(munged, kind)
    munged[kind]?.forEach((container, i) => {
      const old = before[kind]![i]!
      if (old.image === undefined) delete container.image
      else container.image = old.image
      if (resizable && kind === 'containers') keepCpuAndMemory(container, old, options.minor)
    })
  }
  copyField(munged, before, 'activeDeadlineSeconds')
  copyField(munged, before, 'schedulingGates')
  copyField(munged, before, 'tolerations')
  if ((before.terminationGracePeriodSeconds ?? 0) < 0 && munged.terminationGracePeriodSeconds === 1)
    copyField(munged, before, 'terminationGracePeriodSeconds')
  const errors = before.schedulingGates?.length ? mungeGatedPod(munged, before, specPath, options.minor) : []
  if (semanticDeepEqual(munged, before)) return errors
  const fields = resizable
    ? [...updatable, '`spec.containers[*].resources` (for CPU/memory only)']
    : updatable
  const text = `pod updates may not change fields other than ${listed(fields, options.minor)}\n${internalDiff(before, munged, 'core.PodSpec', options.server.release.minor)}`
  return [...errors, field.forbidden(specPath, text)]
}

/** Copies a field, or deletes it where the source lacks it. */
export function copyField<T extends object>(to: T, from: T, name: keyof T & string): void {
  if (from[name] === undefined) dropField(to, name)
  else to[name] = deepCopy(from[name])
}

/** The errors of a write to the subresource ephemeralcontainers: existing ones stay. */
export function validateEphemeralContainersUpdate(
  pod: Pod,
  old: Pod,
  options: PodValidationOptions,
): FieldError[] {
  if (Object.hasOwn(old.metadata?.annotations ?? {}, mirrorAnnotation))
    return [field.forbidden('[]', 'static pods do not support ephemeral containers')]
  const errors = [
    ...validatePodMetadataAndSpec(pod, options),
    ...validatePodAnnotationUpdate(pod, old, annotationsPath, options),
  ]
  const path = specPath.child('ephemeralContainers')
  const now = new Map((pod.spec?.ephemeralContainers ?? []).map((c) => [c.name ?? '', c]))
  for (const before of old.spec?.ephemeralContainers ?? []) {
    const name = before.name ?? ''
    const after = now.get(name)
    if (after === undefined)
      errors.push(
        field.forbidden(path, `existing ephemeral containers ${JSON.stringify(name)} may not be removed\n`),
      )
    else if (!semanticEqual(before, after)) {
      const text = internalDiff(before, after, 'core.EphemeralContainer', options.server.release.minor)
      errors.push(
        field.forbidden(
          path,
          `existing ephemeral containers ${JSON.stringify(name)} may not be changed\n${text}`,
        ),
      )
    }
  }
  return errors
}
