// Upstream: pkg/apis/core/validation/validation.go (ValidatePodSpecificAnnotations, ValidatePodSpecificAnnotationUpdates)

import type { Pod, PodSpec } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field, goQuote } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { type InternalTolerations, internalTolerations } from '../core/annotation-types.ts'
import { readGoJson } from '../core/go-json.ts'
import { validateLocalDescendingPath } from '../core/paths.ts'
import { deletionCostAnnotation, deletionCostIsValid } from './deletion-cost.ts'
import { mirrorAnnotation } from './spec-validation.ts'
import { validateTolerations } from './tolerations.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { allContainers } from './visit.ts'

/** The prefix of annotations with AppArmor profiles; the container's name follows. */
export const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/'
/** The annotation with the seccomp profile of a pod. */
export const seccompPodAnnotation = 'seccomp.security.alpha.kubernetes.io/pod'
/** The prefix of annotations with seccomp profiles; the container's name follows. */
export const seccompContainerPrefix = 'container.seccomp.security.alpha.kubernetes.io/'
const tolerationsAnnotation = 'scheduler.alpha.kubernetes.io/tolerations'

type Annotations = Record<string, string> | undefined

/** The errors of annotations that mean something for pods: mirror pods, tolerations, seccomp and AppArmor profiles. */
export function validatePodAnnotations(
  annotations: Annotations,
  spec: PodSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const mirror = getOwn(annotations, mirrorAnnotation)
  if (mirror !== undefined && !spec.nodeName) {
    errors.push(
      field.invalid(
        path.key(mirrorAnnotation),
        mirror,
        'must set spec.nodeName if mirror pod annotation is set',
      ),
    )
  }
  errors.push(
    ...validateTolerationsAnnotation(getOwn(annotations, tolerationsAnnotation) ?? '', path, options),
  )
  if (!options.allowInvalidPodDeletionCost && !deletionCostIsValid(annotations)) {
    errors.push(
      field.invalid(
        path.key(deletionCostAnnotation),
        getOwn(annotations, deletionCostAnnotation),
        'must be a 32bit integer',
      ),
    )
  }
  for (const [key, value] of Object.entries(annotations ?? {})) {
    if (key === seccompPodAnnotation || key.startsWith(seccompContainerPrefix))
      errors.push(...validateSeccomp(value, path.child(key)))
  }
  const names = new Set(allContainers(spec).map((c) => c.name ?? ''))
  for (const [key, value] of Object.entries(annotations ?? {})) {
    if (!key.startsWith(appArmorPrefix)) continue
    const container = key.slice(appArmorPrefix.length)
    if (!names.has(container)) errors.push(field.invalid(path.key(key), container, 'container not found'))
    if (!/^(|runtime\/default|unconfined|localhost\/.*)$/s.test(value))
      errors.push(field.invalid(path.key(key), value, `invalid AppArmor profile name: ${goQuote(value)}`))
  }
  return errors
}

function validateTolerationsAnnotation(
  text: string,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  if (text === '') return []
  const read = readGoJson<InternalTolerations>(text, internalTolerations)
  return read.problem === undefined
    ? validateTolerations(read.value ?? [], path.child(tolerationsAnnotation), options)
    : [field.invalid(path, tolerationsAnnotation, read.problem)]
}

function validateSeccomp(profile: string, path: FieldPath): FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return []
  if (profile.startsWith('localhost/'))
    return validateLocalDescendingPath(profile.slice('localhost/'.length), path)
  return [field.invalid(path, profile, 'must be a valid seccomp profile')]
}

/** What an update may do with the annotations that pods are bound to. */
export function validatePodAnnotationUpdate(
  pod: Pod,
  old: Pod,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const now = pod.metadata?.annotations
  const before = old.metadata?.annotations
  for (const [key, value] of Object.entries(before ?? {})) {
    if (getOwn(now, key) === value) continue
    if (key.startsWith(appArmorPrefix))
      errors.push(field.forbidden(path.key(key), 'may not remove or update AppArmor annotations'))
    if (key === mirrorAnnotation)
      errors.push(field.forbidden(path.key(key), 'may not remove or update mirror pod annotation'))
  }
  for (const key of Object.keys(now ?? {})) {
    if (getOwn(before, key) !== undefined) continue
    if (key.startsWith(appArmorPrefix))
      errors.push(field.forbidden(path.key(key), 'may not add AppArmor annotations'))
    if (key === mirrorAnnotation)
      errors.push(field.forbidden(path.key(key), 'may not add mirror pod annotation'))
  }
  return [...errors, ...validatePodAnnotations(now, pod.spec ?? {}, path, options)]
}
