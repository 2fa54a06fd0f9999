// Upstream: pkg/apis/core/validation/validation.go (ValidatePodCreate, validatePodMetadataAndSpec)

import type { Pod, PodTemplateSpec } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field, mostFindings } from '../../../apimachinery/field-error.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { validateAnnotations } from '../../../apimachinery/validation/object-meta.ts'
import { validatePodAnnotations } from './annotations.ts'
import { validateImageWhitespace } from './containers.ts'
import { validateAppArmorMatch, validateSeccompMatch } from './profile-annotations.ts'
import { validatePodSpec } from './spec-validation.ts'
import type { PodValidationOptions } from './validation-options.ts'

const specPath = FieldPath.of('spec')

/** All of a pod but ObjectMeta's own rules. */
export function validatePodMetadataAndSpec(pod: Pod, options: PodValidationOptions): FieldError[] {
  const spec = pod.spec ?? {}
  const errors = [
    ...validatePodAnnotations(
      pod.metadata?.annotations,
      spec,
      FieldPath.of('metadata', 'annotations'),
      options,
    ),
    ...validatePodSpec(spec, pod.metadata, specPath, options),
  ]
  if (errors.length > mostFindings) return errors
  if (!spec.serviceAccountName) {
    spec.volumes?.forEach((volume, i) => {
      volume.projected?.sources?.forEach((source, j) => {
        if (!source.serviceAccountToken) return
        const at = specPath
          .child('volumes')
          .index(i)
          .child('projected', 'sources')
          .index(j)
          .child('serviceAccountToken')
        errors.push(field.forbidden(at, 'must not be specified when serviceAccountName is not set'))
      })
    })
  }
  for (const kind of ['containers', 'initContainers'] as const) {
    spec[kind]?.forEach((container, i) => {
      errors.push(...validateImageWhitespace(container, specPath.child(kind).index(i)))
    })
  }
  return errors
}

/** The errors of a new pod. */
export function validatePodCreate(pod: Pod, options: PodValidationOptions): FieldError[] {
  const spec = pod.spec ?? {}
  const errors = validatePodMetadataAndSpec(pod, options)
  if (errors.length > mostFindings) return errors
  if (spec.ephemeralContainers?.length)
    errors.push(field.forbidden(specPath.child('ephemeralContainers'), 'cannot be set on create'))
  if (spec.nodeName && spec.schedulingGates?.length) {
    errors.push(
      field.forbidden(
        specPath.child('nodeName'),
        'cannot be set until all schedulingGates have been cleared',
      ),
    )
  }
  const annotations = pod.metadata?.annotations
  return [
    ...errors,
    ...validateSeccompMatch(annotations, spec, specPath),
    ...validateAppArmorMatch(annotations, spec, specPath),
  ]
}

/** A template of pods, as workloads have it. */
export function validatePodTemplateSpec(
  template: PodTemplateSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const meta = template.metadata ?? {}
  const spec = template.spec ?? {}
  const errors = [
    ...validateLabels(meta.labels, path.child('labels'), options.minor),
    ...validateAnnotations(meta.annotations, path.child('annotations'), options.minor),
    ...validatePodAnnotations(meta.annotations, spec, path.child('annotations'), options),
    ...validatePodSpec(spec, undefined, path.child('spec'), options),
    ...validateSeccompMatch(meta.annotations, spec, path.child('spec')),
    ...validateAppArmorMatch(meta.annotations, spec, path.child('spec')),
  ]
  if (spec.ephemeralContainers?.length) {
    errors.push(
      field.forbidden(
        path.child('spec', 'ephemeralContainers'),
        'ephemeral containers not allowed in pod template',
      ),
    )
  }
  return errors
}
